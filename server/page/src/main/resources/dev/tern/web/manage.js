// The view Manage: statistics of the graph, its documents, exports and removal.

import * as api from "./api.js";
import { el, fill, button, download, link, shown } from "./dom.js";
import { state, whenGraphChanges, graphChanged, chooseGraph, mayChange, mayChangeAll, mayDrop, address } from "./state.js";
import { AliasesCard } from "./aliases.js";
import { EditsCard } from "./edits.js";
import { JobList } from "./jobs.js";
import { sources } from "./sources.js";
import { number, phrase } from "./texts.js";

const STATISTICS = [["documents", phrase("documents")], ["passages", phrase("passages")], ["entities", phrase("entities")], ["relations", phrase("relations")], ["waiting", phrase("manage.waiting")], ["failed", phrase("manage.failed")]];

const MAX_COUNTED_GRAPHS = 30;

/** The view Manage. */
export class ManageView {
  constructor(section, reload) {
    this.section = section;
    this.reload = reload;
    this.jobs = new JobList(() => this.load());
    this.aliases = new AliasesCard(() => this.edits.load());
    this.edits = new EditsCard(() => this.aliases.load());
    this.chosen = new Set();
    whenGraphChanges(() => this.draw());
  }

  opened() {
    this.load();
  }

  draw() {
    const title = this.section.firstElementChild;
    if (state.graph === "") {
      fill(this.section, title, el("div", { class: "card empty" }, el("h2", { text: phrase("manage.empty") }),
        el("p", { text: phrase("manage.empty.about") }), button(phrase("fill"), () => { location.hash = "fill"; }, { class: "main" })));
      this.figures = null;
      return;
    }
    this.chosen.clear();
    this.figures = el("div", {});
    this.list = el("div", { class: "documents" });
    this.problem = el("div", {});
    this.search = el("input", { type: "search", id: "document-search", placeholder: phrase("manage.search"), autocomplete: "off" });
    let timer = null;
    this.search.addEventListener("input", () => {
      clearTimeout(timer);
      // An unchanged search keeps the shown documents and their open details.
      timer = setTimeout(() => { if (this.search.value.trim() !== this.searched) this.documents(); }, 250);
    });
    this.removal = button(phrase("remove"), () => this.remove(), { disabled: true, class: "grave" });
    this.graphs = el("div", {});
    this.sources = el("div", {});
    fill(this.section, title, this.problem, this.figures,
      el("section", { class: "card", "aria-label": phrase("documents") },
        el("div", { class: "see-bar" }, el("h2", { text: phrase("documents") }),
          el("div", { class: "tools" }, el("label", { for: "document-search", class: "unseen", text: phrase("manage.search.about") }), this.search, mayChange() && this.removal)),
        this.list),
      el("section", { class: "card", "aria-label": phrase("jobs") }, el("h2", { text: phrase("jobs") }), this.jobs.node), this.sources, this.aliases.node, this.edits.node, this.graphs);
    this.aliases.draw();
    this.edits.draw();
    this.load();
  }

  async attempt(work) {
    try {
      fill(this.problem);
      await work();
    } catch (problem) {
      fill(this.problem, el("p", { class: "problem", role: "alert", text: problem.message }));
    }
  }

  load() {
    if (!this.figures || this.section.hidden) return Promise.resolve();
    this.jobs.watch();
    return this.attempt(async () => {
      const statistics = await api.graph(state.graph);
      fill(this.figures, el("section", { class: "card", "aria-label": phrase("figures") },
        el("div", { class: "see-bar" }, el("h2", { text: statistics.name }), this.outlets()),
        el("dl", { class: "figures" }, STATISTICS.filter(([name]) => statistics[name] > 0 || !["waiting", "failed"].includes(name))
          .map(([name, text]) => el("div", {}, el("dt", { text }), el("dd", { text: number(statistics[name]) })))),
        el("p", { class: "hint", text: phrase("manage.vectors", { model: statistics.embeddingModel, dimension: statistics.dimension }) })));
      await this.documents();
      fill(this.sources, await sources((name) => this.attempt(async () => this.jobs.watch(await api.sync(state.graph, name)))));
      await this.aliases.load();
      await this.edits.load();
      await this.others();
    });
  }

  /** Loads the sizes of all graphs. */
  async others() {
    const rows = state.graphs.slice(0, MAX_COUNTED_GRAPHS).map((name) => ({ name, cells: ["documents", "passages", "entities", "relations"].map(() => el("td", { text: "\u2026" })) }));
    fill(this.graphs, el("section", { class: "card", "aria-label": phrase("graphs") }, el("h2", { text: phrase("n.graphs", { n: state.graphs.length }) }),
      el("div", { class: "graphs" }, el("table", {}, el("thead", {}, el("tr", {}, [phrase("graph"), phrase("documents"), phrase("passages"), phrase("entities"), phrase("relations")].map((text) => el("th", { scope: "col", text })))),
        el("tbody", {}, rows.map(({ name, cells }) => el("tr", {}, el("td", {}, name === state.graph ? el("strong", { text: name }) : button(name, () => chooseGraph(name), { class: "row" }),
          state.damaged.includes(name) && el("span", { class: "badge", data: { state: "failed" }, text: phrase("manage.damaged") })), cells))))),
      state.graphs.length > MAX_COUNTED_GRAPHS && el("p", { class: "hint", text: phrase("manage.more", { n: state.graphs.length - MAX_COUNTED_GRAPHS }) })));
    await Promise.all(rows.map(async ({ name, cells }) => {
      const statistics = await api.graph(name).catch(() => null);
      ["documents", "passages", "entities", "relations"].forEach((figure, place) => { cells[place].textContent = statistics ? number(statistics[figure]) : "\u2013"; });
    }));
  }

  outlets() {
    if (!mayChangeAll()) return null;
    return el("div", { class: "tools" }, el("span", { class: "hint", text: phrase("manage.take") }), ["jsonl", "graphml"].map((format) =>
      button(format, () => this.attempt(async () => download(`${state.graph}.${format}`, await api.exportGraph(state.graph, format))), { "aria-label": phrase("manage.export", { format }) })),
    mayDrop() && button(phrase("manage.drop"), () => this.drop(), { class: "grave" }));
  }

  async documents(after) {
    this.searched = this.search.value.trim();
    this.turn = after ? this.turn : (this.turn ?? 0) + 1;
    const turn = this.turn;
    const found = await api.documents(state.graph, this.searched, after);
    // Responses may arrive out of order; only the one for the last request is shown.
    if (turn !== this.turn) return;
    const rows = found.documents.map((one) => this.row(one));
    const more = found.next && button(phrase("more"), async () => { more.remove(); await this.attempt(() => this.documents(found.next)); });
    if (!after) {
      this.body = el("tbody", {});
      fill(this.list, found.documents.length === 0
        ? el("p", { class: "hint", text: this.search.value ? phrase("manage.notfound") : phrase("manage.none") })
        : el("table", {}, el("thead", {}, el("tr", {}, [phrase("document"), phrase("passages")].map((text) => el("th", { scope: "col", text })))), this.body));
    }
    this.body.append(...rows);
    if (more) this.list.append(more);
  }

  row(one) {
    const box = el("input", { type: "checkbox", "aria-label": phrase("manage.choose", { name: shown(one.id, 120) }) });
    box.checked = this.chosen.has(one.id);
    box.addEventListener("change", () => {
      if (box.checked) this.chosen.add(one.id);
      else this.chosen.delete(one.id);
      this.removal.disabled = this.chosen.size === 0;
      this.removal.textContent = this.chosen.size > 0 ? phrase("manage.remove", { n: this.chosen.size }) : phrase("remove");
    });
    const name = el("details", { on: { toggle: (event) => { if (event.target.open) this.attempt(() => this.showPassages(one.id, event.target)); } } },
      el("summary", {}, el("strong", { text: shown(one.title || one.id, 200) }), one.title && one.title !== one.id && el("span", { class: "hint", text: ` ${shown(one.id, 200)} ` }), el("span", { class: "hint about" }, describeDocument(one)),
        one.waiting > 0 && el("span", { class: "badge", data: { state: "waiting" }, text: phrase("n.waiting", { n: one.waiting }) }),
        one.failed > 0 && el("span", { class: "badge", data: { state: "failed" }, text: phrase("n.failed", { n: one.failed }) })));
    return el("tr", {}, el("td", { class: "document" }, el("div", {}, mayChange() && box, name)), el("td", { text: number(one.passages) }));
  }

  async showPassages(id, place) {
    if (place.querySelector("ol")) return;
    const found = await api.passages(state.graph, id);
    place.append(el("ol", { class: "read" }, found.map((passage) => el("li", {}, el("p", { text: passage.text }),
      passage.reason && el("p", { class: "note", text: passage.reason }),
      passage.statements.length > 0 && el("p", { class: "hint", text: passage.statements.slice(0, 12).map((one) => one.text).join(" \u00B7 ") })))));
  }

  async remove() {
    const ids = [...this.chosen];
    if (!await confirmFirst(this.problem, phrase("manage.remove.sure", { n: ids.length }), phrase("remove"))) return;
    await this.attempt(async () => {
      const job = await api.removeDocuments(state.graph, ids);
      this.chosen.clear();
      this.removal.disabled = true;
      this.removal.textContent = phrase("remove");
      await this.jobs.watch(job);
    });
  }

  async drop() {
    if (!await confirmFirst(this.problem, phrase("manage.drop.sure", { graph: state.graph }), phrase("manage.drop.yes"))) return;
    await this.attempt(async () => {
      await api.dropGraph(state.graph);
      state.graph = "";
      history.replaceState(null, "", address({ graph: null }));
      await this.reload();
      graphChanged();
    });
  }
}

/** Describes a document by type, date, length and source. */
function describeDocument({ id, title, source, type, date, characters }) {
  const parts = [type, date.slice(0, 10), characters > 0 && phrase("n.characters", { n: characters })].filter(Boolean).map((text) => shown(text, 100));
  const from = source !== id && source !== title ? [parts.length > 0 && " \u00B7 ", link(source, shown(source, 200))] : [];
  return [parts.join(" \u00B7 "), ...from];
}

/** Asks for confirmation before a removal. */
function confirmFirst(place, question, yes) {
  return new Promise((resolve) => {
    const answer = (value) => () => { fill(place); resolve(value); };
    const no = button(phrase("keep"), answer(false));
    fill(place, el("div", { class: "notice", role: "alertdialog", "aria-label": question }, el("p", { text: question }),
      el("div", { class: "row-of-buttons" }, button(yes, answer(true), { class: "grave" }), no)));
    place.scrollIntoView({ block: "nearest" });
    no.focus();
  });
}
