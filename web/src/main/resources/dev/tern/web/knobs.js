// The parameters of a question, with what each does.

import { el } from "./dom.js";
import { Conditions } from "./conditions.js";
import { phrase } from "./texts.js";

const KNOBS = [
  ["degree", phrase("knob.degree"), 0, 4, 1, phrase("knob.degree.about")],
  ["entityTopK", phrase("knob.entities"), 1, 100, 1, phrase("knob.entities.about")],
  ["relationTopK", phrase("knob.relations"), 1, 100, 1, phrase("knob.relations.about")],
  ["minimumEntitySimilarity", phrase("knob.entity"), -1, 1, 0.05, phrase("knob.entity.about")],
  ["minimumRelationSimilarity", phrase("knob.relation"), -1, 1, 0.05, phrase("knob.relation.about")],
  ["relationLimit", phrase("knob.limit"), 1, 10000, 1, phrase("knob.limit.about")],
  ["finalTopK", phrase("passages"), 1, 100, 1, phrase("knob.passages.about")],
];

/** The knobs of the form. */
export class Knobs {
  constructor(usual, given) {
    this.inputs = new Map();
    const rows = KNOBS.map(([name, label, least, most, step, what]) => {
      const input = el("input", {
        type: "number", id: `knob-${name}`, min: least, max: most, step,
        placeholder: usual[name] ?? phrase("knob.none"), "aria-describedby": `about-${name}`,
      });
      input.value = given.get(name) ?? "";
      this.inputs.set(name, input);
      const preset = usual[name] === undefined ? phrase("knob.none") : String(usual[name]);
      return el("div", { class: "knob" },
        el("label", { for: `knob-${name}`, text: label }), input,
        el("p", { class: "hint", id: `about-${name}`, text: `${what} ${phrase("knob.default", { preset })}` }));
    });
    this.conditions = new Conditions(given);
    this.node = el("details", { class: "knobs", open: [...given.keys()].some((name) => name === "only" || this.inputs.has(name)) },
      el("summary", { text: phrase("knobs") }), el("div", { class: "knob-grid" }, rows), this.conditions.node);
    // What is wrong with one is told where it stands, and has to be seen.
    this.node.addEventListener("invalid", () => { this.node.open = true; }, true);
  }

  /** Those that are not at their defaults. */
  values() {
    const values = {};
    for (const [name, input] of this.inputs) {
      if (input.value !== "" && Number.isFinite(input.valueAsNumber)) values[name] = input.valueAsNumber;
    }
    return values;
  }

  /** Which documents may be seen; undefined where all may. */
  filter() {
    return this.conditions.filter();
  }

  /** The same for the address; null for the others. */
  forAddress() {
    const knobs = [...this.inputs].map(([name, input]) => [name, input.value || null]);
    return Object.fromEntries([...knobs, ["only", this.conditions.forAddress()]]);
  }
}
