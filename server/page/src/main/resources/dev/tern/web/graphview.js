// The subgraph of an answer as a picture and a table, with details of the selected node.

import * as api from "./api.js";
import { el, fill, button, download, announce, shown, escaped } from "./dom.js";
import { Subgraph, ROLE_NAMES, END } from "./subgraph.js";
import { GraphCanvas } from "./canvas.js";
import { MAX_GROUPS } from "./shapes.js";
import { svg } from "./svg.js";
import { nodeTable } from "./nodetable.js";
import { DetailsPanel } from "./detailspanel.js";
import { phrase } from "./texts.js";

const LOOKUP_LIMIT = 400;
const LEGEND = ["seed", "expanded", "seedRelation", "candidate", "chosen", "ranked", "found", "around"];
const NEIGHBOUR_LIMITS = [40, 500];
const MAX_TOOLTIP_LENGTH = 300;

/** The step number of items looked up after the query. */
const AFTER_QUERY = 1000;

/** Draws the subgraph of one query, with table and details; close() ends its worker. */
export class GraphView {
  /** @param title its title; null if its container has one */
  constructor(graph, filter, title = null) {
    this.graph = graph;
    this.filter = filter;
    this.isAnswer = title === null;
    this.groups = [];
    this.subgraph = new Subgraph();
    this.pending = Promise.resolve();
    this.waiting = 0;
    this.onWhole = () => this.whole();
    this.tip = el("div", { class: "tip", hidden: true, "aria-hidden": "true" });
    this.canvas = new GraphCanvas(this.subgraph, { onChoose: (id) => this.choose(id), onOpen: (id) => this.expand(id), onPoint: (node, x, y) => this.point(node, x, y) });
    this.details = new DetailsPanel(this);
    this.legend = el("ul", { class: "legend", "aria-label": phrase("see.shapes") });
    this.nothing = el("p", { class: "picture-empty hint", text: phrase("see.nothing.yet") });
    this.place = el("div", { class: "picture" }, this.canvas.node, this.tip, this.nothing);
    this.rows = el("div", { class: "table-place", hidden: true, tabindex: 0, role: "region", "aria-label": phrase("see.rows") });
    this.node = el("section", { class: title ? "see card" : "see", "aria-label": title ?? phrase("see.picture") },
      el("div", { class: "see-bar" }, title && el("h2", { text: title }), this.tools()),
      el("div", { class: "see-body" }, el("div", { class: "see-main" }, this.place, this.rows, this.legend), this.details.node));
    this.refresh();
  }

  tools() {
    const search = el("input", { type: "search", placeholder: phrase("see.find"), "aria-label": phrase("see.find.about"), list: "found-names", maxlength: 500 });
    this.names = el("datalist", { id: "found-names" });
    search.addEventListener("change", () => this.find(search.value));
    this.asTable = el("button", { type: "button", "aria-pressed": "false", text: phrase("see.table"), on: { click: () => this.turn() } });
    const hubs = el("button", { type: "button", "aria-pressed": "false", text: phrase("see.hubs"), title: phrase("see.hubs.about") });
    hubs.addEventListener("click", () => {
      const hide = hubs.getAttribute("aria-pressed") !== "true";
      hubs.setAttribute("aria-pressed", String(hide));
      this.canvas.hideHubs(hide);
    });
    return el("div", { class: "tools", role: "group", "aria-label": phrase("tools") }, search, this.names, this.asTable, hubs,
      button("\u2212", () => this.canvas.zoom(0.8), { "aria-label": phrase("see.out") }), button("+", () => this.canvas.zoom(1.25), { "aria-label": phrase("see.in") }),
      button(phrase("see.fit"), () => this.canvas.fitNow()),
      button("PNG", () => this.canvas.node.toBlob((blob) => download("tern-graph.png", blob)), { "aria-label": phrase("see.png") }),
      button("SVG", () => download("tern-graph.svg", new Blob([svg(this.canvas)], { type: "image/svg+xml" })), { "aria-label": phrase("see.svg") }),
      button("JSON", () => download("tern-graph.json", new Blob([escaped(JSON.stringify(this.subgraph.record(), null, 2))], { type: "application/json" })), { "aria-label": phrase("see.json") }));
  }

  turn() {
    const on = this.rows.hidden;
    this.asTable.setAttribute("aria-pressed", String(on));
    this.rows.hidden = !on;
    this.place.hidden = on;
    this.refresh();
  }

  /** Shows the full text of the node under the pointer. */
  point(node, x, y) {
    this.tip.hidden = node === null;
    if (node === null) return;
    fill(this.tip, this.isAnswer && el("strong", { text: ROLE_NAMES[node.role] }), el("span", { text: shown(node.text, MAX_TOOLTIP_LENGTH) }));
    const { width, height } = this.place.getBoundingClientRect();
    const left = Math.max(4, Math.min(x + 14, width - this.tip.offsetWidth - 4));
    const top = y + 18 + this.tip.offsetHeight > height ? y - 12 - this.tip.offsetHeight : y + 18;
    this.tip.style.translate = `${left}px ${Math.max(4, top)}px`;
  }

  /** Adds the output of a step, and looks up the ends of its relations. */
  step(step, when) {
    const relations = this.subgraph.take(step, when);
    this.refresh();
    if (step.name === "choose") this.details.reasons(step);
    const unknown = relations.filter((id) => !this.subgraph.nodes.get(id).passageIds).slice(0, LOOKUP_LIMIT);
    if (unknown.length > 0) this.queue(() => this.lookUp(unknown, when));
    else this.queue(() => this.subgraph.bind());
  }

  queue(work) {
    this.waiting += 1;
    this.node.setAttribute("aria-busy", "true");
    this.pending = this.pending.then(work).then(() => this.refresh())
      .catch((problem) => announce(phrase("see.broken", { problem: problem.message })))
      .then(() => {
        this.waiting -= 1;
        this.node.setAttribute("aria-busy", String(this.waiting > 0));
      });
  }

  async lookUp(relations, when) {
    this.subgraph.join(await api.lookup(this.graph, { relations, filter: this.filter }), when);
  }

  /** Adds the answer with citation numbers, at the step that collected its passages. */
  answered(answer, when) {
    answer.passages.forEach((passage, index) => {
      this.subgraph.put("passage", passage.id, passage.title || passage.documentId, "found", when,
        { order: index + 1, whole: passage.text, documentId: passage.documentId });
    });
    for (const relation of answer.relations) {
      this.subgraph.put("relation", relation.key, relation.text, "chosen", when, { passageIds: relation.passageIds });
    }
    this.queue(() => this.subgraph.bind());
    const missing = answer.relations.filter((relation) => this.subgraph.nodes.get(relation.key).degree === 0).map((relation) => relation.key);
    if (missing.length > 0) this.queue(() => this.lookUp(missing.slice(0, LOOKUP_LIMIT), when));
    this.nothing.textContent = phrase("see.nothing");
    this.details.answered(answer);
    this.queue(() => this.details.named());
  }

  /** Shows the graph as it was after a step, or at the end. */
  turnTo(moment) {
    if (this.subgraph.moment === moment) return;
    const before = new Set(this.subgraph.present().map((node) => node.id));
    this.subgraph.turnTo(moment);
    if (this.canvas.chosen && !this.subgraph.nodes.get(this.canvas.chosen)?.role) this.canvas.choose(null);
    this.canvas.turned(before);
    this.tell();
  }

  refresh() {
    this.subgraph.name();
    this.canvas.changed();
    fill(this.names, [...this.subgraph.nodes.values()].filter((node) => node.kind === "entity").slice(0, 300)
      .map((node) => el("option", { value: shown(node.text, 120) })));
    this.tell();
  }

  /** Colours nodes by the largest groups; a group has a title and ids of central entities. */
  colour(groups) {
    const counts = this.subgraph.group(groups.map(({ ids }) => ids));
    const largest = [...counts.keys()].filter((group) => counts[group] > 1).toSorted((a, b) => counts[b] - counts[a]).slice(0, MAX_GROUPS);
    for (const node of this.subgraph.nodes.values()) node.colour = node.group === undefined ? undefined : largest.indexOf(node.group);
    this.groups = largest.map((group) => groups[group].title);
    this.canvas.draw();
    this.tell();
  }

  /** Updates the legend, the counts and the table. */
  tell() {
    const { subgraph } = this;
    const there = subgraph.present();
    const counts = subgraph.counts();
    this.place.classList.toggle("is-empty", there.length === 0);
    const keyed = (key, text) => el("li", {}, el("span", { class: `key ${key}`, "aria-hidden": "true" }), text);
    fill(this.legend, this.isAnswer ? LEGEND.filter((role) => counts[role]).map((role) => keyed(role, `${ROLE_NAMES[role]} ${counts[role]}`))
      : this.groups.map((title, group) => keyed(`group group-${group}`, shown(title, 48))));
    this.node.dataset.nodes = there.length;
    this.node.dataset.links = subgraph.links.length;
    if (!this.rows.hidden) fill(this.rows, nodeTable(there, (id) => this.choose(id)));
  }

  choose(id) {
    const node = this.subgraph.nodes.get(id);
    if (node?.role === "") this.onWhole();
    this.canvas.choose(id);
    if (node) this.details.show(node);
    else this.details.overview();
  }

  /** Shows a step's details and the graph as it was after that step. */
  showStep(step, moment) {
    this.canvas.choose(null);
    this.turnTo(moment);
    this.details.step(step);
  }

  /** Shows the complete graph. */
  whole() {
    this.nothing.textContent = phrase("themes.finding");
    this.turnTo(END);
    this.choose(null);
  }

  /** Adds an entity's neighbours: a few at first, as many as allowed the second time. */
  async expand(id) {
    const node = this.subgraph.nodes.get(id);
    if (node?.kind !== "entity") {
      this.choose(id);
      return;
    }
    try {
      const found = await api.neighbourhood(this.graph, id, NEIGHBOUR_LIMITS[node.expanded ? 1 : 0], this.filter);
      const before = this.subgraph.nodes.size;
      if (this.subgraph.moment !== END) this.onWhole();
      this.subgraph.join({ entities: found.entities, relations: found.relations }, AFTER_QUERY, this.isAnswer ? "around" : "expanded");
      node.expanded = found.more ? "in part" : "whole";
      this.refresh();
      this.choose(id);
      announce(phrase(found.more ? "see.around.part" : "see.around", { n: this.subgraph.nodes.size - before, name: node.text }));
    } catch (problem) {
      this.details.problem(problem);
    }
  }

  /** Searches the shown nodes first, then the whole graph. */
  async find(text) {
    const searched = text.trim().toLowerCase();
    if (searched === "") return;
    const nodes = [...this.subgraph.nodes.values()];
    const known = nodes.find((node) => node.text.toLowerCase() === searched) ?? nodes.find((node) => node.text.toLowerCase().includes(searched));
    if (known) {
      this.choose(known.id);
      return;
    }
    try {
      const [nearest] = await api.entities(this.graph, text.trim().slice(0, 500), 1, this.filter);
      if (!nearest) {
        this.details.problem(new Error(phrase("see.far")));
        return;
      }
      this.subgraph.put("entity", nearest.id, nearest.name, "around", AFTER_QUERY);
      await this.expand(nearest.id);
    } catch (problem) {
      this.details.problem(problem);
    }
  }

  /** Releases the picture. */
  close() {
    this.canvas.close();
  }
}
