/* The host's desk: what a host can do just now. */

import { el } from "./dom.js";
import { rendered } from "./markdown.js";

const RUNNING = ["ready", "role", "break", "turn"];
const ENDED = ["over", "called_off"];
const WHEN = {
  start: ["waiting"],
  skip_ready: ["ready"],
  pause: RUNNING,
  resume: ["paused"],
  starter: ["waiting", "paused", ...RUNNING],
  call_off: ["waiting", "paused", ...RUNNING],
  status: ["waiting", "paused", ...ENDED, ...RUNNING],
};

/** The desk, drawn into `node`; `ask(type, content)` puts a request to the server. */
export class Desk {
  constructor(node, names, ask) {
    this.node = node;
    this.ask = ask;
    this.answer = el("div", { class: "desk-says", role: "status" });
    this.commands = {
      start: this.button("Start the match", "primary", () =>
        this.do("start", { skip_ready: false }),
      ),
      skip_ready: this.button("Skip the ready check", "primary", () => this.do("skip_ready")),
      pause: this.button("Pause", "secondary", () => this.do("pause")),
      resume: this.button("Resume", "primary", () => this.do("resume")),
      status: this.button("Status", "secondary", () => this.do("status")),
      starter: this.starter(names),
      call_off: this.callOff(),
    };
    const title = el("h2", { id: "desk-title" }, "Host’s desk");
    const { starter, call_off, ...atOnce } = this.commands;
    this.next = el(
      "p",
      { class: "desk-next", hidden: true },
      "To set up the next match, load the page on which you set up this one.",
    );
    const rows = [...Object.values(atOnce), this.answer, starter, call_off, this.next];
    node.replaceChildren(title, el("div", { class: "desk-rows" }, rows));
    node.hidden = false;
  }

  button(label, tone, click) {
    return el("button", { type: "button", class: `panel-button ${tone}`, onclick: click }, label);
  }

  starter(names) {
    const rounds = el(
      "select",
      { name: "rounds" },
      el("option", { value: "odd" }, "odd rounds"),
      el("option", { value: "even" }, "even rounds"),
    );
    for (let number = 1; number <= 17; number += 1)
      rounds.append(el("option", { value: number }, `round ${number}`));
    const player = el(
      "select",
      { name: "player" },
      el("option", { value: "dmo" }, names.dmo),
      el("option", { value: "candidate" }, names.candidate),
    );
    const role = el(
      "select",
      { name: "role" },
      el("option", { value: "" }, "chooses the role"),
      el("option", { value: "thief" }, "starts as thief"),
      el("option", { value: "miner" }, "starts as miner"),
    );
    const form = el(
      "form",
      {},
      field("Rounds", rounds),
      field("Player", player),
      field("How", role),
    );
    form.append(el("button", { type: "submit", class: "panel-button secondary" }, "Set the starter"));
    form.addEventListener("submit", (event) => {
      event.preventDefault();
      this.do("starter", { rounds: rounds.value, player: player.value, role: role.value || null });
    });
    return el("details", {}, el("summary", {}, "Who starts"), form);
  }

  callOff() {
    const reason = el("input", { name: "reason", maxlength: 200, autocomplete: "off" });
    const form = el("form", {}, field("Reason, shown to all", reason));
    form.append(el("button", { type: "submit", class: "panel-button danger" }, "Call the match off"));
    form.addEventListener("submit", (event) => {
      event.preventDefault();
      this.do("call_off", { reason: reason.value.trim() });
    });
    return el("details", {}, el("summary", {}, "Call off"), form);
  }

  /** Offer what can be done in this phase. */
  show(phase) {
    this.next.hidden = !ENDED.includes(phase);
    for (const [command, node] of Object.entries(this.commands)) {
      const isOf = WHEN[command].includes(phase);
      if (!isOf && node.contains(document.activeElement)) this.commands.status.focus();
      node.hidden = !isOf;
    }
  }

  async do(command, given = {}) {
    const { ok, text } = await this.ask("desk", { command, arguments: given });
    this.answer.replaceChildren();
    this.answer.classList.toggle("refused", !ok);
    if (text) this.answer.append(rendered(text));
  }
}

function field(label, control) {
  return el("label", { class: "field" }, el("span", {}, label), control);
}
