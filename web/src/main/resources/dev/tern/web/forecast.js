// What adding would ask of models, and cost.

import { el, count, number } from "./dom.js";

function added(one, other) {
  return { model: one.model, calls: one.calls + other.calls, inputTokens: one.inputTokens + other.inputTokens, outputTokens: one.outputTokens + other.outputTokens };
}

/** Several forecasts as one; the costs are exact to a billionth. */
export function sum(told) {
  if (told.length === 0) return null;
  return told.reduce((one, other) => ({
    documents: one.documents + other.documents,
    passages: one.passages + other.passages,
    knownPassages: one.knownPassages + other.knownPassages,
    extraction: added(one.extraction, other.extraction),
    embedding: added(one.embedding, other.embedding),
    cost: one.cost == null || other.cost == null ? null : (Number(one.cost) + Number(other.cost)).toFixed(9).replace(/\.?0+$/, ""),
  }));
}

/** A forecast in words. */
export function forecast(told) {
  const model = (calls) => (calls.calls === 0 ? "nothing to ask"
    : `${count(calls.calls, "call")} of ${calls.model}, ${count(calls.inputTokens, "token")} in, ${count(calls.outputTokens, "token")} out`);
  return el("dl", { class: "forecast" },
    el("dt", { text: "Passages" }), el("dd", { text: `${number(told.passages)}, of which ${number(told.knownPassages)} are there already` }),
    el("dt", { text: "Finding statements" }), el("dd", { text: model(told.extraction) }),
    el("dt", { text: "Vectors" }), el("dd", { text: model(told.embedding) }),
    el("dt", { text: "Cost" }), el("dd", { text: cost(told.cost) }));
}

function cost(told) {
  if (told == null) return "not known: a price is missing in the settings (costs.md of the documentation)";
  return Number(told) === 0 ? "nothing" : `${told}, in the currency of your prices`;
}
