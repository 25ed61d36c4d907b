// The subgraph as a table: the accessible alternative to the picture.

import { el, button, shown } from "./dom.js";
import { number, phrase } from "./texts.js";
import { ROLE_NAMES, ROLES } from "./subgraph.js";

const MAX_NODES = 5000;

/** Returns the table of the shown nodes, most important first. */
export function nodeTable(there, choose) {
  const kinds = ["passage", "relation", "entity"];
  const nodes = there.toSorted((a, b) =>
    ROLES[b.kind].indexOf(b.role) - ROLES[a.kind].indexOf(a.role) || kinds.indexOf(a.kind) - kinds.indexOf(b.kind) || (b.score ?? 0) - (a.score ?? 0));
  return [nodes.length > MAX_NODES && el("p", { class: "hint", text: phrase("table.first", { max: MAX_NODES, of: nodes.length }) }), el("table", {},
    el("thead", {}, el("tr", {}, [phrase("table.part"), phrase("table.text"), phrase("score"), phrase("tied")].map((text) => el("th", { scope: "col", text })))),
    el("tbody", {}, nodes.slice(0, MAX_NODES).map((node) => el("tr", {},
      el("td", {}, el("span", { class: `key ${node.role}`, "aria-hidden": "true" }), ROLE_NAMES[node.role]),
      el("td", {}, button(shown(node.text, 300), () => choose(node.id), { class: "row" })),
      el("td", { text: node.score === undefined ? "" : number(node.score, 3) }),
      el("td", { text: String(node.degree) })))))];
}
