/* The three mines, drawn: stashes, carts, tracks, switches where joins are, and the last turn. */

import { el, svg } from "./dom.js";
import { TRACKS, TRACK_NAMES, boardInWords, lastTurn } from "./words.js";

const ROW = 48;
const MOUTH = 66;
const START = MOUTH + 46;
const HOME = 46;
const BEND = 54;
const ROOM_FOR_WORDS = 260;
const MOST_GEMS = 9;
const TRIP_MS = 1_700;
const GEMS = {
  north: "M-4.5-2.6L0-5.2 4.5-2.6V2.6L0 5.2-4.5 2.6z",
  central: "M0-6L5 0 0 6-5 0z",
  south: "M-5-2L-2.5-5H2.5L5-2 0 5z",
};

/** The drawing, with a caption. It is drawn anew for each state of the table, to fit its width. */
export class Board {
  constructor(names) {
    this.names = names;
    this.drawing = svg("svg", { class: "mines", role: "img", "aria-labelledby": "mines-text" });
    this.words = el("p", { class: "sr-only", id: "mines-text" });
    this.caption = el("figcaption");
    this.node = el(
      "figure",
      { class: "board", id: "mines" },
      this.drawing,
      this.words,
      this.caption,
    );
    this.tripStart = null;
    this.frame = null;
    new ResizeObserver(() => this.draw()).observe(this.node);
  }

  show(table) {
    const before = this.table;
    const hasRun =
      before && table.cart && JSON.stringify(before.cart) !== JSON.stringify(table.cart);
    this.table = table;
    if (hasRun && !matchMedia("(prefers-reduced-motion: reduce)").matches)
      this.tripStart = performance.now();
    this.words.textContent = boardInWords(table, this.names);
    this.caption.textContent = table.cart ? lastTurn(table.cart, this.names) : this.before(table);
    this.draw();
  }

  before(table) {
    if (table.phase === "waiting") return "The mines are still shut.";
    return table.turn > 1 ? "No cart ran in the last turn." : "No cart has run yet.";
  }

  draw() {
    const width = Math.round(this.node.clientWidth);
    if (!this.table || width < 200) return;
    this.width = width;
    this.end = width - HOME;
    this.drawing.setAttribute("viewBox", `0 0 ${width} ${ROW * 3}`);
    this.drawing.setAttribute("width", width);
    this.drawing.setAttribute("height", ROW * 3);
    const mines = TRACKS.map(
      (track) =>
        this.table.mines.find((mine) => mine.track === track) ?? {
          track,
          stash: 0,
          runs_to: [track],
        },
    );
    const reached = new Set(mines.map((mine) => routeOf(mine.track, mine.runs_to).at(-1)));
    this.drawing.replaceChildren(
      ...TRACKS.map((track) => this.track(track, reached.has(track))),
      ...mines.flatMap((mine) => this.switches(mine)),
      ...mines.map((mine) => this.mine(mine)),
      ...this.lastTrip(),
    );
    if (this.tripStart !== null) this.run();
  }

  yOf(track) {
    return TRACKS.indexOf(track) * ROW + ROW - 10;
  }

  track(track, isReached) {
    const y = this.yOf(track);
    const group = svg("g", { class: isReached ? "track" : "track empty", "data-track": track });
    group.append(svg("path", { class: "ties", d: `M${START} ${y}H${this.end}` }));
    for (const side of [-3, 3])
      group.append(svg("path", { class: "rail", d: `M${START} ${y + side}H${this.end}` }));
    group.append(
      svg("path", { class: "home", d: `M${this.end + 4} ${y + 8}v-22l17-11 17 11v22z` }),
    );
    group.append(svg("path", { class: "home-door", d: `M${this.end + 13} ${y + 8}v-14h16v14z` }));
    if (!isReached) {
      const length = this.end - START;
      const x = START + length * 0.62;
      const sign = svg(
        "text",
        { class: "no-cart", x, y: y - 9, "text-anchor": "middle" },
        "no cart",
      );
      if (length > ROOM_FOR_WORDS) group.append(sign);
      group.append(svg("path", { class: "barrier", d: `M${x - 8} ${y - 6}l16 12m0-12l-16 12` }));
    }
    return group;
  }

  /** Where a cart's route changes tracks: the first change nearest to the mines. */
  bends(route) {
    const room = this.end - START - 90;
    return route.slice(1).map((to, at) => ({
      from: route[at],
      to,
      x: START + 58 + (room * at) / Math.max(3, route.length),
    }));
  }

  /** The rails from track to track that joins have made, and the way a cart takes over them. */
  switches(mine) {
    const route = routeOf(mine.track, mine.runs_to);
    if (route.length < 2) return [];
    const drawn = this.bends(route).map(({ from, to, x }) => {
      const group = svg("g", { class: "switch" });
      const bend = (side) =>
        `M${x} ${this.yOf(from) + side}` +
        curve(x, this.yOf(from) + side, x + BEND, this.yOf(to) + side);
      group.append(svg("path", { class: "ties", d: bend(0) }));
      for (const side of [-3, 3]) group.append(svg("path", { class: "rail", d: bend(side) }));
      group.append(svg("circle", { class: "lever", cx: x, cy: this.yOf(from), r: 5 }));
      return group;
    });
    const way = svg("path", {
      class: "way",
      d: this.path(route, this.end - 6),
      "data-track": mine.track,
    });
    return [...drawn, way];
  }

  /** A route as a path, from its mine to `end` on the last track. */
  path(route, end) {
    const start = `M${START + 22} ${this.yOf(route[0])}`;
    const bends = this.bends(route).map(
      ({ from, to, x }) =>
        `L${x} ${this.yOf(from)}${curve(x, this.yOf(from), x + BEND, this.yOf(to))}`,
    );
    return `${start}${bends.join("")}L${end} ${this.yOf(route.at(-1))}`;
  }

  mine({ track, stash }) {
    const y = this.yOf(track);
    const group = svg("g", { class: "mine", "data-track": track });
    group.append(svg("text", { class: "mine-name", x: 2, y: y - 12 }, TRACK_NAMES[track]));
    group.append(
      svg("text", { class: "mine-stash", x: 2, y: y + 4 }, stash === 1 ? "1 gem" : `${stash} gems`),
    );
    group.append(
      svg("path", { class: "rock", d: `M${MOUTH - 6} ${y + 8}l3-24 12-16 14-2 14 12 7 14 2 16z` }),
    );
    group.append(
      svg("path", { class: "mouth", d: `M${MOUTH + 4} ${y + 8}v-17q0-12 13-12t13 12v17z` }),
    );
    group.append(svg("path", { class: "timber", d: `M${MOUTH + 3} ${y + 8}v-21h28v21` }));
    const cart = svg("g", { transform: `translate(${START + 22} ${y})` });
    cart.append(...heap(track, stash), ...cartShape(String(stash)));
    group.append(cart);
    return group;
  }

  /** The last settled turn: where the cart went, what it carried, and where the thief stood. */
  lastTrip() {
    this.traveller = null;
    const { cart } = this.table;
    if (!cart) return [];
    const drawn = [];
    const thief = cart.miner === "dmo" ? "candidate" : "dmo";
    const route = routeOf(cart.from, cart.to);
    const guardAt = this.end - 34;
    const isStolen = cart.taken_by === thief;
    this.trip = svg("path", {
      class: "trip",
      "data-track": cart.from,
      d: this.path(route, isStolen ? guardAt - 34 : this.end - 2),
    });
    drawn.push(this.trip);
    if (cart.guard) drawn.push(guard(guardAt, this.yOf(cart.guard), isStolen));
    this.traveller = svg("g", { class: "traveller", "data-track": cart.from });
    this.traveller.append(
      ...heap(cart.from, Math.min(cart.gems, 5)),
      ...cartShape(String(cart.gems)),
    );
    this.place(1);
    return [...drawn, this.traveller];
  }

  place(part) {
    const point = this.trip.getPointAtLength(this.trip.getTotalLength() * part);
    this.traveller.setAttribute(
      "transform",
      `translate(${point.x.toFixed(1)} ${point.y.toFixed(1)})`,
    );
  }

  run() {
    cancelAnimationFrame(this.frame);
    const step = () => {
      const part = Math.min(1, (performance.now() - this.tripStart) / TRIP_MS);
      if (this.traveller) this.place(part * part * (3 - 2 * part));
      if (part < 1) this.frame = requestAnimationFrame(step);
      else this.tripStart = null;
    };
    step();
  }
}

/** All tracks of a route in order, its mine's own first. */
function routeOf(from, runs_to) {
  const route = runs_to[0] === from ? [...runs_to] : [from, ...runs_to];
  return route.filter((track, at) => track !== route[at - 1]);
}

/** A bend from a point that has been reached to another one, further right. */
function curve(x, y, toX, toY) {
  const half = (toX - x) / 2;
  return `C${x + half} ${y} ${toX - half} ${toY} ${toX} ${toY}`;
}

/** Gems lying in a cart: rows of three, and no more than can be told apart. */
function heap(track, stash) {
  const many = Math.min(stash, MOST_GEMS);
  return Array.from({ length: many }, (_, at) => {
    const row = at < 4 ? 0 : at < 7 ? 1 : 2;
    const inRow = at - [0, 4, 7][row];
    const of = Math.min([4, 3, 2][row], many - [0, 4, 7][row]);
    const x = (inRow - (of - 1) / 2) * 8.5;
    return svg("path", {
      class: "gem",
      "data-track": track,
      d: GEMS[track],
      transform: `translate(${x} ${-18 - row * 6.5}) scale(.8)`,
    });
  });
}

function cartShape(number) {
  return [
    svg("path", { class: "cart", d: "M-19-16H19L14-3H-14z" }),
    svg("text", { class: "cart-number", x: 0, y: -5.5, "text-anchor": "middle" }, number),
    ...[-9, 9].map((x) => svg("circle", { class: "wheel", cx: x, cy: -1, r: 3.5 })),
  ];
}

function guard(x, y, caught) {
  const group = svg("g", {
    class: caught ? "guard caught" : "guard",
    transform: `translate(${x} ${y})`,
  });
  group.append(
    svg("path", { class: "lantern-light", d: "M-6-14L-34-22V4L-6-8z" }),
    svg("path", { class: "coat", d: "M-8 4Q-8-14 0-14T8 4z" }),
    svg("circle", { class: "head", cx: 0, cy: -18, r: 6 }),
    svg("path", { class: "mask", d: "M-6-20H6V-16H-6z" }),
    svg("path", { class: "hat", d: "M-9-22H9L6-24 5-29H-5L-6-24z" }),
  );
  return group;
}
