// The parameters of a question, with what each does: those numbers that the server says a question may choose, and that the
// texts have words for, in the order of the texts.

import { el } from "./dom.js";
import { Conditions } from "./conditions.js";
import { phrase, keysUnder } from "./texts.js";

const STEP = 0.05;

/** The knobs of the form. */
export class ParameterInputs {
  /** @param more what stands above them */
  constructor({ knobs, parameters: usual }, given, more) {
    this.inputs = new Map();
    this.told = el("span", { class: "hint" });
    const told = new Map(knobs.map((knob) => [knob.name, knob]));
    const rows = keysUnder("knob.about.").filter((name) => told.has(name)).map((name) => {
      const { type, minimum, maximum } = told.get(name);
      const input = el("input", {
        type: "number", id: `knob-${name}`, min: minimum, max: maximum, step: type === "integer" ? 1 : STEP,
        placeholder: usual[name] ?? phrase("knob.none"), "aria-describedby": `about-${name}`,
      });
      input.value = given.get(name) ?? "";
      input.addEventListener("input", () => this.tell());
      this.inputs.set(name, input);
      const preset = usual[name] === undefined ? phrase("knob.none") : String(usual[name]);
      return el("div", { class: "knob" },
        el("label", { for: `knob-${name}`, text: phrase(`knob.${name}`) }), input,
        el("p", { class: "hint", id: `about-${name}`, text: `${phrase(`knob.about.${name}`)} ${phrase("knob.default", { preset })}` }));
    });
    this.conditions = new Conditions(given);
    this.node = el("details", { class: "knobs", open: [...given.keys()].some((name) => name === "only" || this.inputs.has(name)) },
      el("summary", {}, phrase("knobs"), this.told), more, el("div", { class: "knob-grid" }, rows), this.conditions.node);
    this.tell();
    // What is wrong with one is told where it stands, and has to be seen.
    this.node.addEventListener("invalid", () => { this.node.open = true; }, true);
  }

  /** Says behind the word "Settings" which are set, also when they are folded and when the address has them. */
  tell() {
    const set = [...this.inputs].filter(([, input]) => input.value !== "");
    this.told.textContent = set.map(([name, input]) => ` \u00B7 ${phrase(`knob.${name}`)} ${input.value}`).join("");
  }

  /** Those that are not at their defaults. */
  values() {
    const values = {};
    for (const [name, input] of this.inputs) {
      if (input.value !== "" && Number.isFinite(input.valueAsNumber)) values[name] = input.valueAsNumber;
    }
    return values;
  }

  /** Whether each has a value that it can have; what is wrong is told where it stands. */
  isValid() {
    return [...this.inputs.values()].every((input) => input.reportValidity());
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
