// The form that corrects a node: rename, merge, split, mark as wrong, add a statement.

import * as api from "./api.js";
import { plain } from "./aliases.js";
import { el, fill, newId, announce, shown } from "./dom.js";
import { EditList } from "./edits.js";
import { mayChangeAll } from "./state.js";
import { phrase } from "./texts.js";

const ACTS = {
  entity: ["wrong", "rename", "merge", "split", "missing"],
  relation: ["wrong", "missing"],
  passage: ["wrong", "missing"],
};
const MAX_PASSAGES = 20;
const MAX_NAME_LENGTH = 300;
const MAX_STATEMENT_LENGTH = 2000;
const MAX_REASON_LENGTH = 500;

/** Returns the form for a node; false if the key may not change the whole graph. */
export function correctionForm(see, node) {
  return mayChangeAll() && new CorrectionForm(see, node).node;
}

/** A form with the edits of one node; its data is loaded when it is opened. */
class CorrectionForm {
  constructor(see, node) {
    this.see = see;
    this.about = node;
    this.body = el("div", {});
    this.node = el("details", { class: "correct", on: { toggle: () => this.open() } }, el("summary", { text: phrase("edit.this") }), this.body);
  }

  async open() {
    if (!this.node.open || this.list) return;
    const { graph, filter } = this.see;
    this.list = new EditList(graph, (all) => this.own(all), () => this.changed());
    this.message = el("div", {});
    this.fields = el("div", {});
    this.act = el("select", { on: { change: () => this.draw() } }, ACTS[this.about.kind].map((act) => el("option", { value: act, text: phrase(`edit.act.${act}`) })));
    this.why = el("input", { type: "text", maxlength: MAX_REASON_LENGTH });
    this.save = el("button", { type: "submit", text: phrase("edit.save") });
    try {
      const ids = this.passageIds();
      this.passages = ids.length > 0 ? (await api.lookup(graph, { passages: ids, filter })).passages : [];
      await this.list.load();
    } catch (problem) {
      this.list = null;
      fill(this.body, el("p", { class: "problem", role: "alert", text: problem.message }));
      return;
    }
    this.draw();
    fill(this.body, el("form", { on: { submit: (event) => { event.preventDefault(); this.make(); } } },
      field(phrase("edit.act"), this.act), this.fields, field(phrase("edit.why"), this.why), this.save), this.message, this.list.node);
  }

  /** Returns the ids of the passage, of the relation's passages, or of the passages of an entity's visible relations. */
  passageIds() {
    const { kind, id } = this.about;
    if (kind === "passage") return [id];
    const relations = kind === "relation" ? [this.about] : this.see.subgraph.neighbours(id);
    return [...new Set(relations.flatMap((relation) => relation.passageIds ?? []))].slice(0, MAX_PASSAGES);
  }

  /** Draws the fields of the selected act. */
  draw() {
    const name = this.about.kind === "entity" ? this.about.text : "";
    const line = (value, more = {}) => el("input", { type: "text", required: true, maxlength: MAX_NAME_LENGTH, value, ...more });
    const passage = (more) => el("select", { required: true }, more, this.passages.map((one) => el("option", { value: one.id, text: shown(`${one.title || one.documentId}: ${one.text}`, 90) })));
    const inputs = {
      rename: () => ({ name: line(name) }),
      merge: () => ({ into: line("") }),
      split: () => ({ name: line(""), documents: this.documents() }),
      wrong: () => ({}),
      missing: () => ({ subject: line(name), predicate: line("", { maxlength: MAX_STATEMENT_LENGTH }), object: line(""), text: line("", { maxlength: MAX_STATEMENT_LENGTH, required: false }), beside: this.beside(passage) }),
    };
    this.inputs = inputs[this.act.value]();
    fill(this.fields, Object.entries(this.inputs).map(([key, input]) => field(phrase(`edit.field.${key}`), input)));
  }

  /** Returns the selection of the passage whose metadata an added statement takes. */
  beside(passage) {
    const select = passage(el("option", { value: "", text: phrase("edit.beside.none") }));
    select.required = false;
    if (this.about.kind !== "entity") select.value = this.passages[0]?.id ?? "";
    return select;
  }

  /** Returns a selection of several documents of the passages. */
  documents() {
    const ids = [...new Set(this.passages.map((one) => one.documentId))];
    return el("select", { multiple: true, required: true, size: Math.min(6, ids.length) }, ids.map((id) => el("option", { value: id, text: shown(id, 90) })));
  }

  /** Returns the edit as the server expects it. */
  record() {
    const { kind, id, text } = this.about;
    const given = Object.fromEntries(Object.entries(this.inputs).map(([key, input]) => [key, input.value.trim()]).filter(([, value]) => value !== ""));
    const { into, beside, ...rest } = given;
    const own = {
      rename: { entity: text },
      merge: { names: [into, text] },
      split: { entity: text, documents: [...this.inputs.documents?.selectedOptions ?? []].map((option) => option.value) },
      wrong: { [kind]: kind === "entity" ? text : id },
      missing: beside ? { passage: beside } : {},
    }[this.act.value];
    return { act: this.act.value, ...rest, ...own, ...(this.why.value.trim() ? { why: this.why.value.trim() } : {}) };
  }

  async make() {
    this.save.disabled = true;
    fill(this.message);
    try {
      const { isNew, remarks } = await api.edit(this.see.graph, this.record());
      fill(this.message, el("p", { class: "done", text: phrase(isNew ? "edit.done" : "edit.before") }), remarks.map((text) => el("p", { class: "note", text })));
      announce(phrase(isNew ? "edit.done" : "edit.before"));
      this.why.value = "";
      await this.changed();
      await this.list.load();
    } catch (problem) {
      fill(this.message, el("p", { class: "problem", role: "alert", text: problem.message }));
    } finally {
      this.save.disabled = false;
    }
  }

  /** Updates the node's name after an edit or an undo; other changes apply to later questions. */
  async changed() {
    dispatchEvent(new Event("tern-edits"));
    const { see, about } = this;
    if (about.kind !== "entity") return;
    // A name that no longer exists is not found; after an undo the first name may be found again.
    about.first ??= about.text;
    const found = await Promise.all([about.first, about.text].map((name) => api.entities(see.graph, name, 1, see.filter).catch(() => [])));
    const now = found.flat().find(({ score }) => score === 1);
    if (!now || now.name === about.text) return;
    about.text = now.name;
    see.refresh();
    see.details.node.querySelector("h3").textContent = shown(about.text, 400);
    this.draw();
  }

  /** Returns the edits that concern the node or its passages. */
  own(all) {
    const names = new Set(this.about.kind === "entity" ? [plain(this.about.text)] : []);
    // The node may have had other names, including renames that were undone.
    const renames = all.filter(({ content }) => content.act === "rename").map(({ content }) => [plain(content.entity), plain(content.name)]);
    for (const pair of [...renames.toReversed(), ...renames]) if (pair.some((name) => names.has(name))) pair.forEach((name) => names.add(name));
    const named = ({ content }) => [content.entity, content.name, content.subject, content.object, ...content.names ?? []].some((name) => name && names.has(plain(name)));
    const ids = new Set([this.about.id, ...this.about.kind === "entity" ? [] : this.passages.map((one) => one.id)]);
    return all.filter((one) => named(one) || ids.has(one.content.relation) || ids.has(one.content.passage));
  }
}

function field(text, input) {
  input.id = newId();
  return el("div", { class: "field" }, el("label", { for: input.id, text }), input);
}
