// Paints a subgraph. Shapes of one style share a path, which keeps thousands of nodes fast.

import { shown } from "./dom.js";
import { size, diamond, fillOf, label, weight } from "./shapes.js";

const MAX_LABELS = 40;
const CROWDED_NODES = 200;
const NEW_MILLIS = 700;

/**
 * Paints a scene.
 *
 * @param to the context of a canvas, in device pixels
 * @param scene {nodes, links, view, width, height, ratio, colours, lit, chosen, now}; lit has the
 * ids of highlighted nodes, or is null
 */
export function paint(to, scene) {
  const { view, colours, width, height, ratio } = scene;
  to.setTransform(ratio, 0, 0, ratio, 0, 0);
  to.fillStyle = colours.surface;
  to.fillRect(0, 0, width, height);
  to.translate(view.x, view.y);
  to.scale(view.scale, view.scale);
  links(to, scene);
  rings(to, scene);
  shapes(to, scene);
  numbers(to, scene);
  to.setTransform(ratio, 0, 0, ratio, 0, 0);
  labels(to, scene);
}

/** Returns true while a node counts as new. */
export function isNew(node, now) {
  return now - (node.born ?? -NEW_MILLIS) < NEW_MILLIS;
}

function links(to, { links: all, lit, colours }) {
  for (const bold of [false, true]) {
    to.beginPath();
    for (const { source, target } of all) {
      if (source.role === "" || target.role === "") continue;
      const strong = source.role === "chosen" || (lit !== null && lit.has(source.id) && lit.has(target.id));
      if (strong !== bold) continue;
      to.moveTo(source.x, source.y);
      to.lineTo(target.x, target.y);
    }
    to.strokeStyle = bold ? colours.chosen : colours.line;
    to.globalAlpha = bold ? 0.75 : 1;
    to.lineWidth = bold ? 1.8 : 1;
    to.stroke();
  }
  to.globalAlpha = 1;
}

/** Paints expanding rings around new nodes. */
function rings(to, { nodes, now, colours }) {
  for (const node of nodes) {
    if (node.role === "" || !isNew(node, now)) continue;
    const part = (now - node.born) / NEW_MILLIS;
    to.globalAlpha = 0.6 * (1 - part);
    to.strokeStyle = colours[node.role];
    to.lineWidth = 2;
    to.beginPath();
    to.arc(node.x, node.y, size(node) + 14 * part, 0, 2 * Math.PI);
    to.stroke();
  }
  to.globalAlpha = 1;
}

/** Returns half the painted width of a node; limited below, to be visible when zoomed out. */
function width(node, { scale }) {
  return Math.max(size(node), (node.kind === "relation" ? 2 : 4) / scale);
}

function outline(to, node, view) {
  const r = width(node, view);
  if (node.kind === "entity") {
    to.moveTo(node.x + r, node.y);
    to.arc(node.x, node.y, r, 0, 2 * Math.PI);
  } else if (node.kind === "relation") {
    diamond(node.x, node.y, r).forEach(([x, y], index) => (index ? to.lineTo(x, y) : to.moveTo(x, y)));
    to.closePath();
  } else to.roundRect(node.x - r, node.y - r, 2 * r, 2 * r, 4);
}

function shapes(to, { nodes, lit, chosen, colours, view }) {
  const alike = new Map();
  let middle = null;
  for (const node of nodes) {
    if (node.role === "") continue;
    if (node.id === chosen) {
      middle = node;
      continue;
    }
    const key = `${lit !== null && !lit.has(node.id) ? 0 : 1}${weight(node)}${fillOf(node, colours)}`;
    if (!alike.has(key)) alike.set(key, []);
    alike.get(key).push(node);
  }
  for (const key of [...alike.keys()].toSorted()) {
    to.beginPath();
    for (const node of alike.get(key)) outline(to, node, view);
    to.globalAlpha = key[0] === "0" ? 0.35 : 1;
    filled(to, key.slice(2), 1.5, colours.surface);
  }
  to.globalAlpha = 1;
  if (middle) {
    to.beginPath();
    outline(to, middle, view);
    filled(to, fillOf(middle, colours), 3.5, colours.focus);
  }
}

function filled(to, colour, edge, edgeColour) {
  to.fillStyle = colour;
  to.fill();
  to.lineWidth = edge;
  to.strokeStyle = edgeColour;
  to.stroke();
}

function numbers(to, { nodes, lit, colours }) {
  to.fillStyle = colours.surface;
  to.font = "bold 12px system-ui, sans-serif";
  to.textAlign = "center";
  to.textBaseline = "middle";
  for (const node of nodes) {
    if (node.role !== "found" || !node.order) continue;
    to.globalAlpha = lit && !lit.has(node.id) ? 0.5 : 1;
    to.fillText(String(node.order), node.x, node.y + 0.5);
  }
  to.globalAlpha = 1;
}

/** Returns the label of a node with its width, which is measured once. */
function words(to, node) {
  const text = shown(label(node));
  const font = node.kind === "relation" ? "11px system-ui, sans-serif" : `${weight(node) >= 3 ? "600 " : ""}12px system-ui, sans-serif`;
  if (node.words?.text !== text || node.words.font !== font) {
    to.font = font;
    node.words = { text, font, width: to.measureText(text).width };
  }
  return node.words;
}

/** Paints labels by importance, without overlaps. */
function labels(to, { nodes, view, width: wide, height, lit, colours }) {
  const there = nodes.filter((node) => node.role !== "");
  const at = (node) => [view.x + node.x * view.scale, view.y + node.y * view.scale];
  const taken = there.filter((node) => weight(node) >= (there.length < CROWDED_NODES ? 1 : 3)).slice(0, CROWDED_NODES).map((node) => {
    const r = size(node) * view.scale * 0.8;
    const [x, y] = at(node);
    return [x - r, y - r, x + r, y + r];
  });
  const maxLabels = taken.length + MAX_LABELS;
  const rank = (node) => (lit?.has(node.id) ? 9 : weight(node));
  const order = there.filter((node) => weight(node) > 0 || lit?.has(node.id) || view.scale > 1.8)
    .filter((node) => {
      const [x, y] = at(node);
      return x > 0 && x < wide && y > -20 && y < height;
    }).toSorted((a, b) => rank(b) - rank(a) || (b.kind === "entity") - (a.kind === "entity") || b.degree - a.degree).slice(0, 8 * MAX_LABELS);
  to.textAlign = "center";
  to.textBaseline = "top";
  to.lineJoin = "round";
  for (const node of order) {
    if (taken.length >= maxLabels) break;
    const measured = words(to, node);
    const half = measured.width / 2;
    const [middle, top] = at(node);
    // Labels are moved inside the canvas.
    const inside = (x) => Math.max(half + 4, Math.min(wide - half - 4, x));
    const r = width(node, view) * view.scale;
    const place = [[middle, top + r + 3], [middle, top - r - 17], [middle + r + half + 4, top - 7], [middle - r - half - 4, top - 7]].map(([x, y]) => [inside(x), y])
      .find(([x, y]) => taken.every((other) => x - half - 2 >= other[2] || x + half + 2 <= other[0] || y - 1 >= other[3] || y + 15 <= other[1]));
    if (!place) continue;
    const [x, y] = place;
    taken.push([x - half - 2, y - 1, x + half + 2, y + 15]);
    to.font = measured.font;
    to.globalAlpha = lit && !lit.has(node.id) ? 0.4 : 1;
    to.lineWidth = 3.5;
    to.strokeStyle = colours.surface;
    to.strokeText(measured.text, x, y);
    to.fillStyle = weight(node) >= 2 ? colours.ink : colours.muted;
    to.fillText(measured.text, x, y);
  }
  to.globalAlpha = 1;
}
