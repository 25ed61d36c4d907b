// The steps of a question, filled in while they run.

import { el, fill, time, count } from "./dom.js";

const STEPS = {
  graph: ["recognise", "seed", "expand", "rerank", "collect", "answer"],
  local: ["recognise", "seed", "expand", "rerank", "collect", "answer"],
  naive: ["collect", "answer"],
};

const DOES = {
  recognise: ["Recognise", "looking for names"],
  seed: ["Seed", "finding where to begin"],
  expand: ["Expand", "walking the graph"],
  rerank: ["Rerank", "choosing relations"],
  collect: ["Collect", "fetching passages"],
  answer: ["Answer", "writing"],
};

const KINDS = {
  name: ["name"], entity: ["entity", "entities"], relation: ["relation"], passage: ["passage"],
};

/** How many of what came out of a step, in words. */
function outcome(step) {
  const counts = new Map();
  // Locally ranked passages lead to relations; what was collected is the passages all the same.
  const passages = step.name === "collect" ? [...step.out, ...step.in].filter((item) => item.kind === "passage") : [];
  if (passages.length > 0) return count(new Set(passages.map((item) => item.id)).size, "passage");
  for (const item of step.out) counts.set(item.kind, (counts.get(item.kind) ?? 0) + 1);
  const parts = [...counts].filter(([kind]) => KINDS[kind]).map(([kind, many]) => [kind, many]);
  if (parts.length === 1) parts[0][1] = Math.max(parts[0][1], step.out.length < step.outCount ? step.outCount : 0);
  return parts.map(([kind, many]) => count(many, ...KINDS[kind])).join(", ") || (step.name === "answer" ? "written" : "nothing");
}

/** The timeline of one run. */
export class Timeline {
  constructor(mode, chosen) {
    this.steps = new Map();
    this.chosen = chosen;
    this.sum = el("p", { class: "sum" });
    const list = el("ol", { class: "steps" }, STEPS[mode].map((name) => this.row(name)));
    this.node = el("section", { class: "timeline card", "aria-label": "Steps" }, list, this.sum);
  }

  row(name) {
    const row = {
      word: el("span", { class: "step-word", text: "waits" }),
      cost: el("span", { class: "step-cost" }),
      button: el("button", { type: "button", class: "step", disabled: true, data: { state: "waits", step: name } }),
    };
    row.button.append(el("span", { class: "step-name", text: DOES[name][0] }), row.word, row.cost);
    this.steps.set(name, row);
    return el("li", {}, row.button);
  }

  begin(name) {
    const row = this.steps.get(name);
    if (!row) return;
    row.button.dataset.state = "runs";
    row.word.textContent = `${DOES[name][1]} \u2026`;
  }

  end(step) {
    const row = this.steps.get(step.name);
    if (!row) return;
    const tokens = step.cost.inputTokens + step.cost.outputTokens;
    row.button.dataset.state = step.notes.length > 0 ? "noted" : "done";
    row.button.disabled = false;
    row.button.addEventListener("click", () => this.chosen(step));
    row.word.textContent = outcome(step);
    row.cost.textContent = tokens > 0 ? `${time(step.cost.millis)} \u00B7 ${count(tokens, "token")}` : time(step.cost.millis);
  }

  total(cost) {
    const tokens = cost.inputTokens + cost.outputTokens;
    fill(this.sum, el("span", { text: `${time(cost.millis)} in all` }),
      el("span", { text: count(cost.modelCalls, "model call") }),
      el("span", { text: count(cost.storeCalls, "store call") }),
      tokens > 0 && el("span", { text: count(tokens, "token") }));
  }

  broken() {
    for (const row of this.steps.values()) {
      if (row.button.dataset.state === "runs") {
        row.button.dataset.state = "broken";
        row.word.textContent = "broke off";
      }
    }
  }
}
