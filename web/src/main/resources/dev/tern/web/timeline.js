// The steps of a question, filled in while they run; afterwards a step shows the picture as it stood then.

import { el, fill, button, say, time, count } from "./dom.js";
import { END } from "./subgraph.js";

const STEPS = {
  graph: ["recognise", "seed", "expand", "rank", "choose", "collect", "answer"],
  local: ["recognise", "seed", "expand", "rank", "collect", "answer"],
  naive: ["rank", "collect", "answer"],
};

const DOES = {
  recognise: ["Recognise", "looking for names"],
  seed: ["Seed", "finding where to begin"],
  expand: ["Expand", "walking the graph"],
  rank: ["Rank", "ordering passages"],
  choose: ["Choose", "choosing relations"],
  collect: ["Collect", "fetching passages"],
  answer: ["Answer", "writing"],
};

const KINDS = {
  name: ["name"], entity: ["entity", "entities"], relation: ["relation"], passage: ["passage"],
};

const CLOCK_MILLIS = 250;
const REPLAY_MILLIS = 1100;

/** How many of what came out of a step, in words. */
function outcome(step) {
  const counts = new Map();
  for (const item of step.out) counts.set(item.kind, (counts.get(item.kind) ?? 0) + 1);
  const parts = [...counts].filter(([kind]) => KINDS[kind]).map(([kind, many]) => [kind, many]);
  if (parts.length === 1) parts[0][1] = Math.max(parts[0][1], step.out.length < step.outCount ? step.outCount : 0);
  return parts.map(([kind, many]) => count(many, ...KINDS[kind])).join(", ") || (step.name === "answer" ? "written" : "nothing");
}

/** The timeline of one run. */
export class Timeline {
  /** @param chosen what to do when a step is chosen: the step and its number, or null and the end */
  constructor(mode, chosen) {
    this.names = STEPS[mode];
    this.chosen = chosen;
    this.rows = new Map();
    this.ended = [];
    this.running = null;
    this.playing = null;
    this.replay = button("Replay", () => this.play(), { hidden: true, title: "Shows how the subgraph grew, step by step" });
    this.all = button("Show all of it", () => this.show(null), { hidden: true });
    this.sum = el("p", { class: "sum" });
    const list = el("ol", { class: "steps" }, this.names.map((name) => this.row(name)));
    this.node = el("section", { class: "timeline card", "aria-label": "Steps" }, list,
      el("div", { class: "sum-line" }, this.sum, this.all, this.replay));
  }

  row(name) {
    const row = {
      word: el("span", { class: "step-word", text: "waits" }),
      cost: el("span", { class: "step-cost" }),
      button: el("button", { type: "button", class: "step", disabled: true, data: { state: "waits", step: name } }),
    };
    row.button.append(el("span", { class: "step-name", text: DOES[name][0] }), row.word, row.cost);
    this.rows.set(name, row);
    return el("li", {}, row.button);
  }

  /** At which place a step stands. */
  number(name) {
    return this.names.indexOf(name);
  }

  begin(name) {
    const row = this.rows.get(name);
    if (!row) return;
    row.button.dataset.state = "runs";
    row.word.textContent = `${DOES[name][1]} \u2026`;
    const since = performance.now();
    clearInterval(this.running);
    this.running = setInterval(() => { row.cost.textContent = time(performance.now() - since); }, CLOCK_MILLIS);
  }

  end(step) {
    const row = this.rows.get(step.name);
    if (!row) return;
    clearInterval(this.running);
    const tokens = step.cost.inputTokens + step.cost.outputTokens;
    row.button.dataset.state = step.notes.length > 0 ? "noted" : "done";
    row.button.disabled = false;
    row.button.setAttribute("aria-pressed", "false");
    row.button.addEventListener("click", () => {
      this.halt();
      this.show(row.button.getAttribute("aria-pressed") === "true" ? null : step);
    });
    row.word.textContent = outcome(step);
    row.cost.textContent = tokens > 0 ? `${time(step.cost.millis)} \u00B7 ${count(tokens, "token")}` : time(step.cost.millis);
    this.ended.push(step);
  }

  /** Shows the picture as it stood after a step; without one, all of it. */
  show(step) {
    for (const [name, row] of this.rows) {
      if (!row.button.disabled) row.button.setAttribute("aria-pressed", String(step?.name === name));
    }
    this.all.hidden = step === null;
    this.chosen(step, step === null ? END : this.number(step.name));
  }

  /** One step after the other, slowly enough to be seen. */
  play() {
    if (this.playing !== null) {
      this.halt();
      this.show(null);
      return;
    }
    this.replay.textContent = "Stop replay";
    const next = (place) => {
      const step = this.ended[place] ?? null;
      this.show(step);
      if (step === null) {
        this.halt();
        return;
      }
      say(`${DOES[step.name][0]}: ${outcome(step)}`);
      this.playing = setTimeout(() => next(place + 1), REPLAY_MILLIS);
    };
    next(0);
  }

  halt() {
    clearTimeout(this.playing);
    this.playing = null;
    this.replay.textContent = "Replay";
  }

  total(cost) {
    const tokens = cost.inputTokens + cost.outputTokens;
    fill(this.sum, el("span", { text: `${time(cost.millis)} in all` }),
      el("span", { text: count(cost.modelCalls, "model call") }),
      el("span", { text: count(cost.storeCalls, "store call") }),
      tokens > 0 && el("span", { text: count(tokens, "token") }));
    this.replay.hidden = this.names.length < 3;
  }

  broken() {
    clearInterval(this.running);
    for (const row of this.rows.values()) {
      if (row.button.dataset.state === "runs") {
        row.button.dataset.state = "broken";
        row.word.textContent = "broke off";
      }
    }
  }

  /** It is not shown any more. */
  close() {
    clearInterval(this.running);
    this.halt();
  }
}
