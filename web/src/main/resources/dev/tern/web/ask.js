// Asking: the question, the answer as it is written, naive beside graph, and under it how it was found.

import * as api from "./api.js";
import { el, fill, button, say } from "./dom.js";
import { state, whenGraphChanges, address } from "./state.js";
import { Knobs } from "./knobs.js";
import { AnswerCard } from "./answer.js";
import { Timeline } from "./timeline.js";
import { SeeView } from "./see.js";
import { demo } from "./demo.js";
import { phrase } from "./texts.js";

const MODES = {
  graph: [phrase("mode.graph"), phrase("mode.graph.about")],
  local: [phrase("mode.local"), phrase("mode.local.about")],
  naive: [phrase("mode.naive"), phrase("mode.naive.about")],
};

/** The view Ask. */
export class AskView {
  constructor(section, reload) {
    this.section = section;
    this.reload = reload;
    this.running = null;
    this.open = [];
    whenGraphChanges(() => this.draw());
  }

  /** Called when the view is opened. */
  opened() {
    if (this.question) this.question.focus();
  }

  draw() {
    this.stop();
    this.close();
    const title = this.section.firstElementChild;
    if (state.graph === "") {
      fill(this.section, title, this.empty());
      return;
    }
    // What was typed and turned stays when another graph is chosen.
    this.asking ??= this.form(new URL(location.href).searchParams);
    this.result = el("div", { class: "result" });
    fill(this.section, title, this.asking, this.result);
    fill(this.result, this.invitation());
    if (!this.section.hidden) this.question.focus();
  }

  empty() {
    return el("div", { class: "card empty" },
      el("h2", { text: phrase("ask.empty") }),
      el("p", { text: phrase("ask.empty.about") }),
      el("div", { class: "row-of-buttons" }, button(phrase("fill.graph"), () => { location.hash = "fill"; }, { class: "main" }), demo(this.reload)));
  }

  invitation() {
    return el("div", { class: "invitation" },
      el("p", { text: phrase("ask.invitation") }));
  }

  form(given) {
    const limits = state.server.limits;
    this.question = el("textarea", {
      id: "question", rows: 1, maxlength: limits.questionCharacters, required: true,
      placeholder: phrase("ask.placeholder"), autocomplete: "off", spellcheck: true,
    });
    this.question.value = given.get("q") ?? "";
    this.question.addEventListener("keydown", (event) => {
      if (event.key === "Enter" && !event.shiftKey && !event.isComposing) {
        event.preventDefault();
        this.run();
      }
    });
    this.knobs = new Knobs(state.server, given);
    this.beside = el("input", { type: "checkbox", id: "beside" });
    this.beside.checked = given.get("beside") !== "no";
    this.go = el("button", { type: "submit", class: "main", text: phrase("ask") });
    this.halt = button(phrase("stop"), () => this.stop(), { hidden: true });
    return el("form", { class: "card ask-form", on: { submit: (event) => { event.preventDefault(); this.run(); } } },
      el("div", { class: "ask-line" }, el("label", { for: "question", class: "unseen", text: phrase("question") }), this.question, this.go, this.halt),
      el("div", { class: "ask-options" }, this.modes(given.get("mode")),
        el("label", { class: "check" }, this.beside, el("span", { text: phrase("ask.beside") })),
        this.knobs.node));
  }

  modes(given) {
    const offered = ["graph", "local", "naive"].filter((mode) => state.server.modes.includes(mode));
    const chosen = offered.includes(given) ? given : offered[0];
    const about = el("span", { class: "hint", id: "mode-about", text: MODES[chosen][1] });
    const choices = offered.map((mode) => {
      const input = el("input", { type: "radio", name: "mode", value: mode, id: `mode-${mode}`, "aria-describedby": "mode-about" });
      input.checked = mode === chosen;
      input.addEventListener("change", () => { about.textContent = MODES[mode][1]; });
      return [input, el("label", { for: `mode-${mode}`, text: MODES[mode][0] })];
    });
    return el("fieldset", { class: "modes" }, el("legend", { class: "unseen", text: phrase("mode") }), el("div", { class: "segments" }, choices), about);
  }

  mode() {
    return this.section.querySelector("input[name=mode]:checked").value;
  }

  async run() {
    const text = this.question.value.trim();
    if (text === "") {
      this.question.focus();
      return;
    }
    if (!this.question.form.reportValidity()) return;
    this.stop();
    const mode = this.mode();
    const filter = this.knobs.filter();
    const question = { question: text, mode, parameters: this.knobs.values(), filter };
    const beside = this.beside.checked && mode !== "naive";
    history.replaceState(null, "", address({
      graph: state.graph, q: text, mode, beside: this.beside.checked ? null : "no", ...this.knobs.forAddress(),
    }));
    const run = { cancel: new AbortController() };
    this.running = run;
    this.go.hidden = true;
    this.halt.hidden = false;
    say(phrase("ask.asking"));
    this.close();
    const see = new SeeView(state.graph, filter);
    const timeline = new Timeline(mode, (step, moment) => (step === null ? see.whole() : see.tellStep(step, moment)));
    see.onWhole = () => timeline.show(null);
    this.open = [see, timeline];
    this.see = see;
    const card = new AnswerCard(mode, { onPassage: (id) => see.choose(id) });
    const other = beside ? new AnswerCard("naive", {}) : null;
    fill(this.result, el("div", { class: beside ? "answers two" : "answers" }, card.node, other && other.node), timeline.node, see.node);
    const jobs = [this.main(question, run, timeline, card)];
    if (other) jobs.push(this.naive(question, run, other));
    await Promise.allSettled(jobs);
    if (other && card.answer && other.answer) card.compare(other.answer);
    if (this.running === run) this.stop();
  }

  async main(question, run, timeline, card) {
    const see = this.see;
    try {
      await api.stream(state.graph, question, (event, data) => {
        if (event === "begin") timeline.begin(data.name);
        else if (event === "step") {
          timeline.end(data);
          see.step(data, timeline.number(data.name));
        } else if (event === "words") card.words(data.text);
        else if (event === "answer") {
          timeline.total(data.trace.total);
          card.show(data);
          see.answered(data, timeline.number("collect"));
          say(phrase("ask.answered", { n: data.passages.length }));
        }
      }, run.cancel.signal);
    } catch (problem) {
      timeline.broken();
      card.failed(problem, () => this.run());
    }
  }

  async naive(question, run, card) {
    try {
      card.show(await api.ask(state.graph, { ...question, mode: "naive" }, run.cancel.signal));
    } catch (problem) {
      card.failed(problem, () => this.run());
    }
  }

  /** What was shown before is let go of. */
  close() {
    for (const one of this.open) one.close();
    this.open = [];
  }

  stop() {
    if (this.running) this.running.cancel.abort();
    this.running = null;
    if (this.go) {
      this.go.hidden = false;
      this.halt.hidden = true;
    }
  }
}
