// The frame of the page: views, graph selection, colour theme, language, API key.

import { carries } from "./dropguard.js";
import * as api from "./api.js";
import { el, fill, button, shown } from "./dom.js";
import { local, remember } from "./storage.js";
import { state, address, whenGraphChanges, graphChanged, chooseGraph } from "./state.js";
import { AskView } from "./ask.js";
import { BrowseView } from "./browse.js";
import { AddView } from "./adddocuments.js";
import { ManageView } from "./manage.js";
import { LANGUAGES, chosenLanguage, language, phrase, setLanguage } from "./texts.js";

const VIEWS = ["ask", "browse", "fill", "manage"];
const THEMES = ["auto", "light", "dark"];
const THEME_KEY = "tern-theme";

const byId = (id) => document.getElementById(id);

function showTheme(theme) {
  if (theme === "auto") delete document.documentElement.dataset.theme;
  else document.documentElement.dataset.theme = theme;
  byId("theme").textContent = phrase(`theme.${theme}`);
  dispatchEvent(new Event("tern-theme"));
}

function chosenTheme() {
  const kept = local.getItem(THEME_KEY);
  return THEMES.includes(kept) ? kept : "auto";
}

function themes() {
  showTheme(chosenTheme());
  byId("theme").addEventListener("click", () => {
    const next = THEMES[(THEMES.indexOf(chosenTheme()) + 1) % THEMES.length];
    remember(THEME_KEY, next);
    showTheme(next);
  });
}

/** Adds the button that opens the settings on a phone. */
function menu() {
  byId("menu").addEventListener("click", () => byId("menu").setAttribute("aria-expanded", String(byId("menu").getAttribute("aria-expanded") === "false")));
}

/** Fills in the texts that the markup names, and the language selection. */
function languages() {
  document.documentElement.lang = language;
  for (const node of document.querySelectorAll("[data-text]")) node.textContent = phrase(node.dataset.text);
  for (const node of document.querySelectorAll("[data-label]")) node.setAttribute("aria-label", phrase(node.dataset.label));
  fill(byId("language"), el("option", { value: "auto", text: phrase("language.auto") }),
    Object.entries(LANGUAGES).map(([tag, name]) => el("option", { value: tag, lang: tag, text: name })));
  byId("language").value = chosenLanguage();
  byId("language").addEventListener("change", () => {
    history.replaceState(null, "", address({ q: byId("question")?.value ?? null }));
    setLanguage(byId("language").value);
  });
}

/** Shows a message above all views. */
function notice(text, action) {
  fill(byId("notice"), text && el("p", { class: "notice", text }, " ", action));
}

function askForKey(again) {
  return new Promise((resolve) => {
    const input = el("input", { type: "password", id: "key", autocomplete: "off", required: true });
    const form = el("form", {
      class: "card key-form", on: { submit: (event) => {
        event.preventDefault();
        fill(byId("notice"));
        resolve(input.value.trim());
      } },
    },
    el("h1", { text: phrase("key.title") }),
    el("label", { for: "key", text: again ? phrase("key.again") : phrase("key.wanted") }),
    input,
    el("button", { type: "submit", class: "main", text: phrase("key.use") }),
    el("p", { class: "hint", text: phrase("key.kept") }));
    fill(byId("notice"), form);
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
    byId(name).hidden = name !== open;
    const link = document.querySelector(`[data-view="${name}"]`);
    if (name === open) link.setAttribute("aria-current", "page");
    else link.removeAttribute("aria-current");
  }
  document.title = open === "ask" ? "Tern" : `${phrase(open)} \u2013 Tern`;
  views[open].opened();
}

function showGraphs() {
  const select = byId("graph");
  const names = state.graphs.length > 0 ? state.graphs : [];
  fill(select, names.map((name) => el("option", { value: name, text: name })),
    names.length === 0 && el("option", { value: "", text: phrase("graph.none") }));
  select.value = state.graph;
  select.disabled = names.length === 0;
}

/** Loads the graphs and keeps the selected one if it still exists; returns the requested name, which may be of none. */
async function loadGraphs() {
  ({ graphs: state.graphs, damaged: state.damaged } = await api.graphs());
  const requested = state.graph || new URL(location.href).searchParams.get("graph") || "";
  state.graph = state.graphs.includes(requested) ? requested : state.graphs[0] ?? "";
  showGraphs();
  return requested;
}

/** Sends files that are dropped or pasted anywhere to the view Add documents. */
function handleDrops(views) {
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
    // Office programs copy text together with a picture; an input field takes the text.
    if (typed && event.clipboardData?.types.includes("text/plain")) return;
    if (carries(event.clipboardData) || (view() === "fill" && !typed)) {
      event.preventDefault();
      take(event.clipboardData);
    }
  });
}

async function start() {
  languages();
  themes();
  menu();
  api.whenKeyNeeded(askForKey);
  const views = { ask: new AskView(byId("ask"), loadGraphs), browse: new BrowseView(byId("browse")), fill: new AddView(byId("fill"), loadGraphs), manage: new ManageView(byId("manage"), loadGraphs) };
  byId("graph").addEventListener("change", () => chooseGraph(byId("graph").value));
  whenGraphChanges(showGraphs);
  addEventListener("hashchange", () => showView(views));
  try {
    state.server = await api.server();
    const requested = await loadGraphs();
    notice(requested !== "" && requested !== state.graph ? phrase(state.graph === "" ? "graph.unknown" : "graph.unknown.other", { wanted: shown(requested, 120), graph: state.graph }) : "",
      button(phrase("close"), () => notice("")));
  } catch (problem) {
    notice(shown(problem.message), button(phrase("again"), () => location.reload()));
    return;
  }
  graphChanged();
  showView(views);
  handleDrops(views);
  document.documentElement.dataset.ready = "yes";
}

start();
