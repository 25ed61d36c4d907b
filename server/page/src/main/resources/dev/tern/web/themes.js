// The themes of a graph as a map of circles, with the parts and the content of each.

import "./lib/d3-hierarchy.min.js";
import * as api from "./api.js";
import { el, fill, button, announce, shown } from "./dom.js";
import { state, address, mayChangeAll } from "./state.js";
import { phrase } from "./texts.js";

const { hierarchy, pack } = globalThis.d3;

/** The value in the address for the map of all themes. */
const ALL_THEMES = "all";

/** The minimum area of a circle, as a share of the largest, so that it can be clicked. */
const MIN_CIRCLE_SHARE = 1 / 40;
const TITLE_NAMES = 3;
const MAX_PASSAGES = 5;

/** Returns the theme in the address: an id, "all", or null without one. */
export function themeOfAddress() {
  return new URL(location.href).searchParams.get("theme");
}

/** Returns true if the server has the plug-in for themes. */
export const hasThemes = () => state.server.modes.includes("overview");

/** Opens the view Browse at a theme, or at the map of all themes. */
export function openTheme(id = ALL_THEMES) {
  history.replaceState(null, "", address({ theme: id }));
  location.hash = "browse";
}

/** Returns the title of a theme: its central entities. */
export function titleOf(names) {
  return shown(names.slice(0, TITLE_NAMES).join(", "), 200);
}

/** The themes of one graph. */
export class ThemesView {
  /** @param onEntity called with the id and the name of a selected entity */
  constructor(graph, onEntity) {
    this.graph = graph;
    this.onEntity = onEntity;
    this.result = null;
    this.status = el("div", { class: "theme-status", role: "status" });
    this.problem = el("div", {});
    this.body = el("div", {});
    this.node = el("section", { class: "card themes", "aria-label": phrase("themes") }, this.status, this.problem, this.body);
  }

  /** Loads the themes once, and shows the one in the address. */
  async open() {
    if (this.result === null) await this.attempt(async () => this.take(await api.themes(this.graph)));
    else {
      this.showState();
      this.show(themeOfAddress());
    }
  }

  /** Returns the title and the central entities of each top-level theme; empty without themes. */
  async members() {
    if (!hasThemes()) return [];
    if (this.result === null) await this.attempt(async () => this.setResult(await api.themes(this.graph)));
    return (this.first ?? []).map((theme) => ({ title: titleOf(theme.names), ids: [theme, ...theme.parts].flatMap(({ entityIds }) => entityIds) }));
  }

  take(result) {
    this.setResult(result);
    this.showState();
    this.show(themeOfAddress());
  }

  setResult(result) {
    this.result = result;
    this.byId = new Map(result.themes.map((theme) => [theme.id, { ...theme, parts: [] }]));
    this.first = [];
    for (const theme of this.byId.values()) (this.byId.get(theme.parent)?.parts ?? this.first).push(theme);
  }

  /** Shows when the themes were computed, and by how many relations the graph has grown since. */
  showState() {
    const { found, added = 0 } = this.result;
    if (found === undefined) {
      fill(this.status);
      return;
    }
    const parts = this.byId.size - this.first.length;
    fill(this.status, el("p", { class: "hint", text: phrase("themes.found", { themes: phrase("n.themes", { n: this.first.length }), parts: phrase("n.parts", { n: parts }), date: found.slice(0, 10) }) }),
      added !== 0 && el("p", { class: "note", text: phrase(added > 0 ? "themes.added" : "themes.gone", { n: Math.abs(added) }) }),
      added !== 0 && mayChangeAll() && button(phrase("themes.update"), (event) => this.find(true, event.target)));
  }

  async attempt(work) {
    try {
      fill(this.problem);
      await work();
    } catch (problem) {
      fill(this.problem, el("p", { class: "problem", role: "alert", text: problem.message }));
    }
  }

  /** Computes the themes, which reads the whole graph. */
  async find(update, control) {
    control.disabled = true;
    const waits = el("div", { class: "theme-wait" }, el("p", { class: "hint", text: phrase("themes.finding") }), el("progress", { "aria-label": phrase("themes.finding") }));
    control.after(waits);
    announce(phrase("themes.finding"));
    await this.attempt(async () => {
      this.take(await api.findThemes(this.graph, update));
      announce(phrase("n.themes", { n: this.first.length }));
    });
    control.disabled = false;
    waits.remove();
  }

  /** Selects a theme and puts it into the address. */
  choose(id) {
    const before = this.chosen;
    history.pushState(null, "", address({ theme: id }));
    this.show(id);
    // On the way back the circle that was left gets the focus, otherwise the heading.
    (this.body.querySelector(`.theme-map [data-theme="${before}"]:not([aria-pressed="true"])`) ?? this.body.querySelector("h2"))?.focus();
  }

  show(id) {
    if (this.result === null) return;
    if (this.result.found === undefined || this.first.length === 0) {
      fill(this.body, this.nothing());
      return;
    }
    const theme = this.byId.get(id);
    this.chosen = theme?.id ?? ALL_THEMES;
    const outer = theme?.parts.length > 0 ? theme : this.byId.get(theme?.parent);
    fill(this.body, this.crumbs(theme), el("div", { class: "theme-body" }, this.map(outer?.parts ?? this.first, theme), theme ? this.details(theme) : this.invitation()));
  }

  /** Returns the message for a graph without themes, with the button to compute them. */
  nothing() {
    if (this.result.found !== undefined) return el("p", { class: "hint", text: phrase("themes.dust") });
    return el("div", { class: "empty" }, el("h2", { text: phrase("themes.none") }), el("p", { text: phrase("themes.about") }),
      mayChangeAll() ? button(phrase("themes.find"), (event) => this.find(false, event.target), { class: "main" })
        : el("p", { text: phrase("themes.ask", { graph: this.graph }) }));
  }

  invitation() {
    return el("div", { class: "theme-details" }, el("h2", { tabindex: -1, text: phrase("themes.map") }), el("p", { class: "hint", text: phrase("themes.pick") }));
  }

  /** Returns the breadcrumbs. */
  crumbs(theme) {
    const parent = this.byId.get(theme?.parent);
    return el("nav", { "aria-label": phrase("themes.where") }, el("ol", { class: "crumbs" },
      el("li", {}, theme ? button(phrase("themes.all"), () => this.choose(ALL_THEMES), { class: "row" }) : el("span", { "aria-current": "true", text: phrase("themes.all") })),
      parent && el("li", {}, button(titleOf(parent.names), () => this.choose(parent.id), { class: "row" })),
      theme && el("li", {}, el("span", { "aria-current": "true", text: titleOf(theme.names) }))));
  }

  /** Returns the map: a list of buttons, largest first, drawn as circles if there is room. */
  map(themes, chosen) {
    return el("ol", { class: "theme-map", "aria-label": phrase("themes.map") }, packCircles(themes).map((place) => placeInCircle(el("li", {}, this.circle(place.data, chosen)), place)));
  }

  circle(theme, chosen) {
    const size = [theme.statements !== undefined && phrase("n.relations", { n: theme.statements }), theme.parts.length > 0 && phrase("n.parts", { n: theme.parts.length })].filter(Boolean).join(", ");
    return el("button", {
      type: "button", title: shown(theme.names.join(", "), 400), "aria-label": [titleOf(theme.names), size].filter(Boolean).join("; "), "aria-pressed": String(theme.id === chosen?.id),
      data: { theme: theme.id }, on: { click: () => this.choose(theme.id) },
    }, packCircles(theme.parts).map((place) => placeInCircle(el("span", { class: "theme-part", "aria-hidden": "true" }), place)),
    theme.names.slice(0, TITLE_NAMES).map((name) => el("span", { class: "theme-name", text: shown(name, 80) })));
  }

  /** Returns the details of a theme: central entities, and statements with passages. */
  details(theme) {
    const size = [theme.entities !== undefined && phrase("n.entities", { n: theme.entities }), theme.statements !== undefined && phrase("n.relations", { n: theme.statements })].filter(Boolean).join(" \u00B7 ");
    return el("div", { class: "theme-details" }, el("h2", { tabindex: -1, text: titleOf(theme.names) }), size !== "" && el("p", { class: "hint", text: size }),
      el("h3", { text: phrase("themes.central") }),
      el("ul", { class: "theme-entities" }, theme.names.map((name, place) => el("li", {}, button(shown(name, 120), () => this.onEntity({ id: theme.entityIds[place], name }))))),
      el("h3", { text: phrase("themes.tells") }),
      theme.relations.map((relation) => el("details", { class: "theme-sentence", on: { toggle: ({ target }) => { if (target.open) this.passages(relation, target); } } },
        el("summary", { text: shown(relation.text, 400) }))));
  }

  /** Shows the first passages that state a sentence. */
  async passages(relation, place) {
    if (place.querySelector("blockquote")) return;
    await this.attempt(async () => {
      const { passages } = await api.lookup(this.graph, { passages: relation.passageIds.slice(0, MAX_PASSAGES) });
      if (place.querySelector("blockquote")) return;
      place.append(...passages.map((passage) => el("blockquote", {}, el("p", { text: passage.text }), el("footer", { class: "hint", text: shown(passage.title || passage.documentId, 200) }))));
    });
  }
}

/** Returns the circles of themes, in percent of the available space. */
function packCircles(themes) {
  if (themes.length === 0) return [];
  const maxStatements = Math.max(...themes.map((theme) => theme.statements ?? 1));
  const tree = hierarchy({ themes }, (one) => one.themes).sum((one) => (one.themes ? 0 : Math.max(one.statements ?? 1, maxStatements * MIN_CIRCLE_SHARE)));
  return pack().size([100, 100]).padding(1)(tree).leaves();
}

/** Positions an element at its circle. */
function placeInCircle(node, { x, y, r }) {
  node.style.setProperty("--x", x - r);
  node.style.setProperty("--y", y - r);
  node.style.setProperty("--size", 2 * r);
  return node;
}
