// The timeline of a question's steps; a finished step shows the graph as it was then.

import { el, fill, button, announce, shown, time } from "./dom.js";
import { END } from "./subgraph.js";
import { phrase } from "./texts.js";

const STEPS = {
  graph: ["recognise", "seed", "expand", "rank", "choose", "collect", "answer"],
  local: ["recognise", "seed", "expand", "rank", "collect", "answer"],
  overview: ["recognise", "seed", "expand", "rank", "themes", "spread", "collect", "answer"],
  naive: ["rank", "collect", "answer"],
};

const STEP_TEXTS = {
  understand: [phrase("step.understand"), phrase("step.understand.doing")],
  recognise: [phrase("step.recognise"), phrase("step.recognise.doing")],
  seed: [phrase("step.seed"), phrase("step.seed.doing")],
  expand: [phrase("step.expand"), phrase("step.expand.doing")],
  rank: [phrase("step.rank"), phrase("step.rank.doing")],
  choose: [phrase("step.choose"), phrase("step.choose.doing")],
  themes: [phrase("step.themes"), phrase("step.themes.doing")],
  spread: [phrase("step.spread"), phrase("step.spread.doing")],
  collect: [phrase("step.collect"), phrase("step.collect.doing")],
  answer: [phrase("step.answer"), phrase("step.answer.doing")],
};

/** Optional steps are inserted before collect; understand is inserted first. */
const COLLECT_STEP = "collect";
const UNDERSTAND_STEP = "understand";

const COUNT_TEXTS = { name: "n.names", entity: "n.entities", relation: "n.relations", passage: "n.passages", theme: "n.themes" };

const CLOCK_MILLIS = 250;
const REPLAY_MILLIS = 1100;

/** Returns the translated name of a step. */
export function stepName(name) {
  return STEP_TEXTS[name][0];
}

/** Describes the output of a step by counts. */
function outcome(step) {
  const counts = new Map();
  for (const item of step.out) counts.set(item.kind, (counts.get(item.kind) ?? 0) + 1);
  const parts = [...counts].filter(([kind]) => COUNT_TEXTS[kind]).map(([kind, many]) => [kind, many]);
  if (parts.length === 1) parts[0][1] = Math.max(parts[0][1], step.out.length < step.outCount ? step.outCount : 0);
  return parts.map(([kind, many]) => phrase(COUNT_TEXTS[kind], { n: many })).join(", ") || phrase(step.name !== "answer" ? "step.nothing" : step.cost.outputTokens > 0 ? "step.written" : "step.quoted");
}

/** The steps of one query, which can be replayed; close() ends its timers. */
export class Timeline {
  /** @param chosen called with a selected step and its number, or with null and END */
  constructor(mode, chosen) {
    this.names = [...STEPS[mode]];
    this.chosen = chosen;
    this.rows = new Map();
    this.ended = [];
    this.running = null;
    this.playing = null;
    this.replay = button(phrase("replay"), () => this.play(), { hidden: true, title: phrase("replay.about") });
    this.all = button(phrase("replay.all"), () => this.show(null), { hidden: true });
    this.sum = el("p", { class: "sum" });
    this.list = el("ol", { class: "steps" }, this.names.map((name) => this.row(name)));
    this.node = el("section", { class: "timeline card", "aria-label": phrase("steps") }, this.list,
      el("div", { class: "sum-line" }, this.sum, this.all, this.replay));
  }

  row(name) {
    const row = {
      word: el("span", { class: "step-word", text: phrase("state.waiting") }),
      cost: el("span", { class: "step-cost" }),
      button: el("button", { type: "button", class: "step", disabled: true, data: { state: "waits", step: name } }),
    };
    row.button.append(el("span", { class: "step-name", text: stepName(name) }), row.word, row.cost);
    this.rows.set(name, row);
    return el("li", {}, row.button);
  }

  /** Returns the row of a step; inserts an optional step at its first event. */
  rowOf(name) {
    const next = name === UNDERSTAND_STEP ? 0 : this.names.indexOf(COLLECT_STEP);
    if (!this.rows.has(name) && name in STEP_TEXTS && next >= 0) {
      this.names.splice(next, 0, name);
      this.list.insertBefore(this.row(name), this.list.children[next]);
    }
    return this.rows.get(name);
  }

  /** Returns the position of a step. */
  number(name) {
    return this.names.indexOf(name);
  }

  /** Starts a step and returns its progress text. */
  begin(name) {
    const row = this.rowOf(name);
    if (!row) return "";
    row.button.dataset.state = "runs";
    row.word.textContent = `${STEP_TEXTS[name][1]} \u2026`;
    const since = performance.now();
    clearInterval(this.running);
    this.running = setInterval(() => { row.cost.textContent = time(performance.now() - since); }, CLOCK_MILLIS);
    return row.word.textContent;
  }

  end(step) {
    const row = this.rowOf(step.name);
    if (!row) return;
    clearInterval(this.running);
    const tokens = step.cost.inputTokens + step.cost.outputTokens;
    row.button.dataset.state = step.remarks.length > 0 ? "noted" : "done";
    row.button.disabled = false;
    row.button.setAttribute("aria-pressed", "false");
    row.button.addEventListener("click", () => {
      this.halt();
      this.show(row.button.getAttribute("aria-pressed") === "true" ? null : step);
    });
    row.word.textContent = outcome(step);
    if (step.remarks.length > 0) {
      row.button.title = shown(step.remarks.join("\n"), 400);
      row.word.append(" \u00B7 ", el("span", { class: "step-note", text: phrase("step.noted", { n: step.remarks.length }) }));
    }
    row.cost.textContent = tokens > 0 ? `${time(step.cost.millis)} \u00B7 ${phrase("n.tokens", { n: tokens })}` : time(step.cost.millis);
    this.ended.push(step);
  }

  /** Shows the graph as it was after a step, or at the end for null. */
  show(step) {
    for (const [name, row] of this.rows) {
      if (!row.button.disabled) row.button.setAttribute("aria-pressed", String(step?.name === name));
    }
    this.all.hidden = step === null;
    this.chosen(step, step === null ? END : this.number(step.name));
  }

  /** Replays the steps one by one. */
  play() {
    if (this.playing !== null) {
      this.halt();
      this.show(null);
      return;
    }
    this.replay.textContent = phrase("replay.stop");
    const next = (place) => {
      const step = this.ended[place] ?? null;
      this.show(step);
      if (step === null) {
        this.halt();
        return;
      }
      announce(`${stepName(step.name)}: ${outcome(step)}`);
      this.playing = setTimeout(() => next(place + 1), REPLAY_MILLIS);
    };
    next(0);
  }

  halt() {
    clearTimeout(this.playing);
    this.playing = null;
    this.replay.textContent = phrase("replay");
  }

  /** Shows the totals of all steps and returns a summary. */
  total(cost, price) {
    const tokens = cost.inputTokens + cost.outputTokens;
    fill(this.sum, el("span", { text: phrase("time.all", { time: time(cost.millis) }) }),
      el("span", { text: phrase("model.calls", { n: cost.modelCalls }) }),
      el("span", { text: phrase("store.calls", { n: cost.storeCalls }) }),
      tokens > 0 && el("span", { text: phrase("n.tokens", { n: tokens }) }));
    this.replay.hidden = this.names.length < 3;
    return [phrase("n.steps", { n: this.ended.length }), time(cost.millis), tokens > 0 && phrase("n.tokens", { n: tokens }), price && phrase("cost.of", { cost: price })].filter(Boolean).join(" \u00B7 ");
  }

  broken() {
    clearInterval(this.running);
    for (const row of this.rows.values()) {
      if (row.button.dataset.state === "runs") {
        row.button.dataset.state = "broken";
        row.word.textContent = phrase("step.broken");
      }
    }
  }

  /** Stops the timers. */
  close() {
    clearInterval(this.running);
    this.halt();
  }
}
