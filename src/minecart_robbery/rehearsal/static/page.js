/* A view of a match: what the socket tells, shown; what its reader does, asked of the server. */

import { Board } from "./board.js";
import { Channel } from "./channel.js";
import { Countdown } from "./clock.js";
import { Desk } from "./desk.js";
import { el } from "./dom.js";
import { scoreCard } from "./scores.js";
import { Wire } from "./wire.js";
import { CLOCK_NAMES, TAB_NAMES, VIEW_NAMES, phaseName } from "./words.js";

const REPLAY_MS = 400;
const STATES = {
  live: "Connected",
  reconnecting: "Connection lost: reconnecting…",
  gone: "This link leads nowhere any more. Use one that the program printed when it started.",
};

const at = (id) => document.getElementById(id);
const channels = new Map();
const countdown = new Countdown();
const phase = el("h2", { class: "phase", "aria-live": "polite" });
let hello = null;
let table = null;
let board = null;
let desk = null;
let unreadWhileAway = 0;

const wire = new Wire({ hello: welcome, message: takeMessage, table: takeTable }, showState);
const ask = (type, content) => wire.ask(type, content);

function welcome(frame) {
  if (hello && (hello.match !== frame.match || hello.view !== frame.view)) return location.reload();
  const isFirst = !hello;
  hello = frame;
  if (!isFirst) return;
  document.body.dataset.view = frame.view;
  document.body.dataset.channels = frame.channels.length;
  at("who").textContent = `${VIEW_NAMES[frame.view]?.(frame.names) ?? ""} · Match ${frame.match}`;
  for (const channel of frame.channels) addChannel(channel);
  if (frame.view === "director") addDesk();
  board = new Board(frame.names);
  at("table").append(head(), el("div", { class: "scores", id: "scores" }), board.node);
  show(frame.channels.find((it) => it.id === frame.view)?.id ?? frame.channels[0].id, false);
  setTimeout(() => channels.forEach((channel) => channel.settled()), REPLAY_MS);
  retitle();
}

function head() {
  const fold = el(
    "button",
    { type: "button", class: "tool fold", "aria-expanded": "true" },
    "Hide mines",
  );
  fold.setAttribute("aria-controls", "scores mines");
  fold.addEventListener("click", () => {
    const isFolded = document.body.classList.toggle("folded");
    fold.setAttribute("aria-expanded", String(!isFolded));
    fold.textContent = isFolded ? "Show mines" : "Hide mines";
  });
  return el("header", { class: "table-head" }, phase, fold, countdown.node);
}

function addChannel(description) {
  const channel = new Channel(description, hello.view, hello.names, ask);
  channels.set(channel.id, channel);
  at("channels").append(channel.node);
  const isOneOfMany = hello.view === "director" || channel.id === "dm";
  const short = isOneOfMany ? TAB_NAMES[channel.id](hello.names) : channel.title;
  at("nav").append(tab(channel.id, channel.title, short));
}

function addDesk() {
  desk = new Desk(at("desk"), hello.names, ask);
  at("nav").append(tab("desk", "Host’s desk", "Desk"));
}

function tab(id, title, short) {
  const unread = el("span", { class: "unread", hidden: true });
  const names = [
    el("span", { class: "tab-name" }, title),
    el("span", { class: "tab-short" }, short),
  ];
  const button = el("button", { type: "button", class: "tab", "data-shows": id }, names, unread);
  button.addEventListener("click", () => show(id, true));
  return button;
}

/** Bring a channel, or the desk, to the front where there is room for one only. */
function show(id, takesFocus) {
  document.body.dataset.shown = id;
  for (const button of at("nav").children) {
    const isThis = button.dataset.shows === id;
    button.toggleAttribute("data-current", isThis);
    if (isThis) button.setAttribute("aria-current", "true");
    else button.removeAttribute("aria-current");
  }
  for (const channel of channels.values())
    channel.node.classList.toggle("current", channel.id === id);
  const channel = channels.get(id);
  if (!channel) return;
  clearUnread(id);
  channel.toNewest();
  if (takesFocus) channel.composer.focus();
}

function takeMessage(message) {
  const channel = channels.get(message.channel);
  if (!channel || !channel.take(message)) return;
  if (channel.log.getAttribute("aria-live") === "off") return;
  if (!channel.isShown) addUnread(channel.id);
  if (document.hidden) unreadWhileAway += 1;
  retitle();
}

function takeTable(frame) {
  if (table && frame.n < table.n) return;
  table = frame;
  const name = phaseName(frame, hello.names);
  if (phase.textContent !== name) phase.textContent = name;
  document.body.dataset.phase = frame.phase;
  const clock = CLOCK_NAMES[frame.phase] ?? "";
  countdown.restart(frame.deadline_ms, frame.length_ms, clock, frame.phase !== "break");
  at("scores").replaceChildren(
    ...["dmo", "candidate"].map((seat) => scoreCard(seat, frame, hello.names, hello.bots)),
  );
  board.show(frame);
  desk?.show(frame.phase);
  retitle();
}

function showState(state) {
  const line = at("wire");
  line.dataset.state = state;
  line.textContent = STATES[state];
  document.body.dataset.wire = state;
}

function unreadOf(id) {
  return at("nav").querySelector(`[data-shows="${id}"] .unread`);
}

function addUnread(id) {
  const badge = unreadOf(id);
  badge.textContent = String(Number(badge.textContent) + 1);
  badge.setAttribute("aria-label", `${badge.textContent} new`);
  badge.hidden = false;
}

function clearUnread(id) {
  const badge = unreadOf(id);
  badge.textContent = "";
  badge.hidden = true;
}

function retitle() {
  const count = unreadWhileAway ? `(${unreadWhileAway}) ` : "";
  const where = table ? `${phaseName(table, hello.names)} · ` : "";
  document.title = `${count}${where}${VIEW_NAMES[hello.view]?.(hello.names) ?? ""} · Minecart Robbery`;
}

document.addEventListener("visibilitychange", () => {
  if (document.hidden || !hello) return;
  unreadWhileAway = 0;
  retitle();
});

document.addEventListener("click", (event) => {
  const link = event.target.closest?.("a.jump");
  const target = link && at(link.hash.slice(1));
  if (!link) return;
  event.preventDefault();
  if (!target) return;
  target.scrollIntoView({ block: "center" });
  target.classList.add("pointed-at");
  setTimeout(() => target.classList.remove("pointed-at"), 1500);
});
