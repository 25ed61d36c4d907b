// The demo: a graph to try the page on, with a question that needs two of its passages.

import * as api from "./api.js";
import { el, fill, button, announce } from "./dom.js";
import { state, chooseGraph, mayChange } from "./state.js";
import { phrase } from "./texts.js";

/** The name of the demo graph; the page adds no other documents to it. */
export const DEMO = "demo";

/** A question that needs two passages of the demo. */
export const DEMO_QUESTION = "What contribution did the son of Euler's teacher make?";
const POLL_MILLIS = 300;

function parseDocuments(lines) {
  return lines.split("\n").filter(Boolean).map((line) => JSON.parse(line)).map((one) =>
    ({ id: one._id, title: one.title, text: one.text, triplets: one.metadata.triplets }));
}

/** Polls a job until it ends. */
async function awaitJob(job) {
  for (let now = job; ; now = (await api.jobs(DEMO)).find((one) => one.id === job.id)) {
    if (now.state === "done") return;
    if (now.state === "failed" || now.state === "cancelled") throw new Error(now.problem ?? phrase("demo.failed"));
    await new Promise((resolve) => { setTimeout(resolve, POLL_MILLIS); });
  }
}

/**
 * Returns the button that adds the demo with its message; null if the key may not add documents.
 *
 * @param suggest puts a question into the form
 */
export function demo(reload, suggest) {
  if (!mayChange()) return null;
  const message = el("div", { "aria-live": "polite" });
  const offer = button(phrase("demo.try"), async () => {
    offer.disabled = true;
    fill(message, el("p", { class: "hint", text: phrase("demo.adding") }));
    try {
      await awaitJob(await api.addDocuments(DEMO, parseDocuments(await api.demoCorpus())));
      await reload();
      location.hash = "ask";
      chooseGraph(DEMO);
      suggest(DEMO_QUESTION);
      announce(phrase("demo.there"));
    } catch (problem) {
      offer.disabled = false;
      fill(message, el("p", { class: "problem", role: "alert", text: problem.message }));
    }
  }, { class: state.graph === "" ? "" : "quiet" });
  return [offer, message];
}
