/* Time as the server has it: a running countdown, and moments that tick. */

import { el } from "./dom.js";
import { fromNow } from "./words.js";

const URGENT_MS = 10_000;
const TICK_MS = 200;
let ahead = 0;

/** The server's clock, in ms. Between two things that it says, the page's stopwatch goes on, which
 * is not set as the clock of the machine is. In a sleep it may stand still. */
export function now() {
  return performance.now() + ahead;
}

/** Set by what the server says of its own clock, every few seconds (S58). */
export function setClock(now_ms) {
  ahead = now_ms - performance.now();
}

/** A moment, as its reader sees it just now: "in 34 s". */
export function moment(ms) {
  const time = el("time", {
    class: "ticking",
    datetime: isoOf(ms),
    title: clockTime(ms, true),
    "data-ms": ms,
  });
  tick(time);
  return time;
}

function tick(time) {
  const text = fromNow(Number(time.dataset.ms) - now());
  if (time.textContent !== text) time.textContent = text;
}

setInterval(() => document.querySelectorAll("time.ticking").forEach(tick), TICK_MS);

/** "14:07", or with seconds "14:07:31". */
export function clockTime(ms, seconds = false) {
  const parts = { hour: "2-digit", minute: "2-digit", hourCycle: "h23" };
  return new Date(ms).toLocaleTimeString(
    "en-GB",
    seconds ? { ...parts, second: "2-digit" } : parts,
  );
}

/** A moment for machines; empty for one that no calendar has. */
export function isoOf(ms) {
  const date = new Date(ms);
  return Number.isNaN(date.getTime()) ? "" : date.toISOString();
}

/** A big countdown: "0:34". `restart` gives it another deadline, or none; one that
 * `presses` is shown to be urgent in the end. */
export class Countdown {
  constructor() {
    this.digits = el("span", { class: "digits" });
    this.label = el("span", { class: "clock-label" });
    this.bar = el("span", { class: "clock-bar", "aria-hidden": "true" }, el("span"));
    this.warning = el("span", { class: "sr-only", role: "status" });
    const face = { class: "clock-face", role: "timer", "aria-live": "off" };
    this.node = el("div", { class: "clock" }, el("div", face, this.digits, this.label), this.bar);
    this.node.append(this.warning);
    this.deadline = null;
    setInterval(() => this.show(), TICK_MS);
  }

  restart(deadline_ms, length_ms, label, presses = true) {
    this.deadline = deadline_ms;
    this.length = length_ms || 0;
    this.label.textContent = label;
    this.presses = presses;
    this.warned = false;
    this.show();
  }

  show() {
    const left = this.deadline === null ? 0 : Math.max(0, this.deadline - now());
    const isUrgent = this.presses && this.deadline !== null && left <= URGENT_MS;
    this.node.classList.toggle("urgent", isUrgent);
    this.node.classList.toggle("idle", this.deadline === null);
    const seconds = Math.ceil(left / 1000);
    const text = `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, "0")}`;
    const shown = this.deadline === null ? "–:––" : text;
    if (this.digits.textContent !== shown) this.digits.textContent = shown;
    const part = this.length ? Math.min(1, left / this.length) : 0;
    this.bar.firstChild.style.transform = `scaleX(${part.toFixed(3)})`;
    if (isUrgent && !this.warned && left > 0) {
      this.warned = true;
      this.warning.textContent = `${seconds} seconds left`;
    } else if (!isUrgent) this.warning.textContent = "";
  }
}
