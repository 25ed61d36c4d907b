// The picture as SVG, built as a document and serialised by the browser, which escapes all text.

import { shown } from "./dom.js";
import { size, diamond, fillOf, label, weight } from "./shapes.js";

const NS = "http://www.w3.org/2000/svg";

function shape(name, attributes) {
  const node = document.createElementNS(NS, name);
  for (const [key, value] of Object.entries(attributes)) node.setAttribute(key, value);
  return node;
}

function body(node, colours) {
  const r = size(node);
  const paint = { fill: fillOf(node, colours), stroke: colours.surface, "stroke-width": 1.5 };
  if (node.kind === "entity") return shape("circle", { cx: node.x, cy: node.y, r, ...paint });
  if (node.kind === "relation") return shape("polygon", { points: diamond(node.x, node.y, r).map((point) => point.join(",")).join(" "), ...paint });
  return shape("rect", { x: node.x - r, y: node.y - r, width: 2 * r, height: 2 * r, rx: 4, ...paint });
}

/** Returns the text of an SVG file. */
export function svg({ nodes: all, links, colours }) {
  const nodes = all.filter((node) => node.role !== "");
  const xs = nodes.map((node) => node.x);
  const ys = nodes.map((node) => node.y);
  const [left, top] = [Math.min(0, ...xs) - 120, Math.min(0, ...ys) - 40];
  const [width, height] = [Math.max(0, ...xs) + 120 - left, Math.max(0, ...ys) + 50 - top];
  const root = shape("svg", { viewBox: [left, top, width, height].join(" "), width, height });
  root.append(shape("rect", { x: left, y: top, width, height, fill: colours.surface }));
  for (const { source, target } of links) {
    if (source.role === "" || target.role === "") continue;
    const bold = source.role === "chosen";
    root.append(shape("line", { x1: source.x, y1: source.y, x2: target.x, y2: target.y, stroke: bold ? colours.chosen : colours.line, "stroke-width": bold ? 1.8 : 1 }));
  }
  for (const node of nodes) {
    const group = shape("g", {});
    const title = shape("title", {});
    title.textContent = shown(node.text, 500);
    group.append(title, body(node, colours));
    if (weight(node) > 0) {
      const text = shape("text", {
        x: node.x, y: node.y + size(node) + 11, "text-anchor": "middle", "font-size": 10, "font-family": "system-ui, sans-serif",
        fill: colours.ink, stroke: colours.surface, "stroke-width": 3, "paint-order": "stroke",
      });
      text.textContent = shown(label(node));
      group.append(text);
    }
    root.append(group);
  }
  return new XMLSerializer().serializeToString(root);
}
