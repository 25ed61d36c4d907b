// The jobs of a graph: how far each is, what it skipped and why.

import * as api from "./api.js";
import { el, fill, button, count, say } from "./dom.js";
import { mayChange } from "./state.js";

const EVERY = 500;
const KINDS = { documents: "Add", upload: "Add", page: "Add", retry: "Try again", remove: "Remove" };
const STATES = { waiting: "waits", running: "running \u2026", done: "done", failed: "failed", cancelled: "ended" };

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
      fill(this.node, el("p", { class: "hint", text: "Nothing has been added yet." }));
      return;
    }
    try {
      this.show(await api.jobs(graph));
    } catch (problem) {
      fill(this.node, el("p", { class: "problem", role: "alert", text: problem.message }), button("Look again", () => this.watch(graph)));
    }
  }

  show(jobs) {
    const under = new Set(jobs.filter((job) => job.state === "waiting" || job.state === "running").map((job) => job.id));
    for (const id of [...this.open]) {
      const job = jobs.find((one) => one.id === id);
      if (job && !under.has(id)) {
        say(`${KINDS[job.kind]} ${job.subject}: ${STATES[job.state]}`);
        this.ended(job);
      }
    }
    // One that this list did not know yet was asked for while the list was on its way.
    this.open = new Set([...under, ...[...this.open].filter((id) => !jobs.some((job) => job.id === id))]);
    fill(this.node, jobs.length === 0 ? el("p", { class: "hint", text: "No jobs yet." }) : el("ul", { class: "job-list" }, jobs.slice(0, 30).map((job) => this.job(job))));
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
      el("div", { class: "job-head" }, el("strong", { text: `${KINDS[job.kind]} ${job.subject}` }), state(job),
        running && mayChange() && button("End it", () => this.change(api.cancel, job), { "aria-label": `End ${job.subject}` }),
        job.retriable && mayChange() && button("Try again", () => this.change(api.retry, job), { "aria-label": `Try ${job.subject} again` })),
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
  return el("span", { class: "badge", data: { state: gaps ? "gaps" : job.state }, text: gaps ? "done, with gaps" : STATES[job.state] });
}

/** How much of what is known to be there is done; a bar without an end while that is not known. */
function bar(job) {
  const { extracted = 0, failed = 0, waiting = 0 } = job.report ?? {};
  const known = waiting > 0 && extracted + failed > 0;
  return el("progress", { "aria-label": `${job.subject} is under way`, ...(known ? { max: extracted + failed + waiting, value: extracted + failed } : {}) });
}

function told(job) {
  const { report } = job;
  if (!report) return job.state === "waiting" ? "It is next in line." : "Reading \u2026";
  if (job.kind === "remove") return `${count(report.documents, "document")} removed`;
  const parts = [count(report.documents, "document"), count(report.passages, "passage"), count(report.statements, "statement")];
  if (report.failed > 0) parts.push(`${report.failed} failed`);
  if (report.waiting > 0) parts.push(`${report.waiting} wait`);
  if (report.unchanged > 0) parts.push(`${report.unchanged} as before`);
  if (job.spent && job.spent.calls > 0) parts.push(`${count(job.spent.calls, "model call")}, cost ${job.spent.cost}`);
  return parts.join(" \u00B7 ");
}
