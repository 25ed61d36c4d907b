// The page as a whole: which view is open, which graph is chosen, light or dark, the key.

import * as api from "./api.js";
import { el, fill, button, shown } from "./dom.js";
import { state, whenGraphChanges, graphChanged, chooseGraph } from "./state.js";
import { AskView } from "./ask.js";
import { FillView } from "./fill.js";
import { ManageView } from "./manage.js";

const VIEWS = ["ask", "fill", "manage"];
const THEMES = ["auto", "light", "dark"];
const THEME = "tern-theme";

const at = (id) => document.getElementById(id);

function showTheme(theme) {
  if (theme === "auto") delete document.documentElement.dataset.theme;
  else document.documentElement.dataset.theme = theme;
  at("theme").textContent = `Theme: ${theme}`;
  dispatchEvent(new Event("tern-theme"));
}

function chosenTheme() {
  const kept = localStorage.getItem(THEME);
  return THEMES.includes(kept) ? kept : "auto";
}

function themes() {
  showTheme(chosenTheme());
  at("theme").addEventListener("click", () => {
    const next = THEMES[(THEMES.indexOf(chosenTheme()) + 1) % THEMES.length];
    localStorage.setItem(THEME, next);
    showTheme(next);
  });
}

/** Says what went wrong, above everything. */
function notice(text, action) {
  fill(at("notice"), text && el("p", { class: "notice", text }, " ", action));
}

function askForKey(again) {
  return new Promise((resolve) => {
    const input = el("input", { type: "password", id: "key", autocomplete: "off", required: true });
    const form = el("form", {
      class: "card key", on: { submit: (event) => {
        event.preventDefault();
        fill(at("notice"));
        resolve(input.value.trim());
      } },
    },
    el("h1", { text: "A key is needed" }),
    el("label", { for: "key", text: again ? "That key was not accepted. Another API key:" : "This server asks for an API key." }),
    input,
    el("button", { type: "submit", class: "main", text: "Use it" }),
    el("p", { class: "hint", text: "It is kept until this tab is closed." }));
    fill(at("notice"), form);
    input.focus();
  });
}

function view() {
  const name = location.hash.slice(1);
  return VIEWS.includes(name) ? name : "ask";
}

function showView(views) {
  const open = view();
  for (const name of VIEWS) {
    at(name).hidden = name !== open;
    const link = document.querySelector(`[data-view="${name}"]`);
    if (name === open) link.setAttribute("aria-current", "page");
    else link.removeAttribute("aria-current");
  }
  document.title = { ask: "Tern", fill: "Fill \u2013 Tern", manage: "Manage \u2013 Tern" }[open];
  views[open].opened();
}

function showGraphs() {
  const select = at("graph");
  const names = state.graphs.length > 0 ? state.graphs : [];
  fill(select, names.map((name) => el("option", { value: name, text: name })),
    names.length === 0 && el("option", { value: "", text: "none yet" }));
  select.value = state.graph;
  select.disabled = names.length === 0;
}

/** Looks which graphs there are, and keeps the one that is chosen if it is still there. */
async function loadGraphs() {
  ({ graphs: state.graphs, damaged: state.damaged } = await api.graphs());
  const wanted = state.graph || new URL(location.href).searchParams.get("graph") || "";
  state.graph = state.graphs.includes(wanted) ? wanted : state.graphs[0] ?? "";
  showGraphs();
}

const carries = (transfer) => transfer !== null && [...transfer.types].includes("Files");

/** No file that is dropped opens in place of the page, not even while the page is loading. */
function staysOpen() {
  for (const name of ["dragover", "drop"]) {
    addEventListener(name, (event) => { if (carries(event.dataTransfer)) event.preventDefault(); });
  }
}

/** Files that are dropped or pasted anywhere go where files go. */
function drops(views) {
  const take = (transfer) => {
    if (view() !== "fill") {
      location.hash = "fill";
      showView(views);
    }
    views.fill.takeFrom(transfer);
  };
  addEventListener("drop", (event) => { if (carries(event.dataTransfer)) take(event.dataTransfer); });
  addEventListener("paste", (event) => {
    const typed = event.target.closest?.("input, textarea");
    if (carries(event.clipboardData) || (view() === "fill" && !typed)) {
      event.preventDefault();
      take(event.clipboardData);
    }
  });
}

async function start() {
  themes();
  staysOpen();
  api.whenAsked(askForKey);
  const views = { ask: new AskView(at("ask"), loadGraphs), fill: new FillView(at("fill"), loadGraphs), manage: new ManageView(at("manage"), loadGraphs) };
  at("graph").addEventListener("change", () => chooseGraph(at("graph").value));
  whenGraphChanges(showGraphs);
  addEventListener("hashchange", () => showView(views));
  try {
    state.server = await api.server();
    await loadGraphs();
    notice("");
  } catch (problem) {
    notice(shown(problem.message), button("Try again", () => location.reload()));
    return;
  }
  graphChanged();
  showView(views);
  drops(views);
  document.documentElement.dataset.ready = "yes";
}

start();
