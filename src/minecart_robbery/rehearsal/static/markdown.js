/* The markdown that players and the referee use, made into elements. What isn't known stays text. */

import { el } from "./dom.js";
import { moment } from "./clock.js";

const INLINE = [
  [/^\\([!-/:-@[-`{-~])/u, (found) => found[1]],
  [
    /^\*\*((?:\\[^]|[^\\])+?)\*\*(?!\*)/u,
    (found, deep) => el("strong", {}, ...inline(found[1], deep)),
  ],
  [
    /^\*((?:\*\*|\\[^]|[^\\*\s])(?:\*\*|\\[^]|[^\\*])*?)\*(?!\*)/u,
    (found, deep) => el("em", {}, ...inline(found[1], deep)),
  ],
  [
    /^_((?:\\[^]|[^\\_])+)_(?![\p{L}\p{N}])/u,
    (found, deep) => el("em", {}, ...inline(found[1], deep)),
  ],
  [/^<t:(\d{1,16})>/u, (found) => moment(Number(found[1]))],
  [
    /^\[([^\]\n]+)\]\(#(m[\w-]{1,64})\)/u,
    (found) => el("a", { href: `#${found[2]}`, class: "jump" }, found[1]),
  ],
];
const MAY_START = /[\\`*_<[]/u;
const DEEPEST = 8;

/** A text without its markdown, in one line, for a mere mention of it. */
export function gist(text) {
  const words = text
    .replace(/\\([!-/:-@[-`{-~])|[*`]+|^(?:#{1,3}|-#) /gmu, "$1")
    .replace(/<t:\d+>/gu, "…");
  return words.replace(/\s+/gu, " ").trim();
}

/** The nodes of one line's text. */
export function inline(text, deep = 0) {
  const nodes = [];
  let plain = "";
  let rest = text;
  const flush = () => {
    if (plain) nodes.push(plain);
    plain = "";
  };
  while (rest) {
    const [length, node] = deep < DEEPEST ? first(rest, deep, plain.at(-1)) : [0, null];
    if (length) {
      flush();
      nodes.push(node);
      rest = rest.slice(length);
      continue;
    }
    const next = rest.slice(1).search(MAY_START);
    const step = next < 0 ? rest.length : next + 1;
    plain += rest.slice(0, step);
    rest = rest.slice(step);
  }
  flush();
  return nodes;
}

function first(rest, deep, before) {
  if (rest[0] === "`") return code(rest);
  for (const [pattern, made] of INLINE) {
    if (rest[0] === "_" && before && /[\p{L}\p{N}]/u.test(before)) continue;
    const found = pattern.exec(rest);
    if (found) return [found[0].length, made(found, deep + 1)];
  }
  return [0, null];
}

/** Code up to the next run of as many backticks; where there is none, these are only backticks.
 * Each run is looked at as a whole, so that a text of nothing else takes no time. */
function code(rest) {
  const length = /^`+/u.exec(rest)[0].length;
  for (const run of rest.slice(length).matchAll(/`+/gu)) {
    if (run[0].length !== length) continue;
    return [2 * length + run.index, el("code", {}, rest.slice(length, length + run.index))];
  }
  return [length, rest.slice(0, length)];
}

/** A whole text: headings, small print, lists, code blocks, and lines. */
export function rendered(text) {
  const fragment = document.createDocumentFragment();
  const lines = text.split("\n");
  let list = null;
  let paragraph = null;
  while (lines.length) {
    const line = lines.shift();
    const item = /^\s*[-*] (.+)$/u.exec(line);
    if (item) {
      paragraph = null;
      if (!list) fragment.append((list = el("ul")));
      list.append(el("li", {}, ...inline(item[1])));
      continue;
    }
    list = null;
    const block = special(line, lines);
    if (block) {
      paragraph = null;
      fragment.append(block);
    } else if (paragraph) paragraph.append(el("br"), ...inline(line));
    else if (line.trim()) fragment.append((paragraph = el("p", {}, ...inline(line))));
  }
  return fragment;
}

/** A line that is a block of its own, with the lines after it that belong to it. */
function special(line, lines) {
  const title = /^#{1,3} (.+)$/u.exec(line);
  if (title)
    return el("p", { class: "title", role: "heading", "aria-level": "4" }, ...inline(title[1]));
  const small = /^-# (.+)$/u.exec(line);
  if (small) return el("p", { class: "small" }, ...inline(small[1]));
  if (!line.startsWith("```")) return null;
  const oneLine = /^```(.+)```$/u.exec(line);
  if (oneLine) return el("pre", {}, el("code", {}, oneLine[1]));
  const end = lines.findIndex((later) => later.trimEnd().endsWith("```"));
  if (end < 0) return null;
  const inside = lines.splice(0, end + 1);
  const last = inside.pop().trimEnd().slice(0, -3);
  const opening = line.slice(3);
  const code = [
    ...(opening && !/^\w*$/u.test(opening) ? [opening] : []),
    ...inside,
    ...(last ? [last] : []),
  ];
  return el("pre", {}, el("code", {}, code.join("\n")));
}
