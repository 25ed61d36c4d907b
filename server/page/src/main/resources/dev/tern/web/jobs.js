// The jobs of all graphs with progress, skipped files and reasons; finished jobs are folded.

import * as api from "./api.js";
import { el, fill, button, replaceWith, announce, shown } from "./dom.js";
import { mayChange, state } from "./state.js";
import { phrase } from "./texts.js";

const POLL_MILLIS = 500;
const MAX_LISTED = 30;

/** The maximum number of skipped files that are listed unfolded. */
const MAX_UNFOLDED = 3;
const KIND_PHRASES = { documents: "job.add", upload: "job.add", files: "job.add", page: "job.add", retry: "job.again", remove: "job.remove", edit: "job.edit", sync: "job.sync" };
const STATES = { waiting: phrase("state.waiting"), running: phrase("state.running"), done: phrase("state.done"), failed: phrase("state.failed"), cancelled: phrase("state.cancelled"), gaps: phrase("state.gaps"), skipped: phrase("state.skipped") };
const isActive = (job) => job.state === "waiting" || job.state === "running";

/** Returns the title of a job. */
function title(job) {
  return phrase(KIND_PHRASES[job.kind], { subject: job.files > 1 ? phrase("n.files", { n: job.files }) : job.subject });
}

/** Returns the status: "gaps" if parts are missing, "skipped" if nothing was added. */
export function jobStatus(job) {
  if (job.state !== "done" || !job.report) return job.state;
  const { documents, failed, waiting } = job.report;
  if (job.skipped.length > 0 && documents === 0) return "skipped";
  return job.skipped.length > 0 || failed > 0 || waiting > 0 ? "gaps" : "done";
}

/** A list of jobs that polls while a job is active. */
export class JobList {
  /** @param ended called when a job ends */
  constructor(ended) {
    this.ended = ended;
    this.open = new Set();
    this.unfolded = new Set();
    this.timer = null;
    this.node = el("div", { class: "jobs" });
    this.list = el("ul", { class: "job-list" });
    this.rows = new Map();
  }

  /**
   * Loads the jobs.
   *
   * @param begun a new job; its end is reported even if it ends before the first poll
   */
  async watch(begun) {
    clearTimeout(this.timer);
    if (begun) {
      this.open.add(begun.id);
      this.unfolded.add(begun.id);
    }
    try {
      this.show(await api.jobs());
    } catch (problem) {
      fill(this.node, el("p", { class: "problem", role: "alert", text: problem.message }), button(phrase("jobs.look"), () => this.watch()));
    }
  }

  show(jobs) {
    const under = new Set(jobs.filter(isActive).map((job) => job.id));
    for (const id of [...this.open]) {
      const job = jobs.find((one) => one.id === id);
      if (job && !under.has(id)) {
        announce(`${title(job)}: ${STATES[jobStatus(job)]}`);
        this.ended(job);
      }
    }
    // A new job may be missing from a list that was requested before it started.
    this.open = new Set([...under, ...[...this.open].filter((id) => !jobs.some((job) => job.id === id))]);
    this.draw(jobs.slice(0, MAX_LISTED));
    if (this.open.size > 0) this.timer = setTimeout(() => this.watch(), POLL_MILLIS);
  }

  /** Updates the rows in place to keep the focus; ended or restarted jobs get a new row. */
  draw(jobs) {
    const before = this.rows;
    this.rows = new Map(jobs.map((job) => {
      const row = before.get(job.id);
      const fresh = this.job(job);
      const state = row?.dataset.state;
      if (state !== job.state && !(state === "waiting" && isActive(job))) return [job.id, fresh];
      replaceWith(row, fresh);
      return [job.id, row];
    }));
    const rows = [...this.rows.values()];
    for (const row of [...this.list.children]) if (!rows.includes(row)) row.remove();
    rows.forEach((row, place) => { if (this.list.children[place] !== row) this.list.insertBefore(row, this.list.children[place]); });
    const all = jobs.length === 0 ? el("p", { class: "hint", text: phrase("jobs.none") }) : this.list;
    if (all.parentNode !== this.node) fill(this.node, all);
    while (all.nextSibling) all.nextSibling.remove();
  }

  async change(how, job) {
    try {
      this.watch(await how(job.graph, job.id));
    } catch (problem) {
      this.node.append(el("p", { class: "problem", role: "alert", text: problem.message }));
    }
  }

  job(job) {
    const now = jobStatus(job);
    const head = [el("strong", { text: title(job) }), el("span", { class: "badge", data: { state: now }, text: STATES[now] }),
      job.graph !== state.graph && el("span", { class: "hint", text: `${phrase("graph")}: ${shown(job.graph, 64)}` })];
    const acts = [isActive(job) && mayChange() && button(phrase("jobs.end"), () => this.change(api.cancel, job), { "aria-label": phrase("job.end", { subject: job.subject }) }),
      job.retriable && mayChange() && button(phrase("again"), () => this.change(api.retry, job), { "aria-label": phrase("job.retry", { subject: job.subject }) })];
    const sum = el("span", { class: "hint job-sum", text: figures(job) });
    const details = [job.problem && el("p", { class: "note", text: job.problem }),
      job.remarks.length > 0 && el("ul", { class: "notes" }, job.remarks.map((one) => el("li", { text: `${one.source} ${one.remark}` }))),
      this.skipped(job)];
    if (isActive(job) || job.state === "failed") {
      return el("li", { class: "job", data: { state: job.state, graph: job.graph } }, el("div", { class: "job-head" }, head, acts), job.state === "running" && bar(job), sum, details);
    }
    // Jobs started here stay open; older ones show one line with the first skipped file.
    const [left] = job.skipped;
    return el("li", { class: "job", data: { state: job.state, graph: job.graph } }, el("details", {
      open: this.unfolded.has(job.id), on: { toggle: ({ target }) => { if (target.open) this.unfolded.add(job.id); else this.unfolded.delete(job.id); } },
    }, el("summary", { class: "job-head" }, head, sum, left && el("span", { class: "hint job-reason", text: `${shown(left.source, 60)} ${left.reason}` })), acts, details));
  }

  /** Returns the list of skipped files, folded if it is long. */
  skipped({ skipped }) {
    if (skipped.length === 0) return null;
    const list = el("ul", { class: "skipped" }, skipped.map((one) => el("li", { text: `${one.source} ${one.reason}` })));
    return skipped.length <= MAX_UNFOLDED ? list : el("details", {}, el("summary", { class: "hint", text: phrase("job.skipped", { n: skipped.length }) }), list);
  }
}

/** Returns the progress bar by files or passages; indeterminate without a known total. */
function bar(job) {
  const { documents = 0, passages = 0, extracted = 0, failed = 0, waiting = 0, unstored = 0 } = job.report ?? {};
  let measure = {};
  if (job.files > 1) measure = { max: job.files, value: Math.min(job.files, documents + job.skipped.length) };
  else if (waiting > 0 && extracted + failed > 0) measure = { max: extracted + failed + waiting, value: extracted + failed };
  else if (passages > 0 && unstored > 0) measure = { max: passages + unstored, value: passages };
  return el("progress", { "aria-label": phrase("job.running", { subject: job.subject }), ...measure });
}

function figures(job) {
  const { report } = job;
  const left = job.skipped.length > 0 && phrase("n.skipped", { n: job.skipped.length });
  if (!report) return [{ running: phrase("jobs.reading"), waiting: phrase("jobs.next") }[job.state], left].filter(Boolean).join(" \u00B7 ");
  if (job.kind === "remove") return phrase("job.removed", { n: report.documents });
  const parts = ["documents", "passages", "statements"].map((kind) => phrase(`n.${kind}`, { n: report[kind] }));
  if (job.state === "running" && report.unstored > 0) parts[1] = phrase("job.passages", { done: report.passages, all: report.passages + report.unstored });
  if (job.files > 1) parts.unshift(phrase("n.files", { n: job.files }));
  if (left) parts.push(left);
  if (report.failed > 0) parts.push(phrase("n.failed", { n: report.failed }));
  if (report.waiting > 0) parts.push(phrase("n.waiting", { n: report.waiting }));
  if (report.unchanged > 0) parts.push(phrase("n.unchanged", { n: report.unchanged }));
  if (job.usage && job.usage.calls > 0) parts.push(phrase("job.spent", { n: job.usage.calls, cost: String(job.usage.cost) }));
  return parts.join(" \u00B7 ");
}
