/* The landing page: a match is set up here, and its links are handed out. */

import { el } from "./dom.js";
import { LINKS, PLAYS_BY_ITSELF } from "./words.js";

const form = document.getElementById("set-up");
const says = document.getElementById("says");
const NUMBERS = [
  ...["target_gems", "rounds_to_win", "turn_seconds", "role_seconds", "ready_seconds"],
  ...["idle_turns_before_pause", "settle_seconds", "grace_seconds", "between_turns_seconds"],
];
const WORDS = ["role_default", "first_picker", "ready_check"];
const YES_OR_NO = ["shows_picked", "private_prompts", "dmo_may_run"];

async function matches(content) {
  const asked =
    content === undefined
      ? {}
      : {
          method: "POST",
          headers: { "Content-Type": "application/json" },
          body: JSON.stringify(content),
        };
  const answer = await fetch(`${location.pathname.replace(/\/$/u, "")}/matches`, {
    credentials: "same-origin",
    ...asked,
  });
  const text = await answer.text();
  let found = text;
  try {
    found = JSON.parse(text);
  } catch {
    found = { text };
  }
  if (!answer.ok)
    throw new Error(found?.text ?? found?.error ?? `The program answered ${answer.status}.`);
  return found;
}

function showLinks(match) {
  document.getElementById("live").hidden = false;
  form.hidden = true;
  document.getElementById("links").replaceChildren(
    ...Object.keys(LINKS)
      .filter((view) => match[view])
      .map((view) => linkRow(view, match)),
  );
}

function linkRow(view, match) {
  const title = LINKS[view].title(match.names);
  const text = match.bots.includes(view) ? PLAYS_BY_ITSELF : LINKS[view].text;
  const address = new URL(match[view], location.href).href;
  const field = el("input", { readonly: true, value: address, "aria-label": `Link: ${title}` });
  field.addEventListener("focus", () => field.select());
  const copy = el(
    "button",
    { type: "button", class: "panel-button secondary", "aria-label": `Copy the link: ${title}` },
    "Copy",
  );
  copy.addEventListener("click", async () => {
    try {
      await navigator.clipboard.writeText(address);
      copy.textContent = "Copied";
    } catch {
      field.focus();
      copy.textContent = "Press Ctrl+C";
    }
    setTimeout(() => (copy.textContent = "Copy"), 2000);
  });
  const open = el(
    "a",
    {
      class: `panel-button ${view === "director" ? "primary" : "secondary"}`,
      href: address,
      target: "_blank",
      rel: "noopener",
      "aria-label": `Open: ${title}`,
    },
    "Open",
  );
  return el(
    "li",
    { "data-view": view },
    el("div", {}, el("b", {}, title), el("small", {}, text)),
    el("div", { class: "link-row" }, field, copy, open),
  );
}

function settings() {
  const value = (name) => form.elements[name].value;
  return Object.fromEntries([
    ...NUMBERS.map((name) => [name, Number(value(name))]),
    ...WORDS.map((name) => [name, value(name)]),
    ...YES_OR_NO.map((name) => [name, value(name) === "true"]),
  ]);
}

form.addEventListener("submit", async (event) => {
  event.preventDefault();
  const { dmo, candidate, bot } = form.elements;
  says.textContent = "";
  says.classList.remove("refused");
  form.querySelector("[type=submit]").disabled = true;
  try {
    showLinks(
      await matches({
        dmo: dmo.value.trim(),
        candidate: candidate.value.trim(),
        settings: settings(),
        bot: bot.value || null,
      }),
    );
    document.getElementById("live").scrollIntoView({ block: "start" });
    document.querySelector("#links a").focus({ preventScroll: true });
  } catch (error) {
    says.classList.add("refused");
    says.textContent = error.message;
  } finally {
    form.querySelector("[type=submit]").disabled = false;
  }
});

form.addEventListener("input", rename);

document.getElementById("swap").addEventListener("click", () => {
  const { dmo, candidate } = form.elements;
  [dmo.value, candidate.value] = [candidate.value, dmo.value];
  rename();
});

function rename() {
  for (const name of form.querySelectorAll("[data-name]")) {
    name.textContent = form.elements[name.dataset.name].value.trim() || "nobody yet";
  }
  for (const rounds of form.querySelectorAll("[data-rounds]")) {
    const isFirst = rounds.dataset.rounds === form.elements.first_picker.value;
    rounds.textContent = `Chooses the start role in ${isFirst ? "odd" : "even"} rounds.`;
  }
}

try {
  const { match, defaults } = await matches();
  for (const [name, value] of Object.entries(defaults ?? {})) {
    if (form.elements[name]) form.elements[name].value = String(value);
  }
  rename();
  if (match) showLinks(match);
} catch (error) {
  says.classList.add("refused");
  says.textContent = error.message;
}
