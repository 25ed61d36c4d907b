// The jobs of a graph: how far each is, what it skipped and why.

import * as api from "./api.js";
import { el, fill, button, say } from "./dom.js";
import { mayChange } from "./state.js";
import { phrase } from "./texts.js";

const EVERY = 500;
const KINDS = { documents: "job.add", upload: "job.add", page: "job.add", retry: "job.again", remove: "job.remove" };
const title = (job) => phrase(KINDS[job.kind], { subject: job.subject });
const STATES = { waiting: phrase("state.waiting"), running: phrase("state.running"), done: phrase("state.done"), failed: phrase("state.failed"), cancelled: phrase("state.cancelled") };

/** A list that keeps itself up to date while a job is under way. */
export class JobList {
  /** @param ended what to do when a job has come to its end */
  constructor(ended) {
    this.ended = ended;
    this.graph = "";
    this.open = new Set();
    this.timer = null;
    this.node = el("div", { class: "jobs" });
  }

  /** @param begun a job that was just asked for: its end is told even if it has come before anybody looked */
  async watch(graph, begun) {
    clearTimeout(this.timer);
    if (this.graph !== graph) this.open.clear();
    if (begun) this.open.add(begun.id);
    this.graph = graph;
    if (graph === "") {
      fill(this.node, el("p", { class: "hint", text: phrase("jobs.nothing") }));
      return;
    }
    try {
      this.show(await api.jobs(graph));
    } catch (problem) {
      fill(this.node, el("p", { class: "problem", role: "alert", text: problem.message }), button(phrase("jobs.look"), () => this.watch(graph)));
    }
  }

  show(jobs) {
    const under = new Set(jobs.filter((job) => job.state === "waiting" || job.state === "running").map((job) => job.id));
    for (const id of [...this.open]) {
      const job = jobs.find((one) => one.id === id);
      if (job && !under.has(id)) {
        say(`${title(job)}: ${STATES[job.state]}`);
        this.ended(job);
      }
    }
    // One that this list did not know yet was asked for while the list was on its way.
    this.open = new Set([...under, ...[...this.open].filter((id) => !jobs.some((job) => job.id === id))]);
    fill(this.node, jobs.length === 0 ? el("p", { class: "hint", text: phrase("jobs.none") }) : el("ul", { class: "job-list" }, jobs.slice(0, 30).map((job) => this.job(job))));
    if (this.open.size > 0) this.timer = setTimeout(() => this.watch(this.graph), EVERY);
  }

  async change(how, job) {
    try {
      this.watch(this.graph, await how(this.graph, job.id));
    } catch (problem) {
      this.node.append(el("p", { class: "problem", role: "alert", text: problem.message }));
    }
  }

  job(job) {
    const running = job.state === "waiting" || job.state === "running";
    return el("li", { class: "job", data: { state: job.state } },
      el("div", { class: "job-head" }, el("strong", { text: title(job) }), state(job),
        running && mayChange() && button(phrase("jobs.end"), () => this.change(api.cancel, job), { "aria-label": phrase("job.end", { subject: job.subject }) }),
        job.retriable && mayChange() && button(phrase("again"), () => this.change(api.retry, job), { "aria-label": phrase("job.retry", { subject: job.subject }) })),
      job.state === "running" && bar(job),
      el("p", { class: "hint", text: told(job) }),
      job.problem && el("p", { class: "note", text: job.problem }),
      job.notes.length > 0 && el("ul", { class: "notes" }, job.notes.map((one) => el("li", { text: `${one.source} ${one.note}` }))),
      job.skipped.length > 0 && el("ul", { class: "skipped" }, job.skipped.map((one) => el("li", { text: `${one.source} ${one.reason}` }))));
  }
}

/** How it stands; one that left something out is not simply done. */
function state(job) {
  const gaps = job.state === "done" && (job.skipped.length > 0 || job.report?.failed > 0 || job.report?.waiting > 0);
  return el("span", { class: "badge", data: { state: gaps ? "gaps" : job.state }, text: gaps ? phrase("state.gaps") : STATES[job.state] });
}

/** How much of what is known to be there is done; a bar without an end while that is not known. */
function bar(job) {
  const { extracted = 0, failed = 0, waiting = 0 } = job.report ?? {};
  const known = waiting > 0 && extracted + failed > 0;
  return el("progress", { "aria-label": phrase("job.running", { subject: job.subject }), ...(known ? { max: extracted + failed + waiting, value: extracted + failed } : {}) });
}

function told(job) {
  const { report } = job;
  if (!report) return job.state === "waiting" ? phrase("jobs.next") : phrase("jobs.reading");
  if (job.kind === "remove") return phrase("job.removed", { n: report.documents });
  const parts = ["documents", "passages", "statements"].map((kind) => phrase(`n.${kind}`, { n: report[kind] }));
  if (report.failed > 0) parts.push(phrase("n.failed", { n: report.failed }));
  if (report.waiting > 0) parts.push(phrase("n.waiting", { n: report.waiting }));
  if (report.unchanged > 0) parts.push(phrase("n.unchanged", { n: report.unchanged }));
  if (job.spent && job.spent.calls > 0) parts.push(phrase("job.spent", { n: job.spent.calls, cost: String(job.spent.cost) }));
  return parts.join(" \u00B7 ");
}
