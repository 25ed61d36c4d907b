// The view for adding files, text, triplets and web pages, with estimates, jobs and failures.

import * as api from "./api.js";
import { el, fill, button, announce, shown } from "./dom.js";
import { state, whenGraphChanges, graphChanged, mayChange, address } from "./state.js";
import { DEMO } from "./demo.js";
import { JobList, jobStatus } from "./jobs.js";
import { StagedFiles } from "./stagedfiles.js";
import { estimateList } from "./costestimate.js";
import { phrase } from "./texts.js";

const GRAPH_NAME = /^[A-Za-z_][A-Za-z0-9_]{0,63}$/;
const NAME_HINT = phrase("fill.named");
const INPUT_TABS = [["files", phrase("fill.files")], ["text", phrase("fill.text")], ["triplets", phrase("triplets")], ["page", phrase("fill.page")]];

/** The view Add documents: input tabs, cost estimates, and the list of jobs. */
export class AddView {
  constructor(section, reload) {
    this.section = section;
    this.reload = reload;
    this.way = "files";
    this.jobs = new JobList((job) => this.ended(job));
    this.failed = el("div", {});
    whenGraphChanges(() => (this.form ? this.follow() : this.draw()));
  }

  /** Adds to the selected graph from now on; typed text and dropped files stay. */
  follow() {
    if (state.graph !== "") this.name.value = usualGraph();
    this.refresh();
  }

  opened() {
    this.refresh();
  }

  draw() {
    const title = this.section.firstElementChild;
    if (!mayChange()) {
      fill(this.section, title, el("p", { class: "notice", text: phrase("fill.reading") }));
      return;
    }
    this.name = el("input", { id: "fill-graph", value: usualGraph(), required: true, pattern: GRAPH_NAME.source, autocomplete: "off", "aria-describedby": "fill-graph-about" });
    this.name.addEventListener("change", () => this.refresh());
    this.staged = new StagedFiles(this);
    this.form = el("div", { class: "way" });
    this.made = {};
    this.message = el("div", { "aria-live": "polite" });
    fill(this.section, title,
      el("div", { class: "columns" },
        el("div", { class: "card" },
          el("div", { class: "field" }, el("label", { for: "fill-graph", text: phrase("fill.into") }), this.name,
            el("p", { class: "hint", id: "fill-graph-about", text: phrase("fill.into.about") })),
          this.ways(), this.form, this.message),
        el("div", {}, el("section", { class: "card", "aria-label": phrase("jobs") }, el("h2", { text: phrase("jobs") }), this.jobs.node), this.failed)));
    this.show(this.way);
    this.refresh();
  }

  ways() {
    return el("div", { class: "segments", role: "group", "aria-label": phrase("fill.what") }, INPUT_TABS.map(([way, text]) =>
      button(text, () => this.show(way), { "aria-pressed": String(way === this.way), data: { way } })));
  }

  show(way) {
    this.way = way;
    for (const one of this.section.querySelectorAll("[data-way]")) one.setAttribute("aria-pressed", String(one.dataset.way === way));
    fill(this.message);
    // Each tab is built once, so its input survives a change of the tab.
    this.made[way] ??= { files: () => this.staged.nodes, text: () => this.text(), triplets: () => this.triplets(), page: () => this.page() }[way]();
    fill(this.form, this.made[way]);
  }

  graph() {
    const name = this.name.value.trim();
    if (GRAPH_NAME.test(name)) return name;
    this.name.focus();
    throw new Error(phrase("fill.badname"));
  }

  /** Runs an action and shows its error, if any. */
  async attempt(work) {
    try {
      await work();
    } catch (problem) {
      this.showMessage(el("p", { class: "problem", role: "alert", text: problem.message }));
    }
  }

  /** Takes files or text that were dropped or pasted anywhere on the page. */
  async takeFrom(transfer) {
    if (!mayChange() || !this.form) return;
    const text = transfer.getData("text/plain");
    if (transfer.files.length > 0) {
      this.show("files");
      await this.attempt(() => this.staged.takeFrom(transfer));
    } else if (text.trim() !== "") {
      this.show("text");
      const place = this.form.querySelector("textarea");
      place.value = [place.value.trimEnd(), text].filter(Boolean).join("\n\n");
      place.focus();
    }
  }

  text() {
    const id = el("input", { id: "text-id", placeholder: phrase("fill.name.notes"), autocomplete: "off", maxlength: 512 });
    const text = el("textarea", { id: "text-text", rows: 9, required: true });
    return this.documentForm([field("text-id", phrase("fill.name"), id, NAME_HINT),
      field("text-text", phrase("fill.text"), text)], () => {
      const name = id.value.trim() || text.value.trim().split(/\s+/).slice(0, 5).join(" ");
      return [{ id: name.slice(0, 500), title: name.slice(0, 500), text: text.value }];
    });
  }

  triplets() {
    const id = el("input", { id: "triplets-id", placeholder: phrase("fill.name.family"), autocomplete: "off", maxlength: 512 });
    const text = el("textarea", { id: "triplets-text", rows: 9, required: true, placeholder: phrase("triplets.example") });
    return this.documentForm([field("triplets-id", phrase("fill.name"), id, NAME_HINT),
      field("triplets-text", phrase("triplets"), text, phrase("triplets.about"))], () => {
      const triplets = text.value.split("\n").flatMap((line, index) => {
        if (line.trim() === "") return [];
        const parts = line.split(line.includes("\t") ? "\t" : "|").map((part) => part.trim());
        if (parts.length !== 3 || parts.some((part) => part === "")) throw new Error(phrase("triplets.wrong", { line: index + 1 }));
        return [parts];
      });
      if (triplets.length === 0) throw new Error(phrase("triplets.none"));
      const name = id.value.trim() || `${triplets[0].join(" ")}`.slice(0, 120);
      return [{ id: name, title: name, text: triplets.map((triplet) => `${triplet.join(" ")}.`).join("\n"), triplets }];
    });
  }

  documentForm(fields, documents) {
    return el("form", { on: { submit: (event) => {
      event.preventDefault();
      this.attempt(async () => {
        const graph = this.graph();
        const job = await api.addDocuments(graph, documents());
        event.target.reset();
        await this.sent(graph, "sent", {}, job);
      });
    } } }, fields, el("div", { class: "row-of-buttons" }, el("button", { type: "submit", class: "main", text: phrase("add") }),
      button(phrase("cost.ask"), () => this.attempt(async () => this.forecast(await api.estimateDocuments(this.graph(), documents()))))));
  }

  page() {
    const url = el("input", { id: "page-url", type: "url", placeholder: "https://", required: true, maxlength: 2000 });
    return el("form", { on: { submit: (event) => {
      event.preventDefault();
      this.attempt(async () => {
        const graph = this.graph();
        const job = await api.addPage(graph, url.value.trim());
        event.target.reset();
        await this.sent(graph, "sent", {}, job);
      });
    } } }, field("page-url", phrase("fill.address"), url, phrase("fill.address.about")),
    el("div", { class: "row-of-buttons" }, el("button", { type: "submit", class: "main", text: phrase("add") }),
      button(phrase("cost.ask"), () => url.reportValidity() && this.attempt(async () => {
        const estimate = await api.estimatePage(this.graph(), url.value.trim());
        this.forecast(estimate, estimate.skipped.map((one) => `${one.source} ${one.reason}`));
      }))));
  }

  /** Shows the cost estimate and the files that could not be read. */
  forecast(estimate, refused = []) {
    this.showMessage(estimate?.documents > 0 && estimateList(estimate), refused.map((reason) => el("p", { class: "note", text: reason })));
    announce(phrase("cost.there"));
  }

  showMessage(...nodes) {
    fill(this.message, nodes);
  }

  /** Shows a message by its key and values, and follows the sent job. */
  async sent(graph, key, values, job) {
    const text = phrase(key, { ...values, graph });
    this.showMessage(el("p", { class: "done", data: { sent: job.id }, text }));
    announce(text);
    await this.jobs.watch(job);
  }

  /** Reloads the graphs after a job and offers to ask the new graph. */
  async ended(job) {
    const chosen = state.graph;
    await this.reload();
    // Jobs of other users and of timers do not change the selected graph.
    if (!state.graphs.includes(job.graph) || (job.graph !== chosen && job.graph !== this.name.value.trim())) return;
    // If another view is open, its graph stays selected.
    if (this.section.hidden && chosen !== "" && chosen !== job.graph) return;
    if (state.graph !== job.graph) {
      state.graph = job.graph;
      history.replaceState(null, "", address({ graph: job.graph }));
    }
    if (this.section.hidden) {
      graphChanged();
      return;
    }
    const now = jobStatus(job);
    if (this.message.querySelector("[data-sent]")) this.showMessage();
    if ((now === "done" || now === "gaps") && job.kind !== "remove" && job.report.documents > 0) {
      this.showMessage(el("p", { class: "done", text: phrase("fill.done", { n: job.report.documents, graph: job.graph }) }), button(phrase("fill.next"), () => {
        location.hash = "ask";
        graphChanged();
      }, { class: this.staged.files.length > 0 ? "" : "main", data: { next: "ask" } }));
    }
    document.getElementById("graph").value = job.graph;
    this.showFailed();
  }

  refresh() {
    if (!this.name) return;
    if (!this.section.hidden) {
      this.jobs.watch();
      this.showFailed();
    }
  }

  /** Shows passages whose extraction failed, with the reasons. */
  async showFailed() {
    const graph = this.name.value.trim();
    let passages = [];
    try {
      passages = state.graphs.includes(graph) ? await api.failedPassages(graph) : [];
    } catch {
      // The job list shows problems of the graph.
    }
    fill(this.failed, passages.length > 0 && el("section", { class: "card", "aria-label": phrase("failed.label") },
      el("h2", { text: phrase("failed", { n: passages.length }) }),
      el("p", { class: "hint", text: phrase("failed.about") }),
      el("ul", { class: "failed" }, passages.map((passage) => el("li", {}, el("strong", { text: shown(passage.title || passage.documentId, 200) }),
        el("p", { class: "note", text: passage.reason }), el("p", { class: "hint", text: shown(passage.text, 200) })))),
      button(phrase("failed.again"), () => this.attempt(async () => {
        await this.jobs.watch(await api.retryFailed(graph));
      }), { class: "main" })));
  }
}

/** Returns the default graph for documents: the selected one, but never the demo. */
function usualGraph() {
  if (state.graph !== "" && state.graph !== DEMO) return state.graph;
  return state.graphs.find((name) => name !== DEMO) ?? "my_graph";
}

function field(id, label, input, about) {
  if (about) input.setAttribute("aria-describedby", `${id}-about`);
  return el("div", { class: "field" }, el("label", { for: id, text: label }), input, about && el("p", { class: "hint", id: `${id}-about`, text: about }));
}
