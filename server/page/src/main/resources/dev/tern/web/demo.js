// The demo: a graph to try the page on, and a question that takes two of its passages.

import * as api from "./api.js";
import { el, fill, button, announce } from "./dom.js";
import { state, chooseGraph, mayChange } from "./state.js";
import { phrase } from "./texts.js";

/** The graph of the demo; what people add is kept out of it. */
export const DEMO = "demo";

/** A question that takes two of its passages. */
export const DEMO_QUESTION = "What contribution did the son of Euler's teacher make?";
const EVERY = 300;

function parseDocuments(lines) {
  return lines.split("\n").filter(Boolean).map((line) => JSON.parse(line)).map((one) =>
    ({ id: one._id, title: one.title, text: one.text, triplets: one.metadata.triplets }));
}

/** Until a job is over. */
async function awaitJob(job) {
  for (let now = job; ; now = (await api.jobs(DEMO)).find((one) => one.id === job.id)) {
    if (now.state === "done") return;
    if (now.state === "failed" || now.state === "cancelled") throw new Error(now.problem ?? phrase("demo.failed"));
    await new Promise((resolve) => { setTimeout(resolve, EVERY); });
  }
}

/**
 * Offers the demo to those who may fill a graph and have none; null to others.
 *
 * @param suggest puts a question where one is asked
 */
export function demo(reload, suggest) {
  if (!mayChange()) return null;
  const told = el("div", { "aria-live": "polite" });
  const offer = button(phrase("demo.try"), async () => {
    offer.disabled = true;
    fill(told, el("p", { class: "hint", text: phrase("demo.adding") }));
    try {
      await awaitJob(await api.addDocuments(DEMO, parseDocuments(await api.demoCorpus())));
      await reload();
      location.hash = "ask";
      chooseGraph(DEMO);
      suggest(DEMO_QUESTION);
      announce(phrase("demo.there"));
    } catch (problem) {
      offer.disabled = false;
      fill(told, el("p", { class: "problem", role: "alert", text: problem.message }));
    }
  }, { class: state.graph === "" ? "" : "quiet" });
  return [offer, told];
}
