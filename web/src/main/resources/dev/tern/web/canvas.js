// Draws a subgraph on a canvas, and lets people walk in it with a pointer or the keyboard.

import { shown } from "./dom.js";
import { palette, size, diamond, label, weight } from "./shapes.js";
import { end } from "./subgraph.js";

const d3 = globalThis.d3;
const HUB = 12;
const LABELS = 60;

/** A picture that keeps itself up to date. */
export class GraphCanvas {
  constructor(subgraph, { onChoose, onOpen }) {
    this.subgraph = subgraph;
    this.onChoose = onChoose;
    this.onOpen = onOpen;
    this.hubsHidden = false;
    this.chosen = null;
    this.hovered = null;
    this.view = { x: 0, y: 0, scale: 1 };
    this.follows = true;
    this.colours = palette();
    this.node = document.createElement("canvas");
    this.node.tabIndex = 0;
    this.node.setAttribute("role", "application");
    this.node.setAttribute("aria-label", "Graph. Arrow keys walk from node to node, Enter expands, plus and minus zoom, 0 shows all. The table has the same.");
    this.paint = this.node.getContext("2d");
    this.simulation = d3.forceSimulation([])
      .force("link", d3.forceLink([]).id((node) => node.id).distance((link) => (link.target.kind === "passage" ? 62 : 56)).strength(0.5))
      .force("charge", d3.forceManyBody().strength((node) => (node.kind === "relation" ? -190 : -340)).distanceMax(520).theta(1))
      .force("collide", d3.forceCollide((node) => size(node) + 5))
      .force("x", d3.forceX(0).strength(0.05))
      .force("y", d3.forceY(0).strength(0.12))
      .alphaDecay(0.035)
      .on("tick", () => this.ticked());
    this.listen();
    this.observer = new ResizeObserver(() => this.resized());
    this.observer.observe(this.node);
    this.themed = () => { this.colours = palette(); this.draw(); };
    addEventListener("tern-theme", this.themed);
    matchMedia("(prefers-color-scheme: dark)").addEventListener("change", this.themed);
  }

  /** Nodes and links have come. */
  changed() {
    const hidden = this.hidden();
    const nodes = [...this.subgraph.nodes.values()].filter((node) => !hidden.has(node.id));
    for (const node of nodes) if (node.x === undefined) this.place(node);
    this.nodes = nodes;
    this.links = this.subgraph.links.filter((link) => !hidden.has(end(link.source)) && !hidden.has(end(link.target)))
      .map((link) => ({ source: end(link.source), target: end(link.target) }));
    this.simulation.nodes(nodes);
    this.simulation.force("link").links(this.links);
    this.simulation.alpha(0.9);
    if (matchMedia("(prefers-reduced-motion: reduce)").matches) {
      this.simulation.stop();
      this.simulation.tick(nodes.length > 500 ? 60 : 200);
      this.ticked();
    } else this.simulation.restart();
  }

  /** A newcomer begins where its neighbours are. */
  place(node) {
    const near = this.subgraph.neighbours(node.id).find((other) => other.x !== undefined);
    const angle = this.subgraph.nodes.size * 2.4;
    node.x = (near ? near.x : 0) + 30 * Math.cos(angle);
    node.y = (near ? near.y : 0) + 30 * Math.sin(angle);
  }

  hidden() {
    if (!this.hubsHidden) return new Set();
    return new Set([...this.subgraph.nodes.values()].filter((node) => node.kind === "entity" && node.degree >= HUB && node.role !== "seed").map((node) => node.id));
  }

  hideHubs(hide) {
    this.hubsHidden = hide;
    this.changed();
  }

  ticked() {
    if (this.follows) this.fit();
    this.draw();
  }

  resized() {
    const ratio = devicePixelRatio || 1;
    const { width, height } = this.node.getBoundingClientRect();
    this.width = width;
    this.height = height;
    this.node.width = Math.round(width * ratio);
    this.node.height = Math.round(height * ratio);
    if (this.follows) this.fit();
    this.draw();
  }

  /** Brings all of it into sight. */
  fit() {
    if (!this.nodes || this.nodes.length === 0 || !this.width) return;
    let [left, right, top, bottom] = [Infinity, -Infinity, Infinity, -Infinity];
    for (const node of this.nodes) {
      left = Math.min(left, node.x);
      right = Math.max(right, node.x);
      top = Math.min(top, node.y);
      bottom = Math.max(bottom, node.y);
    }
    const side = Math.min(110, this.width / 6);
    const scale = Math.min((this.width - 2 * side) / Math.max(60, right - left), (this.height - 70) / Math.max(60, bottom - top), 1.7);
    this.view = { scale, x: this.width / 2 - scale * (left + right) / 2, y: this.height / 2 - scale * (top + bottom) / 2 };
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

  draw() {
    const { paint, view, colours } = this;
    if (!this.nodes || !this.width) return;
    const ratio = devicePixelRatio || 1;
    paint.setTransform(ratio, 0, 0, ratio, 0, 0);
    paint.fillStyle = colours.surface;
    paint.fillRect(0, 0, this.width, this.height);
    paint.translate(view.x, view.y);
    paint.scale(view.scale, view.scale);
    const lit = this.lit();
    this.drawLinks(lit);
    for (const node of this.nodes) this.drawNode(node, lit);
    paint.setTransform(ratio, 0, 0, ratio, 0, 0);
    this.drawLabels(lit);
  }

  /** The node in question and what is tied to it; null if there is none. */
  lit() {
    const middle = this.hovered ?? this.chosen;
    return middle && this.subgraph.nodes.has(middle) ? new Set([middle, ...this.subgraph.neighbours(middle).map((node) => node.id)]) : null;
  }

  drawLinks(lit) {
    const { paint, colours } = this;
    for (const bold of [false, true]) {
      paint.beginPath();
      for (const { source, target } of this.links) {
        const strong = source.role === "chosen" || (lit !== null && lit.has(source.id) && lit.has(target.id));
        if (strong !== bold || typeof source !== "object") continue;
        paint.moveTo(source.x, source.y);
        paint.lineTo(target.x, target.y);
      }
      paint.strokeStyle = bold ? colours.chosen : colours.line;
      paint.globalAlpha = bold ? 0.75 : 1;
      paint.lineWidth = bold ? 1.8 : 1;
      paint.stroke();
    }
    paint.globalAlpha = 1;
  }

  drawNode(node, lit) {
    const { paint, colours } = this;
    const r = size(node);
    paint.globalAlpha = lit && !lit.has(node.id) ? 0.35 : 1;
    paint.beginPath();
    if (node.kind === "entity") paint.arc(node.x, node.y, r, 0, 2 * Math.PI);
    else if (node.kind === "relation") {
      diamond(node.x, node.y, r).forEach(([x, y], index) => (index ? paint.lineTo(x, y) : paint.moveTo(x, y)));
      paint.closePath();
    } else paint.roundRect(node.x - r, node.y - r, 2 * r, 2 * r, 4);
    paint.fillStyle = colours[node.role];
    paint.fill();
    paint.lineWidth = node.id === this.chosen ? 3.5 : 1.5;
    paint.strokeStyle = node.id === this.chosen ? colours.focus : colours.surface;
    paint.stroke();
    if (node.kind === "passage" && node.order) {
      paint.fillStyle = colours.surface;
      paint.font = "bold 12px system-ui, sans-serif";
      paint.textAlign = "center";
      paint.textBaseline = "middle";
      paint.fillText(String(node.order), node.x, node.y + 0.5);
    }
    paint.globalAlpha = 1;
  }

  /** The words that matter most come first, and none over another. */
  drawLabels(lit) {
    const { paint, view, colours } = this;
    const taken = this.nodes.filter((node) => weight(node) >= 3).map((node) => {
      const r = size(node) * view.scale * 0.8;
      const [x, y] = [view.x + node.x * view.scale, view.y + node.y * view.scale];
      return [x - r, y - r, x + r, y + r];
    });
    const reserved = taken.length;
    const order = this.nodes.filter((node) => weight(node) > 0 || lit?.has(node.id) || view.scale > 1.8)
      .toSorted((a, b) => (lit?.has(b.id) ? 9 : weight(b)) - (lit?.has(a.id) ? 9 : weight(a)) || b.degree - a.degree);
    paint.textAlign = "center";
    paint.textBaseline = "top";
    paint.lineJoin = "round";
    for (const node of order) {
      if (taken.length - reserved >= LABELS) break;
      const text = shown(label(node));
      paint.font = node.kind === "relation" ? "11px system-ui, sans-serif" : `${weight(node) >= 3 ? "600 " : ""}12px system-ui, sans-serif`;
      const middle = view.x + node.x * view.scale;
      const y = view.y + (node.y + size(node)) * view.scale + 3;
      const width = paint.measureText(text).width;
      // Words that would leave the picture move in; those of a node that has left it do not.
      const inside = middle > 0 && middle < this.width;
      const x = inside ? Math.max(width / 2 + 4, Math.min(this.width - width / 2 - 4, middle)) : middle;
      const box = [x - width / 2 - 2, y - 1, x + width / 2 + 2, y + 15];
      if (taken.some((other) => box[0] < other[2] && box[2] > other[0] && box[1] < other[3] && box[3] > other[1])) continue;
      taken.push(box);
      paint.globalAlpha = lit && !lit.has(node.id) ? 0.4 : 1;
      paint.lineWidth = 3.5;
      paint.strokeStyle = colours.surface;
      paint.strokeText(text, x, y);
      paint.fillStyle = weight(node) >= 2 ? colours.ink : colours.muted;
      paint.fillText(text, x, y);
    }
    paint.globalAlpha = 1;
  }

  at(x, y) {
    const [wx, wy] = [(x - this.view.x) / this.view.scale, (y - this.view.y) / this.view.scale];
    let best = null;
    let least = Infinity;
    for (const node of this.nodes ?? []) {
      const distance = Math.hypot(node.x - wx, node.y - wy) - size(node);
      if (distance < least) [best, least] = [node, distance];
    }
    return least * this.view.scale < 8 ? best : null;
  }

  choose(id) {
    this.chosen = id;
    const node = this.subgraph.nodes.get(id);
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

  listen() {
    let held = null;
    const canvas = this.node;
    canvas.addEventListener("pointerdown", (event) => {
      held = { x: event.offsetX, y: event.offsetY, node: this.at(event.offsetX, event.offsetY), moved: false };
      canvas.setPointerCapture(event.pointerId);
    });
    canvas.addEventListener("pointermove", (event) => this.moved(event, held));
    canvas.addEventListener("pointerup", () => {
      if (held?.node) Object.assign(held.node, { fx: null, fy: null });
      if (held && !held.moved) this.onChoose(held.node ? held.node.id : null);
      if (held?.moved && held.node) this.simulation.alphaTarget(0);
      held = null;
    });
    canvas.addEventListener("pointerleave", () => { this.hovered = null; this.draw(); });
    canvas.addEventListener("dblclick", (event) => {
      const node = this.at(event.offsetX, event.offsetY);
      if (node) this.onOpen(node.id);
    });
    canvas.addEventListener("wheel", (event) => {
      if (!event.ctrlKey && document.activeElement !== canvas) return;
      event.preventDefault();
      this.zoom(Math.exp(-event.deltaY / 400), event.offsetX, event.offsetY);
    }, { passive: false });
    canvas.addEventListener("keydown", (event) => this.key(event));
  }

  moved(event, held) {
    if (!held) {
      const node = this.at(event.offsetX, event.offsetY);
      this.node.classList.toggle("over", node !== null);
      if ((node?.id ?? null) !== this.hovered) {
        this.hovered = node?.id ?? null;
        this.draw();
      }
      return;
    }
    const [dx, dy] = [event.offsetX - held.x, event.offsetY - held.y];
    if (!held.moved && Math.hypot(dx, dy) < 4) return;
    held.moved = true;
    this.follows = false;
    if (held.node) {
      held.node.fx = (event.offsetX - this.view.x) / this.view.scale;
      held.node.fy = (event.offsetY - this.view.y) / this.view.scale;
      this.simulation.alphaTarget(0.25).restart();
    } else {
      this.view = { ...this.view, x: this.view.x + dx, y: this.view.y + dy };
      Object.assign(held, { x: event.offsetX, y: event.offsetY });
      this.draw();
    }
  }

  key(event) {
    const turn = { ArrowRight: [1, 0], ArrowLeft: [-1, 0], ArrowDown: [0, 1], ArrowUp: [0, -1] }[event.key];
    if (turn) this.step(turn);
    else if (event.key === "Enter" && this.chosen) this.onOpen(this.chosen);
    else if (event.key === "+" || event.key === "=") this.zoom(1.25);
    else if (event.key === "-") this.zoom(0.8);
    else if (event.key === "0") this.fitNow();
    else if (event.key === "Escape") this.onChoose(null);
    else return;
    event.preventDefault();
  }

  /** To the next node in a direction. */
  step([dx, dy]) {
    const from = this.subgraph.nodes.get(this.chosen);
    const ahead = (this.nodes ?? []).filter((node) => node !== from).map((node) => {
      const [x, y] = from ? [node.x - from.x, node.y - from.y] : [node.x, node.y];
      return { node, along: x * dx + y * dy, aside: Math.abs(x * dy) + Math.abs(y * dx) };
    }).filter(({ along }) => !from || along > 1).toSorted((a, b) => a.along + 2 * a.aside - b.along - 2 * b.aside);
    if (ahead.length > 0) this.onChoose(ahead[0].node.id);
  }

  close() {
    this.simulation.stop();
    this.observer.disconnect();
    removeEventListener("tern-theme", this.themed);
  }
}
