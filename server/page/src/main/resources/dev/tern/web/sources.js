// The synchronised folders and sites of the graph with the results of their last runs.

import * as api from "./api.js";
import { button, el, shown } from "./dom.js";
import { state, mayChangeAll } from "./state.js";
import { number, phrase } from "./texts.js";

/**
 * Returns the table of sources; null or false without sources or without a key for the whole graph.
 *
 * @param run synchronises a source, if the server supports it
 */
export async function sources(run) {
  if (!mayChangeAll()) return null;
  const { runs, sources: all } = await api.sources(state.graph).catch((problem) => {
    if (problem.status !== 404) throw problem;
    // The server lacks the plug-in for sources.
    return { runs: false, sources: [] };
  });
  return all.length > 0 && el("section", { class: "card sources", "aria-label": phrase("sync") }, el("h2", { text: phrase("sync") }),
    el("table", {}, el("thead", {}, el("tr", {}, [phrase("sync"), phrase("documents"), phrase("sync.last")].map((text) => el("th", { scope: "col", text })))),
      el("tbody", {}, all.map((one) => el("tr", {}, el("td", {}, el("strong", { text: shown(one.name, 200) }), el("p", { class: "hint", text: shown(one.address, 300) })),
        el("td", { text: number(one.counts.documents) }), el("td", {}, lastRun(one), runs && button(phrase("sync.now"), () => run(one.name), { "aria-label": `${phrase("sync.now")}: ${shown(one.name, 200)}` })))))));
}

function lastRun(one) {
  const badge = { running: phrase("sync.running"), stopped: phrase("sync.broke") }[one.state];
  return [el("p", {}, one.started.slice(0, 16).replace("T", " "), badge && el("span", { class: "badge", data: { state: one.state === "running" ? "waiting" : "failed" }, text: badge })),
    el("p", { class: "hint", text: phrase("sync.did", Object.fromEntries(Object.entries(one.counts).map(([name, count]) => [name, number(count)]))) }),
    one.remark && el("p", { class: "note", text: shown(one.remark, 300) }),
    one.failures.length > 0 && el("details", {}, el("summary", { class: "hint", text: phrase("n.failed", { n: one.counts.failed }) }),
      one.failures.map((failure) => el("p", { class: "note", text: shown(failure, 300) })))];
}
