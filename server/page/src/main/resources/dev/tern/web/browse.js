// The view Browse: entities by their number of statements, neighbourhoods, an overview, themes.

import * as api from "./api.js";
import { el, fill, button, shown } from "./dom.js";
import { state, address, whenGraphChanges } from "./state.js";
import { GraphView } from "./graphview.js";
import { ThemesView, hasThemes, themeOfAddress } from "./themes.js";
import { number, phrase } from "./texts.js";

const PAGE_SIZE = 50;
const MAX_DRAWN_ENTITIES = 150;
const TYPING_MILLIS = 250;

/** The view Browse: a list of entities beside a picture, or the themes. */
export class BrowseView {
  constructor(section) {
    this.section = section;
    this.graph = null;
    whenGraphChanges(() => this.opened());
    addEventListener("popstate", () => this.opened());
    addEventListener("tern-edits", () => { if (this.graph) this.entities(0); });
  }

  /** Refreshes the view when it is opened. */
  opened() {
    this.draw();
    if (!this.section.hidden && state.graph !== "") this.showPart();
  }

  draw() {
    if (this.section.hidden) {
      // A hidden view is loaded again when it is opened.
      this.graph = null;
      return;
    }
    if (this.graph === state.graph) return;
    this.graph = state.graph;
    this.see?.close();
    const title = this.section.firstElementChild;
    if (state.graph === "") {
      fill(this.section, title, el("div", { class: "card empty" }, el("h2", { text: phrase("manage.empty") }),
        el("p", { text: phrase("manage.empty.about") }), button(phrase("fill"), () => { location.hash = "fill"; }, { class: "main" })));
      return;
    }
    this.see = new GraphView(state.graph, undefined, phrase("see.picture"));
    this.see.whole();
    this.search = el("input", { type: "search", id: "entity-search", placeholder: phrase("browse.search"), autocomplete: "off", maxlength: 500 });
    let timer = null;
    this.search.addEventListener("input", () => {
      clearTimeout(timer);
      timer = setTimeout(() => this.entities(0), TYPING_MILLIS);
    });
    this.count = el("p", { class: "hint", role: "status" });
    this.list = el("ol", { class: "entity-list" });
    this.more = el("div", {});
    this.status = el("p", { class: "hint browse-told", role: "status" });
    this.themes = new ThemesView(state.graph, (one) => this.fromTheme(one));
    this.parts = el("div", { class: "segments", role: "group", "aria-label": phrase("browse"), hidden: !hasThemes() },
      button(phrase("entities"), () => this.turnTo(null)), button(phrase("themes"), () => this.turnTo("all")));
    this.connected = el("div", { class: "browse" },
      el("section", { class: "card entities", "aria-label": phrase("entities") }, el("h2", { text: phrase("entities") }),
        el("label", { for: "entity-search", class: "unseen", text: phrase("browse.search") }), this.search, this.count, this.list, this.more),
      el("div", { class: "browse-picture" }, el("div", { class: "row-of-buttons" }, button(phrase("browse.whole"), () => this.drawFirstEntities(true)), this.status), this.see.node));
    fill(this.section, title, this.parts, this.connected, this.themes.node);
    this.entities(0);
    this.drawFirstEntities();
  }

  /** Shows entities or themes, as the address says. */
  showPart() {
    const themes = hasThemes() && themeOfAddress() !== null;
    this.connected.hidden = themes;
    this.themes.node.hidden = !themes;
    [...this.parts.children].forEach((part, place) => part.setAttribute("aria-pressed", String(themes === (place === 1))));
    if (themes) this.themes.open();
  }

  turnTo(theme) {
    history.pushState(null, "", address({ theme }));
    this.showPart();
  }

  /** Shows an entity of a theme with its neighbourhood. */
  fromTheme(one) {
    this.turnTo(null);
    this.around(one);
  }

  /** Loads a page of entities, starting at an index. */
  async entities(from) {
    const { graph } = this;
    const search = this.search.value.trim();
    try {
      const found = await api.connectedEntities(graph, search, from, PAGE_SIZE);
      // Responses may arrive out of order; only the one for the last request is shown.
      if (graph !== this.graph || search !== this.search.value.trim()) return;
      if (from === 0) fill(this.list);
      this.list.append(...found.entities.map((one) => el("li", {},
        button(shown(one.name, 200), () => this.around(one), { class: "row", data: { id: one.id } }),
        el("span", { class: "hint", text: number(one.statements), title: phrase("n.statements", { n: one.statements }) }))));
      const there = from + found.entities.length;
      this.count.textContent = phrase("browse.count", { n: found.total });
      fill(this.more, there < found.total && found.entities.length > 0 && button(phrase("more"), () => this.entities(there)));
    } catch (problem) {
      fill(this.more, el("p", { class: "problem", role: "alert", text: problem.message }));
    }
  }

  /** Shows an entity with its neighbourhood in place of the previous picture. */
  async around(one) {
    this.renew();
    this.see.subgraph.put("entity", one.id, one.name, "seed", 0);
    await this.see.expand(one.id);
    this.see.canvas.fitNow();
    this.colour();
    this.status.textContent = phrase("browse.around", { name: shown(one.name, 120) });
  }

  /** Draws the relations between the first entities; replaces a node selected meanwhile only if requested. */
  async drawFirstEntities(requested = false) {
    const { see } = this;
    try {
      const found = await api.subgraph(this.graph, MAX_DRAWN_ENTITIES);
      // A selection made while loading is kept.
      if (see !== this.see || (see.subgraph.nodes.size > 0 && !requested)) return;
      this.renew();
      this.see.nothing.textContent = phrase("see.nothing");
      this.see.subgraph.join(found, 0);
      this.see.refresh();
      this.status.textContent = phrase(found.more || found.total > found.entities.length ? "browse.part" : "browse.all",
        { n: found.entities.length, total: found.total, relations: phrase("n.relations", { n: found.relations.length }) });
      this.colour();
    } catch (problem) {
      this.see.details.problem(problem);
    }
  }

  /** Colours the picture by themes, if the graph has them. */
  async colour() {
    const { see } = this;
    see.colour(await this.themes.members());
  }

  /** Replaces the picture with an empty one. */
  renew() {
    const before = this.see;
    this.see = new GraphView(this.graph, undefined, phrase("see.picture"));
    this.see.whole();
    before.close();
    before.node.replaceWith(this.see.node);
  }
}
