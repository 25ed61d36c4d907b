// The card of merged names: existing merges, suggestions with reasons, and undo.

import * as api from "./api.js";
import { el, fill, button, announce, shown } from "./dom.js";
import { state, mayChangeAll } from "./state.js";
import { number, phrase } from "./texts.js";

/** The merges of the selected graph; empty if the key may not change the whole graph. */
export class AliasesCard {
  /** @param changed called after a merge or an undo */
  constructor(changed) {
    this.changed = changed;
    this.node = el("div", {});
  }

  /** Draws the card for the selected graph. */
  draw() {
    this.graph = state.graph;
    this.list = null;
    this.remarks = new Map();
    if (!mayChangeAll()) {
      fill(this.node);
      return;
    }
    this.problem = el("div", {});
    this.list = el("div", {});
    this.found = el("div", {});
    this.names = el("textarea", { id: "alias-names", rows: 2, placeholder: phrase("alias.example"), "aria-describedby": "alias-about" });
    fill(this.node, el("section", { class: "card aliases", "aria-label": phrase("alias") },
      el("div", { class: "see-bar" }, el("h2", { text: phrase("alias") }),
        el("div", { class: "tools" }, button(phrase("alias.suggest"), (event) => this.suggest(event.target)))),
      this.problem, this.list, this.form(), this.found));
  }

  form() {
    return el("div", { class: "alias-form" }, el("div", { class: "field" }, el("label", { for: "alias-names", text: phrase("alias.names") }), this.names,
      el("p", { class: "hint", id: "alias-about", text: phrase("alias.about") })),
    button(phrase("alias.merge"), (event) => this.attempt(async () => {
      await this.merge(this.names.value.split("\n").map((name) => name.trim()).filter((name) => name !== ""));
      this.names.value = "";
    }, event.target)));
  }

  /** Disables the button while its action runs, and shows errors. */
  async attempt(work, control = {}) {
    const graph = this.graph;
    control.disabled = true;
    try {
      fill(this.problem);
      await work();
    } catch (problem) {
      if (graph === this.graph) await this.refused(problem);
    } finally {
      control.disabled = false;
    }
  }

  /** Shows an error. Redraws the card if the key has lost permissions. */
  async refused(problem) {
    const message = el("p", { class: "problem", role: "alert", text: problem.message });
    if (problem.status !== 403) {
      fill(this.problem, message);
      return;
    }
    const graph = this.graph;
    state.server = await api.server().catch(() => state.server);
    if (graph !== this.graph) return;
    if (this.list && mayChangeAll()) {
      fill(this.problem, message);
    } else {
      this.draw();
      fill(this.list ? this.problem : this.node, message);
    }
  }

  /** Loads the merges of the graph. */
  load() {
    return this.list ? this.attempt(() => this.loadMerges()) : Promise.resolve();
  }

  async loadMerges() {
    const graph = this.graph;
    const all = await api.edits(graph, {}).catch((problem) => {
      if (problem.status !== 404) throw problem;
      // The server lacks the plug-in for edits.
      if (graph === this.graph) fill(this.node);
      return [];
    });
    const merges = all.filter(({ content }) => content.act === "merge");
    if (graph !== this.graph) return;
    fill(this.list, merges.length > 0 && el("ul", { class: "alias-list" }, merges.map((one) => el("li", { data: { alias: one.id } },
      el("div", {}, mergedNames(one.content.names), el("p", { class: "hint", text: [one.created.by, one.created.at.slice(0, 10), one.created.why].filter(Boolean).join(" \u00B7 ") }),
        (this.remarks.get(one.id) ?? []).map((text) => el("p", { class: "note", text }))),
      button(phrase("alias.split"), (event) => this.attempt(async () => {
        await api.undoEdit(graph, one.id);
        announce(phrase("alias.split.done"));
        this.remarks.delete(one.id);
        await this.loadMerges();
        this.changed();
      }, event.target), { "aria-label": phrase("alias.split.names", { names: shown(one.content.names.join(", "), 200) }) })))));
  }

  async merge(list, why) {
    const graph = this.graph;
    const merged = await api.edit(graph, { act: "merge", names: list, ...(why ? { why } : {}) });
    announce(phrase("alias.merge.done"));
    if (graph !== this.graph) return;
    this.remarks.set(merged.edit.id, merged.remarks);
    await this.loadMerges();
    this.changed();
  }

  suggest(control) {
    const graph = this.graph;
    return this.attempt(async () => {
      const { likely, possible } = await api.suggestions(graph);
      if (graph !== this.graph) return;
      this.left = likely.length;
      this.counted = el("h3", { text: phrase("alias.likely", { n: this.left }) });
      fill(this.found, this.counted,
        likely.length > 0 && el("ul", { class: "alias-list" }, likely.map((one) => this.suggestion(one))),
        possible.length > 0 && [el("h3", { text: phrase("alias.possible", { n: possible.length }) }),
          el("ul", { class: "hint" }, possible.map((one) => el("li", { text: `${one.name}: ${one.longerNames.join(", ")}` })))]);
      announce(phrase("alias.likely", { n: likely.length }));
    }, control);
  }

  suggestion(one) {
    const item = el("li", { data: { suggested: one.names[0] } }, el("div", {}, mergedNames(one.names), one.evidence.map((why) => this.evidence(why))),
      button(phrase("alias.merge"), (event) => this.attempt(async () => {
        await this.merge(one.names, [...new Set(one.evidence.map((why) => phrase(`alias.rule.${why.rule}`)))].join(", "));
        item.remove();
        this.left -= 1;
        this.counted.textContent = phrase("alias.likely", { n: this.left });
      }, event.target), { "aria-label": phrase("alias.merge.names", { names: shown(one.names.join(", "), 200) }) }));
    return item;
  }

  /** Returns the reason for a suggestion; opening it shows passages with both names. */
  evidence(why) {
    const text = phrase("alias.evidence", { name: why.name, rule: phrase(`alias.rule.${why.rule}`), similarity: number(why.similarity, 2), both: phrase("alias.both", { n: why.together }) });
    if (why.passages.length === 0) return el("p", { class: "hint", text });
    return el("details", { on: { toggle: (event) => { if (event.target.open) this.attempt(() => this.passages(why, event.target)); } } },
      el("summary", { class: "hint", text }));
  }

  async passages(why, place) {
    if (place.querySelector("ol")) return;
    const { passages } = await api.lookup(this.graph, { passages: why.passages });
    if (!place.querySelector("ol")) place.append(el("ol", { class: "read" }, passages.map((passage) => el("li", {}, el("p", { text: passage.text })))));
  }
}

/** Returns a name without differences of case, white space and Unicode form. */
export function plain(name) {
  return name.normalize("NFKC").trim().replace(/\s+/g, " ").toLowerCase();
}

function mergedNames(all) {
  return el("p", {}, el("strong", { text: shown(all[0], 200) }), ...all.slice(1).map((name) => ` = ${shown(name, 200)}`));
}
