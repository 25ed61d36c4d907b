// Cost estimates of adding documents.

import { el } from "./dom.js";
import { phrase } from "./texts.js";

function sumCalls(one, other) {
  return { model: one.model, calls: one.calls + other.calls, inputTokens: one.inputTokens + other.inputTokens, outputTokens: one.outputTokens + other.outputTokens };
}

/** Adds estimates up; costs are rounded to 1e-9. */
export function sumEstimates(estimate) {
  if (estimate.length === 0) return null;
  return estimate.reduce((one, other) => ({
    documents: one.documents + other.documents,
    passages: one.passages + other.passages,
    knownPassages: one.knownPassages + other.knownPassages,
    extraction: sumCalls(one.extraction, other.extraction),
    embedding: sumCalls(one.embedding, other.embedding),
    cost: one.cost == null || other.cost == null ? null : (Number(one.cost) + Number(other.cost)).toFixed(9).replace(/\.?0+$/, ""),
  }));
}

/** Returns the list that describes an estimate. */
export function estimateList(estimate) {
  const model = (calls) => (calls.calls === 0 ? phrase("cost.no.call")
    : phrase("cost.calls", { n: calls.calls, model: calls.model, into: calls.inputTokens, out: calls.outputTokens }));
  return el("dl", { class: "forecast" },
    el("dt", { text: phrase("passages") }), el("dd", { text: phrase("cost.passages", { n: estimate.passages, known: estimate.knownPassages }) }),
    el("dt", { text: phrase("cost.statements") }), el("dd", { text: model(estimate.extraction) }),
    el("dt", { text: phrase("cost.vectors") }), el("dd", { text: model(estimate.embedding) }),
    el("dt", { text: phrase("cost") }), el("dd", { text: costText(estimate.cost) }));
}

function costText(estimate) {
  if (estimate == null) return phrase("cost.unknown");
  return Number(estimate) === 0 ? phrase("cost.nothing") : phrase("cost.currency", { cost: String(estimate) });
}
