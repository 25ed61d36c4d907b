// The panel beside the picture: reasons, a step's details, a node's details.

import * as api from "./api.js";
import { correctionForm } from "./correctionform.js";
import { el, fill, button, shown, time } from "./dom.js";
import { markedParts } from "./sentences.js";
import { number, phrase } from "./texts.js";
import { openTheme, titleOf } from "./themes.js";
import { ROLE_NAMES } from "./subgraph.js";
import { stepName } from "./timeline.js";

const MAX_LISTED = 40;

/** Shows the selected node of a picture, or else its overview. */
export class DetailsPanel {
  constructor(see) {
    this.see = see;
    this.thoughts = [];
    this.remarks = [];
    this.answer = null;
    this.node = el("div", { class: "details", role: "region", "aria-label": phrase("details"), tabindex: 0 });
    this.overview();
  }

  /** Adds the model's reasons for its choice of relations, then of passages. */
  reasons(step) {
    this.thoughts.push(...step.out.filter((item) => item.kind === "thought").map((item) => item.text));
    this.remarks.push(...step.remarks);
    this.overview();
  }

  answered(answer) {
    this.answer = answer;
    this.overview();
  }

  /** Redraws the overview with new names, if it is shown and has no focus. */
  named() {
    if (this.isOverview && !this.node.contains(document.activeElement)) this.overview();
  }

  overview() {
    this.isOverview = true;
    if (!this.see.isAnswer) {
      fill(this.node, el("p", { class: "hint", text: phrase("details.pick") }));
      return;
    }
    const leads = this.answer?.leads ?? [];
    fill(this.node,
      el("h3", { text: phrase("details.led") }),
      this.thoughts.length > 0 && [el("h4", { text: phrase("details.why") }), this.thoughts.map((text) => el("p", { class: "thought", text: shown(text, 4000) }))],
      this.answer?.themes?.length > 0 && [el("h4", { text: phrase("themes") }), el("ul", { class: "led" }, this.answer.themes.map((theme) =>
        el("li", {}, button(titleOf(theme.names), () => openTheme(theme.id), { class: "row" }))))],
      leads.length > 0 && el("ol", { class: "led" }, leads.map((lead) =>
        el("li", {}, el("button", { type: "button", class: "row", on: { click: () => this.see.choose(lead.relation) } }, ...marked(lead), ` [${lead.passage}]`)))),
      this.answer && leads.length === 0 && el("p", { class: "hint", text: this.unled() }),
      this.remarks.map((note) => el("p", { class: "note", text: note })),
      !this.answer && this.thoughts.length === 0 && el("p", { class: "hint", text: phrase("details.soon") }),
      el("p", { class: "hint", text: phrase("details.choose") }));
  }

  /** Returns the reason why no relation is listed. */
  unled() {
    if (this.answer.passages.length === 0) return phrase("details.nothing");
    if (this.answer.answer?.kind === "unknown") return phrase("answer.unknown");
    return this.answer.mode === "naive"
      ? phrase("details.naive")
      : phrase("details.nearest");
  }

  /** Shows the input, the output and the cost of a step. */
  step(step) {
    this.isOverview = false;
    fill(this.node, this.back(), el("h3", { text: stepName(step.name) }),
      el("p", { class: "hint", text: `${time(step.cost.millis)} \u00B7 ${phrase("store.calls", { n: step.cost.storeCalls })} \u00B7 ${phrase("model.calls", { n: step.cost.modelCalls })}` }),
      step.remarks.map((note) => el("p", { class: "note", text: note })),
      el("h4", { text: phrase("details.out", { n: step.outCount }) }),
      el("ol", { class: "led" }, step.out.slice(0, MAX_LISTED).map((item) => this.item(item))),
      step.outCount > MAX_LISTED && el("p", { class: "hint", text: phrase("more.and", { n: step.outCount - MAX_LISTED }) }));
    this.node.scrollTop = 0;
  }

  item(item) {
    const text = shown(item.text, 300);
    const score = item.score === undefined ? null : el("span", { class: "hint", text: number(item.score, 3) });
    if (item.id === "" || !this.see.subgraph.nodes.has(item.id)) return el("li", {}, el("span", { class: "row" }, text), score);
    return el("li", {}, button(text, () => this.see.choose(item.id), { class: "row" }), score);
  }

  back() {
    return this.see.isAnswer && button(`\u2190 ${phrase("details.led")}`, () => this.see.onWhole(), { class: "back" });
  }

  show(node) {
    this.isOverview = false;
    const around = this.see.subgraph.neighbours(node.id);
    fill(this.node, this.back(),
      this.see.isAnswer && el("p", { class: "role" }, el("span", { class: `key ${node.role}`, "aria-hidden": "true" }), ROLE_NAMES[node.role]),
      el("h3", { text: shown(node.text, 400) }),
      el("dl", {}, node.score !== undefined && [el("dt", { text: phrase("score") }), el("dd", { text: number(node.score, 3) })],
        node.number !== undefined && [el("dt", { text: phrase("details.candidate") }), el("dd", { text: String(node.number) })],
        node.documentId && [el("dt", { text: phrase("document") }), el("dd", { text: shown(node.documentId, 200) })]),
      node.whole && el("p", { class: "whole", text: node.whole }),
      node.kind === "entity" && (node.expanded === "whole"
        ? el("p", { class: "hint", text: phrase("details.whole") })
        : button(node.expanded ? phrase("details.more") : phrase("details.around"), () => this.see.expand(node.id))),
      node.kind === "relation" && button(phrase("details.said"), (event) => this.said(node, event.target)),
      around.length > 0 && [el("h4", { text: phrase("tied") }), el("ul", { class: "led" }, around.slice(0, MAX_LISTED).map((other) =>
        el("li", {}, button(shown(other.text, 200), () => this.see.choose(other.id), { class: "row" }))))],
      correctionForm(this.see, node));
    this.node.scrollTop = 0;
  }

  /** Shows the passages that state a relation. */
  async said(node, from) {
    try {
      const found = await api.lookup(this.see.graph, { passages: (node.passageIds ?? []).slice(0, 20), filter: this.see.filter });
      from.replaceWith(...found.passages.map((passage) => el("blockquote", {},
        el("p", { text: passage.text }), el("footer", { class: "hint", text: shown(passage.title || passage.documentId, 200) }))));
    } catch (problem) {
      this.problem(problem);
    }
  }

  problem(problem) {
    fill(this.node, this.back(), el("p", { class: "problem", role: "alert", text: problem.message }));
  }
}

/** Returns the sentence of a lead with its names marked. */
function marked(lead) {
  return markedParts(shown(lead.text, 400), lead.names).map((part) => (part.name === undefined ? part.text : el("mark", { text: part.name })));
}
