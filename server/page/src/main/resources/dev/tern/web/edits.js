// The list of edits: author, time, reason, conflicts and undo.

import * as api from "./api.js";
import { el, fill, button, announce, shown } from "./dom.js";
import { state, mayChangeAll } from "./state.js";
import { phrase } from "./texts.js";

const WRONG_KINDS = { entity: "wrongEntity", relation: "wrongRelation", passage: "wrongPassage" };
const MAX_LABEL_LENGTH = 200;

/** Describes the content of an edit. */
function describeEdit({ content }) {
  const kind = content.act === "wrong" ? WRONG_KINDS[Object.keys(WRONG_KINDS).find((what) => content[what])] : content.act;
  return phrase(`edit.says.${kind}`, { ...content, names: (content.names ?? []).join(" = "), documents: (content.documents ?? []).join(", "), document: content.document ?? content.passage, trust: content.maxPassages ? `${content.trust}:${content.maxPassages}` : content.trust });
}

/** Describes the author, the time and the reason of an act. */
function describeAct(act) {
  return [act.by, act.at.slice(0, 16).replace("T", " "), act.why].filter(Boolean).join(" \u00B7 ");
}

/** A list of edits, latest first, each with an undo button. */
export class EditList {
  /**
   * @param chosen selects the listed edits from all edits
   * @param undone called after an undo
   */
  constructor(graph, chosen, undone) {
    Object.assign(this, { graph, chosen, undone });
    this.problem = el("div", {});
    this.list = el("div", {});
    this.node = el("div", { class: "edits" }, this.problem, this.list);
  }

  /** Loads the edits of the graph; throws if that fails. */
  async load() {
    const [all, conflicts] = await Promise.all([api.edits(this.graph, { all: true }), api.edits(this.graph, { conflicts: true })]);
    const reasons = new Map(conflicts.map((one) => [one.id, one.conflict]));
    const listed = this.chosen(all).toReversed();
    const idle = listed.filter((one) => reasons.has(one.id));
    fill(this.list, listed.length === 0 && el("p", { class: "hint", text: phrase("edit.none") }),
      idle.length > 0 && el("p", { class: "note", text: phrase("edit.conflicts", { n: idle.length }) }),
      listed.length > 0 && el("ul", { class: "alias-list" }, listed.map((one) => this.item(one, reasons.get(one.id)))));
  }

  item(one, reason) {
    return el("li", { data: { edit: one.id } }, el("div", {}, el("p", { text: shown(describeEdit(one), 600) }), el("p", { class: "hint", text: describeAct(one.created) }),
      one.undone && el("p", { class: "hint", text: phrase("edit.undone", { by: describeAct(one.undone) }) }),
      reason && el("p", { class: "note", text: reason })),
    !one.undone && button(phrase("edit.undo"), (event) => this.undo(one, event.target), { "aria-label": phrase("edit.undo.what", { what: shown(describeEdit(one), MAX_LABEL_LENGTH) }) }));
  }

  async undo(one, control) {
    control.disabled = true;
    fill(this.problem);
    try {
      await api.undoEdit(this.graph, one.id);
      announce(phrase("edit.undo.done"));
      await this.undone();
    } catch (problem) {
      fill(this.problem, el("p", { class: "problem", role: "alert", text: problem.message }));
      control.disabled = false;
    }
    // Another user may have undone the edit.
    await this.load().catch(() => {});
  }
}

/** All edits of the selected graph; empty if the key may not change the whole graph. */
export class EditsCard {
  /** @param undone called after an undo */
  constructor(undone) {
    this.undone = undone;
    this.node = el("div", {});
  }

  /** Draws the card for the selected graph. */
  draw() {
    this.list = null;
    fill(this.node);
    if (!mayChangeAll()) return;
    const every = el("input", { type: "checkbox", on: { change: () => this.load() } });
    this.list = new EditList(state.graph, (all) => all.filter((one) => every.checked || !one.undone), this.undone);
    fill(this.node, el("section", { class: "card", "aria-label": phrase("edit") },
      el("div", { class: "see-bar" }, el("h2", { text: phrase("edit") }), el("div", { class: "tools" }, el("label", { class: "check" }, every, el("span", { text: phrase("edit.all") })))),
      el("p", { class: "hint", text: phrase("edit.about") }), this.list.node));
  }

  /** Loads the edits of the graph. */
  async load() {
    const { list } = this;
    try {
      await list?.load();
    } catch (problem) {
      // The server lacks the plug-in for edits.
      if (problem.status === 404 && list === this.list) fill(this.node);
      fill(list.problem, el("p", { class: "problem", role: "alert", text: problem.message }));
    }
  }
}
