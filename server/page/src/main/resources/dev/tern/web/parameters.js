// The parameters of a question that the server offers and the page has texts for, in the
// order of the texts.

import { el } from "./dom.js";
import { Conditions } from "./conditions.js";
import { phrase, keysUnder } from "./texts.js";

const STEP = 0.05;

/** Input fields for the parameters of questions, with conditions and a list of changed values. */
export class ParameterInputs {
  /** @param more the content above the inputs */
  constructor({ parameterRanges, parameters: defaults }, given, more) {
    this.inputs = new Map();
    this.changed = el("span", { class: "hint" });
    const rangesByName = new Map(parameterRanges.map((range) => [range.name, range]));
    const rows = keysUnder("knob.about.").filter((name) => rangesByName.has(name)).map((name) => {
      const { type, minimum, maximum } = rangesByName.get(name);
      const input = el("input", {
        type: "number", id: `knob-${name}`, min: minimum, max: maximum, step: type === "integer" ? 1 : STEP,
        placeholder: defaults[name] ?? phrase("knob.none"), "aria-describedby": `about-${name}`,
      });
      input.value = given.get(name) ?? "";
      input.addEventListener("input", () => this.showChanged());
      this.inputs.set(name, input);
      const preset = defaults[name] === undefined ? phrase("knob.none") : String(defaults[name]);
      return el("div", { class: "knob" },
        el("label", { for: `knob-${name}`, text: phrase(`knob.${name}`) }), input,
        el("p", { class: "hint", id: `about-${name}`, text: `${phrase(`knob.about.${name}`)} ${phrase("knob.default", { preset })}` }));
    });
    this.conditions = new Conditions(given);
    this.node = el("details", { class: "knobs", open: [...given.keys()].some((name) => name === "only" || this.inputs.has(name)) },
      el("summary", {}, phrase("knobs"), this.changed), more, el("div", { class: "knob-grid" }, rows), this.conditions.node);
    this.showChanged();
    // An invalid input must be visible for its message.
    this.node.addEventListener("invalid", () => { this.node.open = true; }, true);
  }

  /** Lists the changed parameters in the summary, even while the inputs are folded. */
  showChanged() {
    const set = [...this.inputs].filter(([, input]) => input.value !== "");
    this.changed.textContent = set.map(([name, input]) => ` \u00B7 ${phrase(`knob.${name}`)} ${input.value}`).join("");
  }

  /** Returns the values that differ from the defaults. */
  values() {
    const values = {};
    for (const [name, input] of this.inputs) {
      if (input.value !== "" && Number.isFinite(input.valueAsNumber)) values[name] = input.valueAsNumber;
    }
    return values;
  }

  /** Returns true if all values are valid; shows messages otherwise. */
  isValid() {
    return [...this.inputs.values()].every((input) => input.reportValidity());
  }

  /** Returns the filter of documents, or undefined without one. */
  filter() {
    return this.conditions.filter();
  }

  /** Returns the values and the filter for the address; null for defaults. */
  forAddress() {
    const knobs = [...this.inputs].map(([name, input]) => [name, input.value || null]);
    return Object.fromEntries([...knobs, ["only", this.conditions.forAddress()]]);
  }
}
