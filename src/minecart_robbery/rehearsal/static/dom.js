/* Making elements. Whatever comes from a person goes in as text, never as HTML. */

const SVG = "http://www.w3.org/2000/svg";

/** An element with attributes and children; strings become text, null and false are left out. */
export function el(tag, attributes = {}, ...children) {
  return filled(document.createElement(tag), attributes, children);
}

/** The same for what is drawn. */
export function svg(tag, attributes = {}, ...children) {
  return filled(document.createElementNS(SVG, tag), attributes, children);
}

function filled(element, attributes, children) {
  for (const [name, value] of Object.entries(attributes)) {
    if (value === null || value === undefined || value === false) continue;
    if (name.startsWith("on")) element.addEventListener(name.slice(2), value);
    else element.setAttribute(name, value === true ? "" : String(value));
  }
  element.append(...children.flat().filter((child) => child !== null && child !== false));
  return element;
}

/** One or two letters to know a person by. */
export function initials(name) {
  const words = name.trim().split(/\s+/u).filter(Boolean);
  const letters = words.length > 1 ? [words[0], words.at(-1)] : words;
  return (
    letters
      .map((word) => [...word][0])
      .join("")
      .toUpperCase() || "?"
  );
}

/** A person's picture: their initials on the colour of their seat. */
export function avatar(by, small = false) {
  const face = by.seat === "bot" ? "◆" : initials(by.name);
  const size = small ? "avatar small" : "avatar";
  return el("span", { class: size, "data-seat": by.seat, "aria-hidden": "true" }, face);
}
