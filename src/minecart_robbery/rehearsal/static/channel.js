/* One channel: its messages in their order, and its composer. */

import { Composer } from "./composer.js";
import { el } from "./dom.js";
import { editorOf, messageNode } from "./message.js";

const TOGETHER_MS = 5 * 60_000;
const NEAR_PX = 80;

/** A channel of the view; `ask(type, content)` puts a request to the server. */
export class Channel {
  constructor(channel, view, names, ask) {
    this.id = channel.id;
    this.title = channel.title;
    this.writers = channel.writers;
    this.view = view;
    this.names = names;
    this.ask = ask;
    this.messages = new Map();
    this.nodes = new Map();
    this.order = [];
    this.editing = null;
    this.composer = new Composer(channel, names, {
      say: (as, text) => ask("say", { as, channel: this.id, text }),
      editLast: (as) => this.editLast(as),
      switched: () => this.drawPanels(),
    });
    this.build();
  }

  build() {
    const start = el(
      "div",
      { class: "beginning" },
      el("p", { class: "title" }, this.title),
      el("p", {}, this.purpose()),
    );
    this.log = el("div", { class: "log", role: "log", "aria-live": "off", tabindex: "0" }, start);
    this.log.setAttribute("aria-label", `Messages in ${this.title}`);
    this.jump = el(
      "button",
      { type: "button", class: "to-newest", hidden: true, onclick: () => this.toNewest() },
      "Newest messages ↓",
    );
    const heading = el("h2", { class: "channel-name", "data-channel": this.id }, this.title);
    this.node = el("section", {
      class: "channel",
      "data-channel": this.id,
      "aria-label": this.title,
    });
    this.node.append(
      heading,
      el("div", { class: "scroll" }, this.log, this.jump),
      this.composer.node,
    );
    this.log.addEventListener("scroll", () => (this.jump.hidden = this.isAtEnd()), {
      passive: true,
    });
    new ResizeObserver(() => this.wasAtEnd && this.toNewest()).observe(this.log);
  }

  purpose() {
    if (this.id === "dm")
      return "The Death Match channel. Bonus actions are played and start roles chosen here, before everybody.";
    const who = this.id === this.view ? "you" : this.names[this.id];
    return `Secret picks are made here. Only ${who}, the host and the referee can read this.`;
  }

  /** From now on new messages are read out; before, they are only history. */
  settled() {
    this.log.setAttribute("aria-live", "polite");
    this.toNewest();
  }

  /** Take in a new or changed message. Gives whether it is a new one of somebody else. */
  take(message) {
    const known = this.messages.get(message.id);
    if (known && known.n >= message.n) return false;
    const wasAtEnd = this.isAtEnd();
    this.messages.set(message.id, message);
    if (this.editing === message.id && !message.deleted) return false;
    if (message.deleted) this.drop(message.id);
    else this.draw(message);
    this.answersTo(message.id);
    if (wasAtEnd) this.toNewest();
    else this.jump.hidden = this.isAtEnd();
    return !known && !message.deleted;
  }

  draw(message) {
    const replied = message.reply_to ? this.standing(message.reply_to) : null;
    const node = messageNode(message, {
      names: this.names,
      view: this.view,
      replied,
      does: this.does(),
    });
    const old = this.nodes.get(message.id);
    this.nodes.set(message.id, node);
    if (old) this.replace(old, node);
    else this.insert(message, node);
    this.group(this.order.indexOf(message.id));
  }

  /** Put a changed message in the place of the old one, without losing the reader's focus. */
  replace(old, node) {
    const focused = old.contains(document.activeElement) ? document.activeElement : null;
    old.replaceWith(node);
    if (!focused) return;
    const says = focused.dataset.says;
    const same =
      says && [...node.querySelectorAll("[data-says]")].find((it) => it.dataset.says === says);
    if (same) same.focus();
    else if (focused.closest(".button-panel")) (node.querySelector(".panel-button") ?? this.log).focus();
    else this.composer.focus();
  }

  insert(message, node) {
    let at = this.order.length;
    while (at > 0 && isBefore(message, this.messages.get(this.order[at - 1]))) at -= 1;
    const next = this.nodes.get(this.order[at]);
    this.order.splice(at, 0, message.id);
    this.log.insertBefore(node, next ?? null);
  }

  drop(id) {
    const at = this.order.indexOf(id);
    if (this.editing === id) this.editing = null;
    if (at < 0) return;
    const node = this.nodes.get(id);
    if (node.contains(document.activeElement)) this.composer.focus();
    node.remove();
    this.nodes.delete(id);
    this.order.splice(at, 1);
    this.group(at);
  }

  /** What several messages of one person in a row look like: the first has the name. */
  group(at) {
    for (const index of [at, at + 1]) {
      const message = this.messages.get(this.order[index]);
      const before = this.messages.get(this.order[index - 1]);
      if (!message) continue;
      const goesOn =
        before &&
        before.by.seat === message.by.seat &&
        before.by.name === message.by.name &&
        !message.reply_to &&
        before.private_to === message.private_to &&
        message.at_ms - before.at_ms < TOGETHER_MS;
      this.nodes.get(message.id).classList.toggle("goes-on", Boolean(goesOn));
    }
  }

  standing(id) {
    const message = this.messages.get(id);
    return message && !message.deleted ? message : null;
  }

  answersTo(id) {
    for (const message of this.messages.values()) {
      if (message.reply_to === id && !message.deleted && this.nodes.has(message.id))
        this.draw(message);
    }
  }

  drawPanels() {
    for (const id of this.order) {
      const message = this.messages.get(id);
      if (message.panel?.length && this.editing !== id) this.draw(message);
    }
  }

  does() {
    return {
      mayEdit: (message) => this.isOwn(message),
      mayDelete: (message) => this.isOwn(message) || this.writers.includes("host"),
      presses: (message) => (this.writers.length > 1 ? this.names[this.presser(message)] : null),
      press: async (message, says) => {
        const answer = await this.ask("press", {
          as: this.presser(message),
          message: message.id,
          says,
        });
        this.composer.told(answer);
      },
      edit: (message) => this.edit(message),
      remove: async (message) =>
        this.composer.told(
          await this.ask("delete", {
            as: this.isOwn(message) ? message.by.seat : "host",
            message: message.id,
          }),
        ),
    };
  }

  isOwn(message) {
    return this.writers.includes(message.by.seat) && !message.private_to;
  }

  /** As whom a panel is pressed: what is shown to one person, only that person presses. */
  presser(message) {
    return message.private_to ?? this.composer.writer ?? this.view;
  }

  editLast(as) {
    const own = this.order
      .map((id) => this.messages.get(id))
      .filter((it) => it.by.seat === as && this.isOwn(it));
    if (!own.length) return false;
    this.edit(own.at(-1));
    return true;
  }

  edit(message) {
    if (this.editing) this.edited(this.editing);
    this.editing = message.id;
    const { area, node } = editorOf(message, async (text) => {
      const as = message.by.seat;
      this.edited(message.id);
      this.composer.focus();
      if (text === null) return;
      this.composer.told(await this.ask("edit", { as, message: message.id, text }));
    });
    this.nodes.get(message.id).querySelector(".body").replaceWith(node);
    area.focus();
    area.setSelectionRange(area.value.length, area.value.length);
  }

  edited(id) {
    this.editing = null;
    const message = this.standing(id);
    if (message) this.draw(message);
  }

  isAtEnd() {
    const { scrollTop, scrollHeight, clientHeight } = this.log;
    this.wasAtEnd = scrollHeight - scrollTop - clientHeight < NEAR_PX;
    return this.wasAtEnd;
  }

  toNewest() {
    this.log.scrollTop = this.log.scrollHeight;
    this.wasAtEnd = true;
    this.jump.hidden = true;
  }

  get isShown() {
    return this.node.offsetParent !== null;
  }
}

/** Whether a message was written before another one; ids are too long to be numbers here. */
function isBefore(one, other) {
  if (one.at_ms !== other.at_ms) return one.at_ms < other.at_ms;
  if (one.id.length !== other.id.length) return one.id.length < other.id.length;
  return one.id < other.id;
}
