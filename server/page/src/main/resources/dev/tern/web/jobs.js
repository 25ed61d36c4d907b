// The jobs of all graphs: how far each is, what it skipped and why; what is over is folded under its figures.

import * as api from "./api.js";
import { el, fill, button, replaceWith, announce, shown } from "./dom.js";
import { mayChange, state } from "./state.js";
import { phrase } from "./texts.js";

const EVERY = 500;
const LISTED = 30;

/** How much of what was skipped stands there without being asked for. */
const OPEN_SKIPPED = 3;
const KINDS = { documents: "job.add", upload: "job.add", files: "job.add", page: "job.add", retry: "job.again", remove: "job.remove", sync: "job.sync" };
const STATES = { waiting: phrase("state.waiting"), running: phrase("state.running"), done: phrase("state.done"), failed: phrase("state.failed"), cancelled: phrase("state.cancelled"), gaps: phrase("state.gaps"), skipped: phrase("state.skipped") };
const isUnder = (job) => job.state === "waiting" || job.state === "running";

/** What a job is called. */
function title(job) {
  return phrase(KINDS[job.kind], { subject: job.files > 1 ? phrase("n.files", { n: job.files }) : job.subject });
}

/** How it stands: one that left something out is not simply done, and one that gave nothing was skipped. */
export function jobStatus(job) {
  if (job.state !== "done" || !job.report) return job.state;
  const { documents, failed, waiting } = job.report;
  if (job.skipped.length > 0 && documents === 0) return "skipped";
  return job.skipped.length > 0 || failed > 0 || waiting > 0 ? "gaps" : "done";
}

/** A list that keeps itself up to date while a job is under way. */
export class JobList {
  /** @param ended what to do when a job has come to its end */
  constructor(ended) {
    this.ended = ended;
    this.open = new Set();
    this.unfolded = new Set();
    this.timer = null;
    this.node = el("div", { class: "jobs" });
    this.list = el("ul", { class: "job-list" });
    this.rows = new Map();
  }

  /** @param begun a job that was just asked for: its end is told even if it has come before anybody looked */
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
    const under = new Set(jobs.filter(isUnder).map((job) => job.id));
    for (const id of [...this.open]) {
      const job = jobs.find((one) => one.id === id);
      if (job && !under.has(id)) {
        announce(`${title(job)}: ${STATES[jobStatus(job)]}`);
        this.ended(job);
      }
    }
    // One that this list did not know yet was asked for while the list was on its way.
    this.open = new Set([...under, ...[...this.open].filter((id) => !jobs.some((job) => job.id === id))]);
    this.draw(jobs.slice(0, LISTED));
    if (this.open.size > 0) this.timer = setTimeout(() => this.watch(), EVERY);
  }

  /** Each job keeps its row, so that who is at a button of it stays there; one that is over, or begun again, has another. */
  draw(jobs) {
    const before = this.rows;
    this.rows = new Map(jobs.map((job) => {
      const row = before.get(job.id);
      const fresh = this.job(job);
      const state = row?.dataset.state;
      if (state !== job.state && !(state === "waiting" && isUnder(job))) return [job.id, fresh];
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
    const acts = [isUnder(job) && mayChange() && button(phrase("jobs.end"), () => this.change(api.cancel, job), { "aria-label": phrase("job.end", { subject: job.subject }) }),
      job.retriable && mayChange() && button(phrase("again"), () => this.change(api.retry, job), { "aria-label": phrase("job.retry", { subject: job.subject }) })];
    const sum = el("span", { class: "hint job-sum", text: figures(job) });
    const told = [job.problem && el("p", { class: "note", text: job.problem }),
      job.notes.length > 0 && el("ul", { class: "notes" }, job.notes.map((one) => el("li", { text: `${one.source} ${one.note}` }))),
      this.skipped(job)];
    if (isUnder(job) || job.state === "failed") {
      return el("li", { class: "job", data: { state: job.state, graph: job.graph } }, el("div", { class: "job-head" }, head, acts), job.state === "running" && bar(job), sum, told);
    }
    // What was asked for here stays to be read; the others are of before, and say in a line what was left out.
    const [left] = job.skipped;
    return el("li", { class: "job", data: { state: job.state, graph: job.graph } }, el("details", {
      open: this.unfolded.has(job.id), on: { toggle: ({ target }) => { if (target.open) this.unfolded.add(job.id); else this.unfolded.delete(job.id); } },
    }, el("summary", { class: "job-head" }, head, sum, left && el("span", { class: "hint job-reason", text: `${shown(left.source, 60)} ${left.reason}` })), acts, told));
  }

  /** What gave no document; many are folded under their number. */
  skipped({ skipped }) {
    if (skipped.length === 0) return null;
    const list = el("ul", { class: "skipped" }, skipped.map((one) => el("li", { text: `${one.source} ${one.reason}` })));
    return skipped.length <= OPEN_SKIPPED ? list : el("details", {}, el("summary", { class: "hint", text: phrase("job.skipped", { n: skipped.length }) }), list);
  }
}

/** How much of what is known to be there is done: files where there are many, passages of one; a bar without an end while that is not known. */
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
  if (job.spent && job.spent.calls > 0) parts.push(phrase("job.spent", { n: job.spent.calls, cost: String(job.spent.cost) }));
  return parts.join(" \u00B7 ");
}
