// What is there: the graph in figures, its documents, and getting rid of them.

import * as api from "./api.js";
import { el, fill, button, number, count, download, shown } from "./dom.js";
import { state, whenGraphChanges, graphChanged, chooseGraph, mayChange, mayDrop, address } from "./state.js";
import { JobList } from "./jobs.js";

const FIGURES = [["documents", "Documents"], ["passages", "Passages"], ["entities", "Entities"], ["relations", "Relations"], ["waiting", "Waiting"], ["failed", "Failed"]];

const COUNTED = 30;

/** The view Manage. */
export class ManageView {
  constructor(section, reload) {
    this.section = section;
    this.reload = reload;
    this.jobs = new JobList(() => this.load());
    this.chosen = new Set();
    whenGraphChanges(() => this.draw());
  }

  opened() {
    this.load();
  }

  draw() {
    const title = this.section.firstElementChild;
    if (state.graph === "") {
      fill(this.section, title, el("div", { class: "card empty" }, el("h2", { text: "There is no graph yet" }),
        el("p", { text: "The first document makes one." }), button("Fill a graph", () => { location.hash = "fill"; }, { class: "main" })));
      this.figures = null;
      return;
    }
    this.chosen.clear();
    this.figures = el("div", {});
    this.list = el("div", { class: "documents" });
    this.problem = el("div", {});
    this.search = el("input", { type: "search", id: "document-search", placeholder: "Name or title", autocomplete: "off" });
    let timer = null;
    this.search.addEventListener("input", () => {
      clearTimeout(timer);
      // What is shown already stays as it is, with what was opened in it.
      timer = setTimeout(() => { if (this.search.value.trim() !== this.searched) this.documents(); }, 250);
    });
    this.removal = button("Remove", () => this.remove(), { disabled: true, class: "grave" });
    this.graphs = el("div", {});
    fill(this.section, title, this.problem, this.figures,
      el("section", { class: "card", "aria-label": "Documents" },
        el("div", { class: "see-bar" }, el("h2", { text: "Documents" }),
          el("div", { class: "tools" }, el("label", { for: "document-search", class: "unseen", text: "Search documents" }), this.search, mayChange() && this.removal)),
        this.list),
      el("section", { class: "card", "aria-label": "Jobs" }, el("h2", { text: "Jobs" }), this.jobs.node), this.graphs);
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
    this.jobs.watch(state.graph);
    return this.attempt(async () => {
      const told = await api.graph(state.graph);
      fill(this.figures, el("section", { class: "card", "aria-label": "Figures" },
        el("div", { class: "see-bar" }, el("h2", { text: told.name }), this.outlets()),
        el("dl", { class: "figures" }, FIGURES.filter(([name]) => told[name] > 0 || !["waiting", "failed"].includes(name))
          .map(([name, text]) => el("div", {}, el("dt", { text }), el("dd", { text: number(told[name]) })))),
        el("p", { class: "hint", text: `Vectors of ${told.embeddingModel}, ${told.dimension} long.` })));
      await this.documents();
      await this.others();
    });
  }

  /** All graphs, with how much each holds. */
  async others() {
    const rows = state.graphs.slice(0, COUNTED).map((name) => ({ name, cells: ["documents", "passages", "entities", "relations"].map(() => el("td", { text: "\u2026" })) }));
    fill(this.graphs, el("section", { class: "card", "aria-label": "Graphs" }, el("h2", { text: count(state.graphs.length, "graph") }),
      el("div", { class: "graphs" }, el("table", {}, el("thead", {}, el("tr", {}, ["Graph", "Documents", "Passages", "Entities", "Relations"].map((text) => el("th", { scope: "col", text })))),
        el("tbody", {}, rows.map(({ name, cells }) => el("tr", {}, el("td", {}, name === state.graph ? el("strong", { text: name }) : button(name, () => chooseGraph(name), { class: "row" }),
          state.damaged.includes(name) && el("span", { class: "badge", data: { state: "failed" }, text: "damaged" })), cells))))),
      state.graphs.length > COUNTED && el("p", { class: "hint", text: `and ${number(state.graphs.length - COUNTED)} more, in the list at the top` })));
    await Promise.all(rows.map(async ({ name, cells }) => {
      const told = await api.graph(name).catch(() => null);
      ["documents", "passages", "entities", "relations"].forEach((figure, place) => { cells[place].textContent = told ? number(told[figure]) : "\u2013"; });
    }));
  }

  outlets() {
    return el("div", { class: "tools" }, el("span", { class: "hint", text: "Take along as" }), ["jsonl", "csv", "graphml", "cypher"].map((format) =>
      button(format, () => this.attempt(async () => download(`${state.graph}.${format === "csv" ? "zip" : format}`, await api.exported(state.graph, format))), { "aria-label": `Export as ${format}` })),
    mayDrop() && button("Drop the graph", () => this.drop(), { class: "grave" }));
  }

  async documents(after) {
    this.searched = this.search.value.trim();
    this.turn = after ? this.turn : (this.turn ?? 0) + 1;
    const turn = this.turn;
    const found = await api.documents(state.graph, this.searched, after);
    // Answers may overtake one another: the last question's is shown.
    if (turn !== this.turn) return;
    const rows = found.documents.map((one) => this.row(one));
    const more = found.next && button("More", async () => { more.remove(); await this.attempt(() => this.documents(found.next)); });
    if (!after) {
      this.body = el("tbody", {});
      fill(this.list, found.documents.length === 0
        ? el("p", { class: "hint", text: this.search.value ? "No document has this in its name or title." : "There are no documents." })
        : el("table", {}, el("thead", {}, el("tr", {}, ["Document", "Passages"].map((text) => el("th", { scope: "col", text })))), this.body));
    }
    this.body.append(...rows);
    if (more) this.list.append(more);
  }

  row(one) {
    const box = el("input", { type: "checkbox", "aria-label": `Choose ${shown(one.id, 120)}` });
    box.checked = this.chosen.has(one.id);
    box.addEventListener("change", () => {
      if (box.checked) this.chosen.add(one.id);
      else this.chosen.delete(one.id);
      this.removal.disabled = this.chosen.size === 0;
      this.removal.textContent = this.chosen.size > 0 ? `Remove ${this.chosen.size}` : "Remove";
    });
    const name = el("details", { on: { toggle: (event) => { if (event.target.open) this.attempt(() => this.passages(one.id, event.target)); } } },
      el("summary", {}, el("strong", { text: shown(one.title || one.id, 200) }), one.title && one.title !== one.id && el("span", { class: "hint", text: ` ${shown(one.id, 200)} ` }),
        one.waiting > 0 && el("span", { class: "badge", data: { state: "waiting" }, text: `${number(one.waiting)} wait` }),
        one.failed > 0 && el("span", { class: "badge", data: { state: "failed" }, text: `${number(one.failed)} failed` })));
    return el("tr", {}, el("td", { class: "document" }, el("div", {}, mayChange() && box, name)), el("td", { text: number(one.passages) }));
  }

  async passages(id, place) {
    if (place.querySelector("ol")) return;
    const found = await api.passages(state.graph, id);
    place.append(el("ol", { class: "read" }, found.map((passage) => el("li", {}, el("p", { text: passage.text }),
      passage.reason && el("p", { class: "note", text: passage.reason }),
      passage.statements.length > 0 && el("p", { class: "hint", text: passage.statements.slice(0, 12).map((one) => one.text).join(" \u00B7 ") })))));
  }

  async remove() {
    const ids = [...this.chosen];
    if (!await sure(this.problem, `Remove ${count(ids.length, "document")} and everything that only ${ids.length === 1 ? "it" : "they"} said?`, "Remove")) return;
    await this.attempt(async () => {
      const job = await api.remove(state.graph, ids);
      this.chosen.clear();
      this.removal.disabled = true;
      this.removal.textContent = "Remove";
      await this.jobs.watch(state.graph, job);
    });
  }

  async drop() {
    if (!await sure(this.problem, `Drop the graph ${state.graph} with everything in it? This cannot be undone.`, "Drop it")) return;
    await this.attempt(async () => {
      await api.drop(state.graph);
      state.graph = "";
      history.replaceState(null, "", address({ graph: null }));
      await this.reload();
      graphChanged();
    });
  }
}

/** Asks before something is gone for good. */
function sure(place, question, yes) {
  return new Promise((resolve) => {
    const answer = (value) => () => { fill(place); resolve(value); };
    const no = button("Keep", answer(false));
    fill(place, el("div", { class: "notice", role: "alertdialog", "aria-label": question }, el("p", { text: question }),
      el("div", { class: "row-of-buttons" }, button(yes, answer(true), { class: "grave" }), no)));
    place.scrollIntoView({ block: "nearest" });
    no.focus();
  });
}
