/* The page's socket: comes back by itself, catches up, and asks nothing twice. */

import { setClock } from "./clock.js";

const FIRST_WAIT_MS = 300;
const LONGEST_WAIT_MS = 8_000;
const GONE = [1008, 4004];

/**
 * One socket to the server, for as long as the page lives.
 *
 * `hears` has a function for each type of frame; `shows` is told "live", "reconnecting" or "gone".
 */
export class Wire {
  constructor(hears, shows) {
    this.hears = hears;
    this.shows = shows;
    this.seen = 0;
    this.waiting = new Map();
    this.failures = 0;
    this.timer = null;
    this.open();
    const hurry = () => document.visibilityState === "visible" && this.hurry();
    document.addEventListener("visibilitychange", hurry);
    window.addEventListener("online", hurry);
  }

  open() {
    clearTimeout(this.timer);
    this.timer = null;
    const address = new URL(`${location.pathname.replace(/\/$/u, "")}/socket`, location.href);
    address.protocol = location.protocol === "https:" ? "wss:" : "ws:";
    address.searchParams.set("after", String(this.seen));
    const socket = new WebSocket(address);
    this.socket = socket;
    socket.addEventListener("message", (event) => this.hear(JSON.parse(event.data)));
    socket.addEventListener("close", (event) => this.closed(socket, event.code));
  }

  hurry() {
    if (this.timer !== null) this.open();
  }

  closed(socket, code) {
    if (socket !== this.socket) return;
    this.isLive = false;
    if (GONE.includes(code)) return this.shows("gone");
    this.shows("reconnecting");
    const wait = Math.min(LONGEST_WAIT_MS, FIRST_WAIT_MS * 2 ** this.failures);
    this.failures += 1;
    this.timer = setTimeout(() => this.open(), wait * (0.75 + Math.random() / 2));
  }

  hear(frame) {
    if (typeof frame.n === "number") this.seen = Math.max(this.seen, frame.n);
    if (frame.type === "hello") this.welcomed(frame);
    else if (frame.type === "done") this.answered(frame);
    else if (frame.type === "time") setClock(frame.now_ms);
    else this.hears[frame.type]?.(frame);
  }

  welcomed(hello) {
    setClock(hello.now_ms);
    this.failures = 0;
    this.isLive = true;
    this.hears.hello(hello);
    this.shows("live");
    for (const asked of this.waiting.values()) this.post(asked);
  }

  /** Ask the server to do something; the promise gives its answer, however late. */
  ask(type, content) {
    const frame = { type, request: crypto.randomUUID(), ...content };
    return new Promise((resolve) => {
      const asked = { frame, resolve, posts: 0 };
      this.waiting.set(frame.request, asked);
      if (this.isLive) this.post(asked);
    });
  }

  /** Send it; once more, if the connection broke before the answer, and then give up. */
  post(asked) {
    if (asked.posts === 2) {
      this.answered({
        request: asked.frame.request,
        ok: false,
        text: "No answer came. Please try again.",
      });
      return;
    }
    asked.posts += 1;
    this.socket.send(JSON.stringify(asked.frame));
  }

  answered(done) {
    const asked = this.waiting.get(done.request);
    this.waiting.delete(done.request);
    asked?.resolve(done);
  }
}
