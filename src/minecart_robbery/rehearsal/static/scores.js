/* The two players at a glance: role, gems, rounds, and the bonus actions they have left. */

import { avatar, el, svg } from "./dom.js";
import { BONUS_NAMES, ROLE_NAMES, SEAT_NAMES, gems } from "./words.js";

/** A player's card, as it stands now. */
export function scoreCard(seat, table, names, bots) {
  const role = table.roles[seat];
  const card = el("section", { class: "score", "data-seat": seat, "data-role": role ?? "none" });
  card.setAttribute("aria-label", names[seat]);
  card.append(
    el(
      "header",
      {},
      avatar({ seat, name: names[seat] }),
      el(
        "div",
        { class: "score-who" },
        el("b", { class: "name" }, names[seat]),
        el("small", {}, bots.includes(seat) ? "automatic" : SEAT_NAMES[seat]),
      ),
      role
        ? el("span", { class: "role", "data-role": role }, roleSign(role), ROLE_NAMES[role])
        : null,
    ),
    gemBar(table.gems[seat], table.target_gems),
    rounds(table.rounds[seat], table.rounds_to_win),
    bonuses(table.bonuses?.[seat] ?? {}),
  );
  return card;
}

function roleSign(role) {
  const sign = svg("svg", { viewBox: "0 0 16 16", class: "role-sign", "aria-hidden": "true" });
  const path =
    role === "miner"
      ? "M2 6c4-5 8-5 12 0l-1 1c-2-2-3-3-4.5-3.3L8.5 15H7L6.5 3.7C5 4 4 5 3 7z"
      : "M1 5c3-1.5 11-1.5 14 0-.2 4-1.6 6-4 6-1.5 0-2-1.5-3-1.5S6.5 11 5 11C2.6 11 1.2 9 1 5zm3 1.5L6.5 8 7 6.8zm8 0L9 6.8 9.5 8z";
  sign.append(svg("path", { d: path, fill: "currentColor", "fill-rule": "evenodd" }));
  return sign;
}

function gemBar(has, target) {
  const bar = el("span", { class: "gem-bar", "aria-hidden": "true" }, el("span"));
  bar.firstChild.style.transform = `scaleX(${Math.min(1, has / target)})`;
  const text = el(
    "span",
    { class: "gem-count" },
    el("b", {}, String(has)),
    ` / ${target} `,
    el("span", {}, "gems"),
  );
  return el("div", { class: "gems", title: `${gems(has)} of ${target}` }, text, bar);
}

function rounds(won, needed) {
  const lamps = Array.from({ length: needed }, (_, at) =>
    el("i", { class: at < won ? "lit" : "", "aria-hidden": "true" }),
  );
  return el(
    "div",
    { class: "rounds" },
    el("span", {}, `Rounds ${won} / ${needed}`),
    el("span", { class: "lamps" }, lamps),
  );
}

function bonuses(used) {
  const chips = Object.entries(BONUS_NAMES).map(([kind, name]) => {
    const chip = el("li", { class: used[kind] ? "chip used" : "chip" }, name);
    chip.append(el("span", { class: "sr-only" }, used[kind] ? " played" : " left"));
    return chip;
  });
  return el("ul", { class: "chips", "aria-label": "Bonus actions" }, chips);
}
