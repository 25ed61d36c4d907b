// The parameters of a question, with what each does.

import { el } from "./dom.js";
import { Conditions } from "./conditions.js";

const KNOBS = [
  ["degree", "Hops", 0, 4, 1, "How far the walk goes from what was found first. 0 stays with it; 1 reaches its neighbours."],
  ["entityTopK", "Entities a name", 1, 100, 1, "How many of the nearest entities each name in the question begins with."],
  ["relationTopK", "Relations first", 1, 100, 1, "How many of the relations nearest to the question it begins with."],
  ["minimumEntitySimilarity", "Entity threshold", -1, 1, 0.05, "Entities less like the name than this are left out. Empty: none are."],
  ["minimumRelationSimilarity", "Relation threshold", -1, 1, 0.05, "Relations less like the question than this are left out. Empty: none are."],
  ["relationLimit", "Relations reached", 1, 10000, 1, "The most relations that the walk reaches; the nearest to the question stay."],
  ["finalTopK", "Passages", 1, 100, 1, "How many passages the answer is made from."],
];

/** The knobs of the form. */
export class Knobs {
  constructor(usual, given) {
    this.inputs = new Map();
    const rows = KNOBS.map(([name, label, least, most, step, what]) => {
      const input = el("input", {
        type: "number", id: `knob-${name}`, min: least, max: most, step,
        placeholder: usual[name] ?? "none", "aria-describedby": `about-${name}`,
      });
      input.value = given.get(name) ?? "";
      this.inputs.set(name, input);
      const preset = usual[name] === undefined ? "none" : String(usual[name]);
      return el("div", { class: "knob" },
        el("label", { for: `knob-${name}`, text: label }), input,
        el("p", { class: "hint", id: `about-${name}`, text: `${what} Default: ${preset}.` }));
    });
    this.conditions = new Conditions(given);
    this.node = el("details", { class: "knobs", open: [...given.keys()].some((name) => name === "only" || this.inputs.has(name)) },
      el("summary", { text: "Knobs" }), el("div", { class: "knob-grid" }, rows), this.conditions.node);
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
