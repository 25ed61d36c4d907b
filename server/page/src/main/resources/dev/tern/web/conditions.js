// A metadata filter: conditions that must all hold.

import { el, fill, button } from "./dom.js";
import { state } from "./state.js";
import { phrase } from "./texts.js";

const OPERATORS = { "=": phrase("sign.is"), "!=": phrase("sign.not"), ">=": phrase("sign.min"), "<=": phrase("sign.max"), contains: phrase("sign.contains"), exists: phrase("sign.exists") };
const MAX_CONDITIONS = 8;
const NUMBER = /^-?\d+(\.\d+)?$/;
const TIMESTAMP = /^\d{4}-\d\d-\d\dT\d\d:\d\d(:\d\d(\.\d+)?)?Z$/;

/** Converts unquoted numbers, booleans and timestamps; all else is a string. */
function typed(text) {
  if (/^".*"$/s.test(text)) return text.slice(1, -1);
  if (NUMBER.test(text)) return Number(text);
  if (text === "true" || text === "false") return text === "true";
  return TIMESTAMP.test(text) ? { instant: text } : text;
}

/** Returns the text of a value for the input field. */
function written(value) {
  if (typeof value === "string") return typed(value) === value ? value : `"${value}"`;
  return typeof value === "object" && value !== null ? String(value.instant ?? "") : String(value ?? "");
}

/** A form for the filter of a question, one row per condition. */
export class Conditions {
  constructor(given) {
    this.rows = [];
    this.list = el("div", { class: "conditions" });
    this.more = button(phrase("conditions.add"), () => this.add().name.focus(), { class: "quiet" });
    const scope = state.server.caller.filter;
    this.node = el("fieldset", { class: "only" }, el("legend", { text: phrase("conditions.title") }),
      scope ? el("p", { class: "hint", text: phrase("conditions.scope", { scope }) }) : null,
      this.list, this.more,
      el("p", { class: "hint", text: phrase("conditions.about") }));
    for (const one of this.kept(given.get("only"))) this.add(one);
  }

  /** Parses the conditions in the address; ignores filters of any other form. */
  kept(text) {
    try {
      const { and } = JSON.parse(text ?? "{}");
      return Array.isArray(and) ? and.filter((one) => typeof one?.name === "string" && one.is in OPERATORS).slice(0, MAX_CONDITIONS) : [];
    } catch {
      return [];
    }
  }

  add(one = { name: "", is: "=", value: "" }) {
    const row = {
      name: el("input", { type: "text", maxlength: 512, placeholder: phrase("conditions.a.name"), "aria-label": phrase("conditions.name"), autocomplete: "off" }),
      is: el("select", { "aria-label": phrase("conditions.is") }, Object.entries(OPERATORS).map(([sign, words]) => el("option", { value: sign, text: words }))),
      value: el("input", { type: "text", maxlength: 1024, placeholder: phrase("conditions.a.value"), "aria-label": phrase("conditions.value"), autocomplete: "off" }),
    };
    row.name.value = one.name;
    row.is.value = one.is;
    row.value.value = written(one.value);
    const turn = () => { row.value.hidden = row.is.value === "exists"; };
    row.is.addEventListener("change", turn);
    turn();
    row.node = el("div", { class: "condition" }, row.name, row.is, row.value,
      button("\u00d7", () => this.drop(row), { class: "quiet", "aria-label": phrase("conditions.drop") }));
    this.rows.push(row);
    this.draw();
    return row;
  }

  drop(row) {
    this.rows.splice(this.rows.indexOf(row), 1);
    this.draw();
    this.more.focus();
  }

  draw() {
    fill(this.list, this.rows.map((row) => row.node));
    this.more.hidden = this.rows.length >= MAX_CONDITIONS;
  }

  /** Returns the filter, or undefined without conditions. */
  filter() {
    const and = this.rows.filter((row) => row.name.value.trim() !== "").map((row) => {
      const name = row.name.value.trim();
      const is = row.is.value;
      if (is === "exists") return { name, is };
      const text = row.value.value.trim();
      return { name, is, value: is === "contains" ? text.replace(/^"(.*)"$/s, "$1") : typed(text) };
    });
    return and.length > 0 ? { and } : undefined;
  }

  /** Returns the filter as a parameter of the address, or null without conditions. */
  forAddress() {
    const filter = this.filter();
    return filter ? JSON.stringify(filter) : null;
  }
}
