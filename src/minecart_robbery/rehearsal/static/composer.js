/* Where a channel is written in: as whom, and what. */

import { avatar, el } from "./dom.js";
import { rendered } from "./markdown.js";

const MOST = 2000;

/** The composer of one channel; `say(as, text)` gives the server's answer as a promise. */
export class Composer {
  constructor(channel, names, { say, editLast, switched }) {
    this.channel = channel;
    this.names = names;
    this.does = { say, editLast, switched };
    this.writer = this.remembered();
    this.notes = el("div", { class: "notes", role: "status" });
    this.node = el("div", { class: "composer" }, this.notes);
    if (!channel.writers.length) {
      this.node.append(
        el(
          "p",
          { class: "reads-only" },
          "You read along here; only the players and the host write.",
        ),
      );
      return;
    }
    this.area = this.textArea();
    const send = el("button", { type: "submit", class: "send" }, "Send");
    const form = el("form", { class: "write" }, this.area, send);
    form.addEventListener("submit", (event) => {
      event.preventDefault();
      this.send();
    });
    this.node.append(this.writers(), form);
    this.renamed();
  }

  get key() {
    return `writer ${location.pathname} ${this.channel.id}`;
  }

  remembered() {
    const { writers, id } = this.channel;
    const kept = sessionStorage.getItem(this.key);
    if (writers.includes(kept)) return kept;
    return writers.includes(id)
      ? id
      : (writers.find((seat) => seat !== "host") ?? writers[0] ?? null);
  }

  /** Who can write here, with the one marked who does. */
  writers() {
    const { writers, id, title } = this.channel;
    if (writers.length === 1) {
      const by = this.person(writers[0]);
      return el(
        "p",
        { class: "writers" },
        el("span", { class: "writes-as" }, "Writing as"),
        avatar(by, true),
        el("b", {}, by.name),
      );
    }
    const group = el(
      "fieldset",
      { class: "writers" },
      el("legend", { class: "writes-as" }, "Writing as"),
    );
    group.setAttribute("aria-label", `Write in ${title} as`);
    for (const seat of writers) {
      const by = this.person(seat);
      const choice = el("input", { type: "radio", name: `writer-${id}`, value: seat });
      choice.checked = seat === this.writer;
      choice.addEventListener("change", () => this.switchTo(seat));
      group.append(
        el(
          "label",
          { class: "writer", "data-seat": seat },
          choice,
          avatar(by, true),
          el("span", {}, by.name),
        ),
      );
    }
    return group;
  }

  person(seat) {
    return { seat, name: this.names[seat] };
  }

  switchTo(seat) {
    this.writer = seat;
    sessionStorage.setItem(this.key, seat);
    this.renamed();
    this.does.switched();
  }

  renamed() {
    const name = this.names[this.writer];
    this.area.setAttribute("aria-label", `Message in ${this.channel.title} as ${name}`);
    this.area.placeholder = `Message as ${name}`;
  }

  textArea() {
    const area = el("textarea", {
      rows: 1,
      maxlength: MOST,
      enterkeyhint: "send",
      autocomplete: "off",
    });
    area.addEventListener("keydown", (event) => {
      if (event.isComposing) return;
      if (event.key === "Enter" && !event.shiftKey) {
        event.preventDefault();
        this.send();
      } else if (event.key === "ArrowUp" && !area.value && this.does.editLast(this.writer)) {
        event.preventDefault();
      }
    });
    return area;
  }

  async send() {
    const text = this.area.value.trim();
    if (!text) return;
    this.area.value = "";
    const isSlow = setTimeout(() => this.node.classList.add("sending"), 400);
    const answer = await this.does.say(this.writer, text);
    clearTimeout(isSlow);
    this.node.classList.remove("sending");
    if (!answer.ok && !this.area.value) this.area.value = text;
    this.told(answer);
  }

  /** Show what the server says to whoever did something here; nothing takes the last word away. */
  told({ ok, text }) {
    this.notes.replaceChildren();
    if (!text) return;
    const close = el(
      "button",
      { type: "button", class: "tool", onclick: () => this.notes.replaceChildren() },
      "Dismiss",
    );
    this.notes.append(
      el("div", { class: ok ? "note" : "note refused" }, el("div", {}, rendered(text)), close),
    );
  }

  focus() {
    this.area?.focus();
  }
}
