// A subgraph on a canvas: positions come from the layout worker; selection and zoom are kept here.

import { palette, size } from "./shapes.js";
import { paint, isNew } from "./painter.js";
import { PointerInput } from "./pointer.js";
import { isLoose } from "./subgraph.js";
import { phrase } from "./texts.js";

const MIN_HUB_DEGREE = 12;
const MAX_SCALE = 1.9;

/** A canvas that follows changes of its subgraph. */
export class GraphCanvas {
  /** @param onPoint called with the node under the pointer and its position, or with null */
  constructor(subgraph, { onChoose, onOpen, onPoint }) {
    this.subgraph = subgraph;
    this.hubsHidden = false;
    this.chosen = null;
    this.hovered = null;
    this.nodes = [];
    this.links = [];
    this.view = { x: 0, y: 0, scale: 1 };
    this.follows = true;
    this.colours = palette();
    this.node = document.createElement("canvas");
    this.node.tabIndex = 0;
    this.node.setAttribute("role", "application");
    this.node.setAttribute("aria-label", phrase("see.canvas"));
    this.brush = this.node.getContext("2d", { alpha: false });
    this.frame = 0;
    this.placed = 0;
    this.number = 0;
    this.layout = new Worker("/page/layout.js");
    this.layout.addEventListener("message", ({ data }) => this.moved(data));
    // If the worker cannot be loaded, nodes stay at their initial positions.
    this.layout.addEventListener("error", () => { this.node.dataset.still = "yes"; });
    this.pointer = new PointerInput(this, { onChoose, onOpen, onPoint });
    this.observer = new ResizeObserver(() => this.resized());
    this.observer.observe(this.node);
    this.themed = () => { this.colours = palette(); this.draw(); };
    this.dark = matchMedia("(prefers-color-scheme: dark)");
    addEventListener("tern-theme", this.themed);
    this.dark.addEventListener("change", this.themed);
  }

  /** Updates the canvas after nodes and links were added. */
  changed() {
    const hidden = this.hidden();
    const nodes = [...this.subgraph.nodes.values()].filter((node) => !hidden.has(node.id));
    this.born(nodes.filter((node) => node.x === undefined));
    for (const node of nodes) if (node.x === undefined) this.place(node);
    this.nodes = nodes;
    const links = this.subgraph.links.filter((link) => !hidden.has(link.source) && !hidden.has(link.target));
    const form = `${nodes.length} ${links.length} ${hidden.size}`;
    if (form === this.form) {
      this.draw();
      return;
    }
    this.form = form;
    this.links = links.map(({ source, target }) => ({ source: this.subgraph.nodes.get(source), target: this.subgraph.nodes.get(target) }));
    this.number += 1;
    this.node.dataset.still = "no";
    this.layout.postMessage({ graph: {
      number: this.number, links, calm: this.isCalm(), nodes: nodes.map((node) => ({ id: node.id, kind: node.kind, radius: size(node), x: node.x, y: node.y })),
    } });
    this.draw();
  }

  /** Applies new positions from the layout. */
  moved({ number, places, still }) {
    // Positions of an older graph have another order of nodes.
    if (number !== this.number) return;
    this.nodes.forEach((node, index) => {
      node.x = places[2 * index];
      node.y = places[2 * index + 1];
    });
    this.node.dataset.still = still ? "yes" : "no";
    if (this.follows) this.fit();
    this.draw();
  }

  /** Moves a node with the pointer. */
  hold(node, x, y) {
    Object.assign(node, { x, y });
    this.node.dataset.still = "no";
    this.layout.postMessage({ hold: { id: node.id, x, y } });
    this.draw();
  }

  release(node) {
    this.layout.postMessage({ release: node.id });
  }

  /** Shows another step: positions stay, and nodes that appear get a ring. */
  turned(before) {
    this.born(this.nodes.filter((node) => node.role !== "" && !before.has(node.id)));
    this.draw();
  }

  born(nodes) {
    const now = this.isCalm() ? undefined : performance.now();
    for (const node of nodes) node.born = now;
  }

  isCalm() {
    return matchMedia("(prefers-reduced-motion: reduce)").matches;
  }

  /** Places a new node next to a neighbour. */
  place(node) {
    const near = this.subgraph.neighbours(node.id).find((other) => other.x !== undefined);
    // The golden angle keeps new nodes apart.
    this.placed += 1;
    const angle = 2.39996 * this.placed;
    node.x = (near ? near.x : 0) + 30 * Math.cos(angle);
    node.y = (near ? near.y : 0) + 30 * Math.sin(angle);
  }

  hidden() {
    return new Set([...this.subgraph.nodes.values()].filter((node) => (isLoose(node) && node.id !== this.chosen)
      || (this.hubsHidden && node.kind === "entity" && node.degree >= MIN_HUB_DEGREE && node.role !== "seed")).map((node) => node.id));
  }

  hideHubs(hide) {
    this.hubsHidden = hide;
    this.changed();
  }

  resized() {
    const { width, height } = this.node.getBoundingClientRect();
    if (width === 0) return;
    // Text scales with the font size of the page.
    this.unit = parseFloat(getComputedStyle(document.documentElement).fontSize) / 16;
    this.ratio = (devicePixelRatio || 1) * this.unit;
    this.width = width / this.unit;
    this.height = height / this.unit;
    this.node.width = Math.round(this.width * this.ratio);
    this.node.height = Math.round(this.height * this.ratio);
    this.layout.postMessage({ size: [this.width, this.height] });
    if (this.follows) this.fit();
    this.paintNow();
  }

  /** Fits the whole graph into the canvas. */
  fit() {
    if (this.nodes.length === 0 || !this.width) return;
    let [left, right, top, bottom] = [Infinity, -Infinity, Infinity, -Infinity];
    for (const node of this.nodes) {
      left = Math.min(left, node.x);
      right = Math.max(right, node.x);
      top = Math.min(top, node.y);
      bottom = Math.max(bottom, node.y);
    }
    const side = Math.min(90, this.width / 8);
    const scale = Math.min((this.width - 2 * side) / Math.max(60, right - left), (this.height - 70) / Math.max(60, bottom - top), MAX_SCALE);
    this.view = { scale, x: this.width / 2 - scale * (left + right) / 2, y: (this.height - 10) / 2 - scale * (top + bottom) / 2 };
  }

  fitNow() {
    this.follows = true;
    this.fit();
    this.draw();
  }

  zoom(factor, x = this.width / 2, y = this.height / 2) {
    this.follows = false;
    const scale = Math.min(6, Math.max(0.08, this.view.scale * factor));
    const by = scale / this.view.scale;
    this.view = { scale, x: x - (x - this.view.x) * by, y: y - (y - this.view.y) * by };
    this.draw();
  }

  /** Schedules painting for the next frame, at most once. */
  draw() {
    if (this.frame === 0) this.frame = requestAnimationFrame(() => this.paintNow());
  }

  paintNow() {
    cancelAnimationFrame(this.frame);
    this.frame = 0;
    if (!this.width) return;
    const now = performance.now();
    const { nodes, links, view, width, height, ratio, colours, chosen } = this;
    paint(this.brush, { nodes, links, view, width, height, ratio, colours, chosen, now, lit: this.lit() });
    this.node.dataset.painted = nodes.length;
    if (nodes.some((node) => isNew(node, now))) this.draw();
  }

  /** Returns the ids of the active node and its neighbours, or null without an active node. */
  lit() {
    const middle = this.subgraph.nodes.get(this.hovered ?? this.chosen);
    if (!middle?.role) return null;
    const near = this.subgraph.neighbours(middle.id);
    const ends = middle.kind === "entity" ? near.flatMap((node) => this.subgraph.neighbours(node.id).filter(({ kind }) => kind === "entity")) : [];
    return new Set([middle, ...near, ...ends].map((node) => node.id));
  }

  /** Returns the node at a position. */
  at(x, y) {
    const [wx, wy] = [(x - this.view.x) / this.view.scale, (y - this.view.y) / this.view.scale];
    let best = null;
    let minDistance = Infinity;
    for (const node of this.nodes) {
      if (node.role === "") continue;
      const distance = Math.hypot(node.x - wx, node.y - wy) - size(node);
      if (distance < minDistance) [best, minDistance] = [node, distance];
    }
    return minDistance * this.view.scale < 8 ? best : null;
  }

  choose(id) {
    this.chosen = id;
    const node = this.subgraph.nodes.get(id);
    if (node && isLoose(node)) this.changed();
    if (node?.x !== undefined) {
      const x = this.view.x + node.x * this.view.scale;
      const y = this.view.y + node.y * this.view.scale;
      if (x < 20 || y < 20 || x > this.width - 20 || y > this.height - 20) {
        this.follows = false;
        this.view = { ...this.view, x: this.width / 2 - node.x * this.view.scale, y: this.height / 2 - node.y * this.view.scale };
      }
    }
    this.draw();
  }

  close() {
    this.layout.terminate();
    cancelAnimationFrame(this.frame);
    this.observer.disconnect();
    removeEventListener("tern-theme", this.themed);
    this.dark.removeEventListener("change", this.themed);
  }
}
