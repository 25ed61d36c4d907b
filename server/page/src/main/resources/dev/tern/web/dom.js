// Builders of DOM nodes. Text of graphs, models and users is only ever inserted as text nodes.

import { number, phrase } from "./texts.js";

const BIDI = /[\u061C\u200E\u200F\u202A-\u202E\u2066-\u2069]/g;
const INVISIBLE = /[\u200B\u2028\u2029\u2060-\u2064\uFEFF\u{E0000}-\u{E007F}]/gu;
// eslint-disable-next-line no-control-regex
const CONTROLS = /[\u0000-\u0008\u000B\u000C\u000E-\u001F\u007F-\u009F]/g;

/** Limits the length of a text, and replaces bidirectional controls and invisible characters. */
export function shown(text, maxLength = 20000) {
  const plain = String(text ?? "").toWellFormed().replace(BIDI, "\u25E6").replace(INVISIBLE, "\u25E6").replace(CONTROLS, "\u25E6");
  return plain.length > maxLength ? `${plain.slice(0, maxLength - 1).toWellFormed()}\u2026` : plain;
}

/** Escapes such characters in JSON, because some editors interpret them. */
export function escaped(json) {
  return json.replace(/[\u007F-\u009F\u061C\u200B-\u200F\u2028-\u202E\u2060-\u2069\uFEFF]/g,
    (sign) => `\\u${sign.charCodeAt(0).toString(16).padStart(4, "0")}`);
}

/**
 * Creates an element.
 *
 * @param name its tag
 * @param settings class, text, on (listeners by event), data; all others are attributes, of which
 * only value keeps invisible characters
 * @param children elements or texts
 */
export function el(name, settings = {}, ...children) {
  const node = document.createElement(name);
  for (const [key, value] of Object.entries(settings)) {
    if (value === undefined || value === null || value === false) continue;
    if (key === "class") node.className = value;
    else if (key === "text") node.textContent = shown(value);
    else if (key === "on") for (const [event, action] of Object.entries(value)) node.addEventListener(event, action);
    else if (key === "data") Object.assign(node.dataset, value);
    else if (key.startsWith("on") || key === "href" || key === "src" || key === "style") throw new Error(`not settable: ${key}`);
    else node.setAttribute(key, value === true ? "" : key === "value" ? value : shown(value));
  }
  node.append(...children.flat(Infinity).filter((child) => child !== null && child !== undefined && child !== false)
    .map((child) => (typeof child === "string" ? document.createTextNode(shown(child)) : child)));
  return node;
}

/** Replaces the children of an element. */
export function fill(node, ...children) {
  node.replaceChildren(...children.flat(Infinity).filter(Boolean));
  return node;
}

/** Updates an element in place to equal a fresh one; focus and open details stay. */
export function replaceWith(node, fresh) {
  if (node.nodeName !== fresh.nodeName) {
    node.replaceWith(fresh);
  } else if (node.nodeType === Node.TEXT_NODE) {
    if (node.data !== fresh.data) node.data = fresh.data;
  } else {
    const names = new Set([...node.getAttributeNames(), ...fresh.getAttributeNames()]);
    names.delete("open");
    for (const name of names) {
      const value = fresh.getAttribute(name);
      if (value === null) node.removeAttribute(name);
      else if (node.getAttribute(name) !== value) node.setAttribute(name, value);
    }
    const old = [...node.childNodes];
    const children = [...fresh.childNodes];
    children.forEach((child, place) => (old[place] ? replaceWith(old[place], child) : node.append(child)));
    old.slice(children.length).forEach((child) => child.remove());
  }
}

/** Creates a button. */
export function button(text, action, settings = {}) {
  return el("button", { type: "button", text, ...settings, on: { click: action } });
}

/** Announces a text to screen readers. */
export function announce(text) {
  document.getElementById("said").textContent = shown(text, 400);
}

/** Returns the scroll behaviour: "auto" if the user prefers reduced motion. */
export const scrolling = () => (matchMedia("(prefers-reduced-motion: reduce)").matches ? "auto" : "smooth");

/** Formats a duration with a suitable unit. */
export function time(millis) {
  if (millis < 1) return "<1 ms";
  return millis < 1000 ? `${number(millis, 0)} ms` : `${number(millis / 1000, millis < 10000 ? 1 : 0)} s`;
}

/** Formats a size with a suitable unit. */
export function bytes(size) {
  if (size < 1024) return phrase("n.bytes", { n: size });
  return size < 1048576 ? `${number(size / 1024, 0)} KB` : `${number(size / 1048576, 1)} MB`;
}

/** Returns a link that opens in a new tab; plain text if the address is not a web address. */
export function link(address, words) {
  if (!/^https?:/i.test(address)) return el("span", { text: words });
  const node = el("a", { text: words, target: "_blank", rel: "noopener noreferrer" });
  node.href = address;
  return node;
}

/** Returns a random id. */
export function newId() {
  return [...crypto.getRandomValues(new Uint8Array(16))].map((byte) => byte.toString(16).padStart(2, "0")).join("");
}

/** Downloads a blob as a file. */
export function download(name, blob) {
  const link = document.createElement("a");
  link.download = name;
  link.href = URL.createObjectURL(blob);
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 10000);
}
