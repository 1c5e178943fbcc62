/* How one message looks. It knows nothing of the socket; what is done to it, its channel is told. */

import { clockTime, isoOf } from "./clock.js";
import { avatar, el } from "./dom.js";
import { gist, inline, rendered } from "./markdown.js";
import { SEAT_NAMES } from "./words.js";

const TONES = ["primary", "secondary", "success", "danger"];

/** The element of a message; `does` has `press`, `edit` and `remove`, and says what may be done. */
export function messageNode(message, { names, view, replied, does }) {
  const classes = ["message", message.private_to ? "private" : ""].join(" ").trim();
  const node = el("article", {
    class: classes,
    id: message.id,
    "data-seat": message.by.seat,
    tabindex: -1,
  });
  node.setAttribute("aria-label", `${message.by.name}, ${clockTime(message.at_ms)}`);
  if (message.private_to) node.append(privacy(message, names, view));
  if (message.reply_to) node.append(reply(message, replied));
  node.append(avatar(message.by), heading(message), body(message));
  if (message.panel?.length) node.append(panel(message, does));
  const may = [does.mayEdit(message), does.mayDelete(message)];
  if (may.includes(true)) node.append(tools(message, does, ...may));
  return node;
}

function privacy(message, names, view) {
  const who = message.private_to === view ? "you" : names[message.private_to];
  return el(
    "p",
    { class: "privacy" },
    el("span", { "aria-hidden": "true" }, "◉ "),
    `Only ${who} can see this`,
  );
}

function reply(message, replied) {
  if (!replied) return el("p", { class: "reply" }, "answers a message that was deleted");
  const said = gist(replied.text || replied.title || "…").slice(0, 90);
  const link = el(
    "a",
    { href: `#${replied.id}`, class: "jump" },
    el("b", {}, replied.by.name),
    ` ${said}`,
  );
  return el("p", { class: "reply" }, el("span", { class: "sr-only" }, "answers "), link);
}

function heading(message) {
  const seat = message.by.seat;
  const at = { class: "at", datetime: isoOf(message.at_ms), title: clockTime(message.at_ms, true) };
  return el(
    "header",
    { class: "by" },
    el("span", { class: "name", "data-seat": seat }, message.by.name),
    seat in SEAT_NAMES ? el("span", { class: "badge", "data-seat": seat }, SEAT_NAMES[seat]) : null,
    el("time", at, clockTime(message.at_ms)),
  );
}

function body(message) {
  const inside = el("div", { class: "body" });
  if (message.text) inside.append(rendered(message.text));
  if (message.edited_ms !== null) inside.append(el("span", { class: "edited" }, "(edited)"));
  if (message.title || message.table) inside.append(box(message));
  else if (message.mark) inside.append(el("p", { class: "mark" }, message.mark));
  return inside;
}

function box(message) {
  const found = el("div", { class: "box" });
  if (message.title)
    found.append(
      el("p", { class: "title", role: "heading", "aria-level": "4" }, ...inline(message.title)),
    );
  if (message.table) found.append(rendered(message.table));
  if (message.mark) found.append(el("p", { class: "mark" }, message.mark));
  return found;
}

function panel(message, does) {
  const asWhom = does.presses(message);
  const group = el("div", { class: "button-panel", role: "group", "aria-label": "Buttons" });
  for (const row of message.panel) group.append(el("div", { class: "panel-row" }, row.map(button)));
  if (asWhom) group.append(el("p", { class: "pressed-as" }, "Pressed as ", el("b", {}, asWhom)));
  return group;

  function button({ label, says, style }) {
    const tone = TONES.includes(style) ? style : "secondary";
    const attributes = { type: "button", class: `panel-button ${tone}`, "data-says": says };
    const press = el("button", attributes, label);
    press.addEventListener("click", async () => {
      if (press.ariaDisabled === "true") return;
      press.ariaDisabled = "true";
      await does.press(message, says);
      press.ariaDisabled = "false";
    });
    return press;
  }
}

function tools(message, does, mayEdit, mayDelete) {
  const edit = el(
    "button",
    { type: "button", class: "tool", onclick: () => does.edit(message) },
    "Edit",
  );
  edit.setAttribute("aria-label", `Edit “${message.text.slice(0, 40)}”`);
  const remove = el("button", { type: "button", class: "tool" }, "Delete");
  remove.setAttribute("aria-label", `Delete “${message.text.slice(0, 40)}”`);
  const doubt = () => {
    delete remove.dataset.sure;
    remove.textContent = "Delete";
  };
  remove.addEventListener("click", () => {
    if (remove.dataset.sure) return does.remove(message);
    remove.dataset.sure = "asked";
    remove.textContent = "Really delete?";
  });
  remove.addEventListener("blur", doubt);
  return el("div", { class: "tools" }, mayEdit && edit, mayDelete && remove);
}

/** The same message while it is being edited. `done` is told the new text, or null to leave it. */
export function editorOf(message, done) {
  const area = el("textarea", {
    class: "edit-text",
    maxlength: 2000,
    rows: 1,
    "aria-label": "Edit your message",
  });
  area.value = message.text;
  const save = () => done(area.value.trim() && area.value !== message.text ? area.value : null);
  area.addEventListener("keydown", (event) => {
    if (event.isComposing) return;
    if (event.key === "Escape") done(null);
    else if (event.key === "Enter" && !event.shiftKey) save();
    else return;
    event.preventDefault();
    event.stopPropagation();
  });
  const saves = el("button", { type: "button", class: "tool", onclick: save }, "Save");
  const cancels = el(
    "button",
    { type: "button", class: "tool", onclick: () => done(null) },
    "Cancel",
  );
  const keys = el("span", { class: "keys" }, "Enter saves · Esc cancels");
  return {
    area,
    node: el(
      "div",
      { class: "editor" },
      area,
      el("div", { class: "edit-row" }, saves, cancels, keys),
    ),
  };
}
