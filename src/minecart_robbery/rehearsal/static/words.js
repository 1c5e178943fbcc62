/* What the page itself says. What is said in the match comes from the server, word for word. */

export const TRACKS = ["north", "central", "south"];
export const TRACK_NAMES = { north: "North", central: "Central", south: "South" };
export const ROLE_NAMES = { miner: "Miner", thief: "Thief" };
export const SEAT_NAMES = { dmo: "DMO", candidate: "Candidate", host: "Host", bot: "Referee" };
export const BONUS_NAMES = { accelerate: "Accelerate", join: "Join" };

export const VIEW_NAMES = {
  director: () => "Director’s view",
  dmo: (names) => `${names.dmo}’s seat`,
  candidate: (names) => `${names.candidate}’s seat`,
  spectator: () => "Spectators",
};

/** The channels' names where there is little room. */
export const TAB_NAMES = {
  dm: () => "DM channel",
  dmo: (names) => names.dmo,
  candidate: (names) => names.candidate,
};

/** "1 gem", "4 gems". */
export function gems(number) {
  return number === 1 ? "1 gem" : `${number} gems`;
}

/** Where the match is, in a few words. */
export function phaseName(table, names) {
  switch (table.phase) {
    case "waiting":
      return "Not started yet";
    case "ready":
      return "Ready check";
    case "role":
      return `Round ${table.round} · Start roles`;
    case "break":
      return `Round ${table.round} · Before turn ${table.turn}`;
    case "turn":
      return `Round ${table.round} · Turn ${table.turn}`;
    case "paused":
      return "Paused";
    case "over":
      return `${names[winnerOf(table)]} wins the match`;
    case "called_off":
      return "Called off";
    default:
      return "";
  }
}

function winnerOf({ rounds }) {
  return rounds.dmo > rounds.candidate ? "dmo" : "candidate";
}

/** What the clock is for, where one runs. */
export const CLOCK_NAMES = {
  ready: "to get ready",
  role: "to choose a role",
  turn: "to pick",
  break: "until the next turn",
};

/** A moment seen from now: "in 34 s", "2 min ago". */
export function fromNow(ms) {
  const seconds = ms >= 0 ? Math.floor(ms / 1000) : Math.ceil(ms / 1000);
  const size = Math.abs(seconds);
  const long =
    size < 100
      ? `${size} s`
      : size < 5400
        ? `${Math.round(size / 60)} min`
        : `${Math.round(size / 3600)} h`;
  return seconds > 0 || ms > 0 ? `in ${long}` : `${long} ago`;
}

/** The last settled turn in one sentence. */
export function lastTurn(cart, names) {
  const thief = cart.miner === "dmo" ? "candidate" : "dmo";
  const to = cart.to.at(-1) ?? cart.from;
  const way = to === cart.from ? "" : `, switched onto ${TRACK_NAMES[to]}`;
  const guard = cart.guard
    ? `${names[thief]} guarded ${TRACK_NAMES[cart.guard]}`
    : `${names[thief]} guarded nothing`;
  const end = cart.taken_by ? `: ${gems(cart.gems)} for ${names[cart.taken_by]}.` : ".";
  return `Last turn: ${names[cart.miner]}’s ${TRACK_NAMES[cart.from]} cart${way}; ${guard}${end}`;
}

/** All that the drawing shows, for those who don't see it. */
export function boardInWords(table, names) {
  const lines = table.mines.map((mine) => {
    const onto = mine.runs_to.at(-1);
    const way =
      onto === mine.track
        ? "its cart runs on its own track"
        : `its cart is switched onto the ${TRACK_NAMES[onto]} track`;
    return `${TRACK_NAMES[mine.track]}: ${gems(mine.stash)}, ${way}.`;
  });
  const reached = table.mines.map((mine) => mine.runs_to.at(-1));
  const empty = TRACKS.filter((track) => !reached.includes(track));
  for (const track of empty) lines.push(`No cart can run on the ${TRACK_NAMES[track]} track.`);
  if (table.cart) lines.push(lastTurn(table.cart, names));
  return lines.join(" ");
}

export const LINKS = {
  director: {
    title: () => "Director’s view",
    text: "All three channels and the host’s desk. For you alone.",
  },
  dmo: { title: (names) => `${names.dmo}’s seat (DMO)`, text: "The DM channel and the own picks." },
  candidate: {
    title: (names) => `${names.candidate}’s seat (candidate)`,
    text: "The DM channel and the own picks.",
  },
  spectator: { title: () => "Spectators", text: "The DM channel, to read along." },
};

/** Said of a seat that the program plays. */
export const PLAYS_BY_ITSELF = "Played by the program.";
