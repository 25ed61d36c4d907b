// What a graph is about as a whole: its themes as a map of circles, the parts of one when it is chosen, and what each tells.

import "./lib/d3-hierarchy.min.js";
import * as api from "./api.js";
import { el, fill, button, announce, shown } from "./dom.js";
import { state, address, mayChangeAll } from "./state.js";
import { phrase } from "./texts.js";

const { hierarchy, pack } = globalThis.d3;

/** What stands in the address when no theme is chosen. */
const ALL = "all";

/** Circles are as large as what is said in them, but none so small that it cannot be hit. */
const SMALLEST = 1 / 40;
const NAMED = 3;
const PASSAGES = 5;

/** The theme that the address names, "all" for the map of all; null where the address is of something else. */
export function themeOfAddress() {
  return new URL(location.href).searchParams.get("theme");
}

/** Whether the server has themes: a plug-in brings them, and with them the mode. */
export const hasThemes = () => state.server.modes.includes("overview");

/** Opens the view Browse at a theme, or at the map of all. */
export function openTheme(id = ALL) {
  history.replaceState(null, "", address({ theme: id }));
  location.hash = "browse";
}

/** What a theme is called: its central entities. */
export function titleOf(names) {
  return shown(names.slice(0, NAMED).join(", "), 200);
}

/** The themes of one graph. */
export class ThemesView {
  /** @param onEntity what to do when an entity is chosen: its id and name */
  constructor(graph, onEntity) {
    this.graph = graph;
    this.onEntity = onEntity;
    this.told = null;
    this.status = el("div", { class: "theme-status", role: "status" });
    this.problem = el("div", {});
    this.body = el("div", {});
    this.node = el("section", { class: "card themes", "aria-label": phrase("themes") }, this.status, this.problem, this.body);
  }

  /** Looks what there is, once, and shows what the address names. */
  async open() {
    if (this.told === null) await this.attempt(async () => this.take(await api.themes(this.graph)));
    else {
      this.tellState();
      this.show(themeOfAddress());
    }
  }

  /** The title of each theme of the first level with the ids of its central entities and those of its parts; none where they were not found. */
  async members() {
    if (!hasThemes()) return [];
    if (this.told === null) await this.attempt(async () => this.hold(await api.themes(this.graph)));
    return (this.first ?? []).map((theme) => ({ title: titleOf(theme.names), ids: [theme, ...theme.parts].flatMap(({ entityIds }) => entityIds) }));
  }

  take(told) {
    this.hold(told);
    this.tellState();
    this.show(themeOfAddress());
  }

  hold(told) {
    this.told = told;
    this.byId = new Map(told.themes.map((theme) => [theme.id, { ...theme, parts: [] }]));
    this.first = [];
    for (const theme of this.byId.values()) (this.byId.get(theme.parent)?.parts ?? this.first).push(theme);
  }

  /** When they were found, and whether that is of before. */
  tellState() {
    const { found, added = 0 } = this.told;
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

  /** Has them looked for, which reads the whole graph. */
  async find(update, asked) {
    asked.disabled = true;
    const waits = el("div", { class: "theme-wait" }, el("p", { class: "hint", text: phrase("themes.finding") }), el("progress", { "aria-label": phrase("themes.finding") }));
    asked.after(waits);
    announce(phrase("themes.finding"));
    await this.attempt(async () => {
      this.take(await api.findThemes(this.graph, update));
      announce(phrase("n.themes", { n: this.first.length }));
    });
    asked.disabled = false;
    waits.remove();
  }

  /** A theme is chosen, here and in the address. */
  choose(id) {
    const before = this.chosen;
    history.pushState(null, "", address({ theme: id }));
    this.show(id);
    // Who goes back finds the circle again that was left; who goes on is told where that led.
    (this.body.querySelector(`.theme-map [data-theme="${before}"]:not([aria-pressed="true"])`) ?? this.body.querySelector("h2"))?.focus();
  }

  show(id) {
    if (this.told === null) return;
    if (this.told.found === undefined || this.first.length === 0) {
      fill(this.body, this.nothing());
      return;
    }
    const theme = this.byId.get(id);
    this.chosen = theme?.id ?? ALL;
    const outer = theme?.parts.length > 0 ? theme : this.byId.get(theme?.parent);
    fill(this.body, this.crumbs(theme), el("div", { class: "theme-body" }, this.map(outer?.parts ?? this.first, theme), theme ? this.details(theme) : this.invitation()));
  }

  /** Why there is nothing to see, and what to do about it. */
  nothing() {
    if (this.told.found !== undefined) return el("p", { class: "hint", text: phrase("themes.dust") });
    return el("div", { class: "empty" }, el("h2", { text: phrase("themes.none") }), el("p", { text: phrase("themes.about") }),
      mayChangeAll() ? button(phrase("themes.find"), (event) => this.find(false, event.target), { class: "main" })
        : el("p", { text: phrase("themes.ask", { graph: this.graph }) }));
  }

  invitation() {
    return el("div", { class: "theme-details" }, el("h2", { tabindex: -1, text: phrase("themes.map") }), el("p", { class: "hint", text: phrase("themes.pick") }));
  }

  /** The way back. */
  crumbs(theme) {
    const parent = this.byId.get(theme?.parent);
    return el("nav", { "aria-label": phrase("themes.where") }, el("ol", { class: "crumbs" },
      el("li", {}, theme ? button(phrase("themes.all"), () => this.choose(ALL), { class: "row" }) : el("span", { "aria-current": "true", text: phrase("themes.all") })),
      parent && el("li", {}, button(titleOf(parent.names), () => this.choose(parent.id), { class: "row" })),
      theme && el("li", {}, el("span", { "aria-current": "true", text: titleOf(theme.names) }))));
  }

  /** The map is a list of buttons, the largest first; where there is room, each is a circle. */
  map(themes, chosen) {
    return el("ol", { class: "theme-map", "aria-label": phrase("themes.map") }, packCircles(themes).map((place) => placeInCircle(el("li", {}, this.circle(place.data, chosen)), place)));
  }

  circle(theme, chosen) {
    const size = [theme.statements !== undefined && phrase("n.relations", { n: theme.statements }), theme.parts.length > 0 && phrase("n.parts", { n: theme.parts.length })].filter(Boolean).join(", ");
    return el("button", {
      type: "button", title: shown(theme.names.join(", "), 400), "aria-label": [titleOf(theme.names), size].filter(Boolean).join("; "), "aria-pressed": String(theme.id === chosen?.id),
      data: { theme: theme.id }, on: { click: () => this.choose(theme.id) },
    }, packCircles(theme.parts).map((place) => placeInCircle(el("span", { class: "theme-part", "aria-hidden": "true" }), place)),
    theme.names.slice(0, NAMED).map((name) => el("span", { class: "theme-name", text: shown(name, 80) })));
  }

  /** What a theme tells: its central entities, and sentences with the passages that state them. */
  details(theme) {
    const size = [theme.entities !== undefined && phrase("n.entities", { n: theme.entities }), theme.statements !== undefined && phrase("n.relations", { n: theme.statements })].filter(Boolean).join(" \u00B7 ");
    return el("div", { class: "theme-details" }, el("h2", { tabindex: -1, text: titleOf(theme.names) }), size !== "" && el("p", { class: "hint", text: size }),
      el("h3", { text: phrase("themes.central") }),
      el("ul", { class: "theme-entities" }, theme.names.map((name, place) => el("li", {}, button(shown(name, 120), () => this.onEntity({ id: theme.entityIds[place], name }))))),
      el("h3", { text: phrase("themes.tells") }),
      theme.relations.map((relation) => el("details", { class: "theme-sentence", on: { toggle: ({ target }) => { if (target.open) this.passages(relation, target); } } },
        el("summary", { text: shown(relation.text, 400) }))));
  }

  /** The passages that state a sentence, the first of them. */
  async passages(relation, place) {
    if (place.querySelector("blockquote")) return;
    await this.attempt(async () => {
      const { passages } = await api.lookup(this.graph, { passages: relation.passageIds.slice(0, PASSAGES) });
      if (place.querySelector("blockquote")) return;
      place.append(...passages.map((passage) => el("blockquote", {}, el("p", { text: passage.text }), el("footer", { class: "hint", text: shown(passage.title || passage.documentId, 200) }))));
    });
  }
}

/** Where some themes have their circles, in hundredths of the place for all. */
function packCircles(themes) {
  if (themes.length === 0) return [];
  const maxStatements = Math.max(...themes.map((theme) => theme.statements ?? 1));
  const tree = hierarchy({ themes }, (one) => one.themes).sum((one) => (one.themes ? 0 : Math.max(one.statements ?? 1, maxStatements * SMALLEST)));
  return pack().size([100, 100]).padding(1)(tree).leaves();
}

/** An element at the place of its circle. */
function placeInCircle(node, { x, y, r }) {
  node.style.setProperty("--x", x - r);
  node.style.setProperty("--y", y - r);
  node.style.setProperty("--size", 2 * r);
  return node;
}
