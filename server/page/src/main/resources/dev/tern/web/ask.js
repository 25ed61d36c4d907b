// The view Ask: a thread of questions and answers, and the form for the next question.

import * as api from "./api.js";
import { el, fill, button, announce, shown } from "./dom.js";
import { state, whenGraphChanges, graphChanged, mayChange, address } from "./state.js";
import { ParameterInputs } from "./parameters.js";
import { ThreadBar } from "./threadbar.js";
import { hasThemes, openTheme, titleOf } from "./themes.js";
import { Turn } from "./turn.js";
import { demo, DEMO, DEMO_QUESTION } from "./demo.js";
import { historyOf, isFull, newThread, threadOf, titleOfWords, turnOf } from "./threads.js";
import { phrase } from "./texts.js";

const MODES = {
  graph: [phrase("mode.graph"), phrase("mode.graph.about")],
  local: [phrase("mode.local"), phrase("mode.local.about")],
  overview: [phrase("mode.overview"), phrase("mode.overview.about")],
  naive: [phrase("mode.naive"), phrase("mode.naive.about")],
};

const SAMPLES = 20;
const THEMES = 3;

/** A pattern that rejects headings, such as "1.1 The Landlord" and "LEASE AGREEMENT". */
const ENTITY_NAME = /^(?=.*(\p{Ll}|\p{Lo})|\S+$)\p{L}[^:]*$/u;

/** The view Ask: the thread of questions with their answers, and the form for the next one. */
export class AskView {
  constructor(section, reload) {
    this.section = section;
    this.reload = reload;
    this.running = null;
    this.shown = [];
    this.thread = newThread("");
    this.samples = new Map();
    whenGraphChanges(() => this.draw());
    addEventListener("popstate", () => this.follow());
  }

  /** Refreshes the view when it is opened. */
  opened() {
    // Adding documents may have selected another graph while this view was hidden.
    if (this.drawn !== state.graph) this.draw();
    else if (this.question) this.question.focus({ preventScroll: this.thread.turns.length > 0 });
  }

  draw() {
    const title = this.section.firstElementChild;
    this.drawn = state.graph;
    if (state.graph === "") {
      this.close();
      fill(this.section, title, this.empty());
      return;
    }
    // The form keeps its input when the graph changes.
    this.asking ??= this.form(new URL(location.href).searchParams);
    this.bar ??= new ThreadBar(this);
    this.turns ??= el("div", { class: "turns" });
    fill(this.section, title, this.bar.node, this.turns, this.asking);
    this.samples.delete(state.graph);
    this.follow(this.thread.graph !== state.graph || this.shown.length === 0);
    if (!this.section.hidden) this.opened();
  }

  empty() {
    return el("div", { class: "card empty" },
      el("h2", { text: phrase("ask.empty") }),
      el("p", { text: phrase("ask.empty.what") }),
      el("p", { text: phrase("ask.empty.about") }),
      el("div", { class: "row-of-buttons" }, mayChange() && button(phrase("fill"), () => { location.hash = "fill"; }, { class: "main" }),
        demo(this.reload, (question) => this.suggest(question))));
  }

  /** Puts a question into the form. */
  suggest(question) {
    this.question.value = question;
    this.question.focus();
  }

  /** Shows the thread and the question named by the address, after Back or Forward too. */
  follow(anew = false) {
    const given = new URL(location.href).searchParams;
    const graph = given.get("graph");
    if (graph && graph !== state.graph && state.graphs.includes(graph)) {
      state.graph = graph;
      graphChanged();
      return;
    }
    if (!this.asking) return;
    const id = given.get("thread");
    if (!anew && id === (this.shown.length > 0 ? this.thread.id : null)) {
      this.shown[Number(given.get("turn")) - 1]?.reveal();
      return;
    }
    const kept = threadOf(id);
    this.show(kept?.graph === state.graph ? kept : newThread(state.graph));
    const named = this.shown[Number(given.get("turn")) - 1];
    // A question that the address put into the form is already answered below.
    if (named && this.question.value === named.question) this.question.value = "";
    named?.reveal();
  }

  /** Opens another thread and puts it into the address. */
  open(thread) {
    history.pushState(null, "", address({ graph: thread.graph, thread: thread.id, turn: String(thread.turns.length), q: null }));
    if (thread.graph === state.graph) {
      this.follow();
    } else {
      state.graph = thread.graph;
      graphChanged();
    }
  }

  /** Starts a new thread. */
  begin() {
    history.pushState(null, "", address({ thread: null, turn: null, q: null }));
    this.show(newThread(state.graph));
    this.question.value = "";
    this.question.focus();
  }

  show(thread) {
    this.close();
    this.thread = thread;
    this.shown = thread.turns.map((turn) => Turn.kept(turn));
    fill(this.turns, thread.turns.length === 0 ? this.invitation() : this.shown.map((turn) => turn.node));
    this.section.classList.toggle("is-new", thread.turns.length === 0);
    this.bar.show(thread);
  }

  invitation() {
    const offered = el("div", { class: "samples" });
    this.offer(offered);
    const graphInfo = el("p", { class: "hint" });
    this.describeGraph(graphInfo);
    const themes = el("div", { class: "samples" });
    this.offerThemes(themes);
    return el("div", { class: "invitation" }, el("p", { text: phrase("ask.invitation") }), graphInfo, offered, themes);
  }

  /** Shows the size of the graph and the model that answers. */
  async describeGraph(place) {
    const statistics = await api.graph(state.graph).catch(() => null);
    const { answer } = state.server.models;
    if (statistics) place.textContent = [phrase("n.passages", { n: statistics.passages }), phrase("n.documents", { n: statistics.documents }), answer ? phrase("ask.model", { model: shown(answer, 80) }) : phrase("ask.quotes")].join(" \u00B7 ");
  }

  /** Offers sample questions about the best connected entities. */
  async offer(place) {
    const { graph } = state;
    if (!this.samples.has(graph)) this.samples.set(graph, graph === DEMO ? [DEMO_QUESTION] : await samples(graph));
    // While a question is being typed, the layout must not move.
    if (graph !== state.graph || this.question.value !== "") return;
    fill(place, this.samples.get(graph).map((text) => button(text, () => this.suggest(text), { class: "sample" })));
  }

  /** Links the three largest themes, or the search for themes. */
  async offerThemes(place) {
    const { graph } = state;
    const { themes } = hasThemes() ? await api.themes(graph).catch(() => ({})) : {};
    if (!themes || graph !== state.graph || this.question.value !== "") return;
    const largest = themes.filter(({ parent }) => !parent).slice(0, THEMES);
    fill(place, el("span", { class: "hint", text: phrase("themes") }),
      largest.length > 0 ? largest.map(({ id, names }) => button(titleOf(names), () => openTheme(id), { class: "sample" }))
        : button(phrase("themes.find"), () => openTheme(), { class: "sample" }));
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
    this.beside = el("input", { type: "checkbox", id: "beside" });
    // With a language model the second answer costs money, so it is off by default.
    this.usuallyBeside = state.server.models.answer === undefined;
    this.beside.checked = given.has("beside") ? given.get("beside") !== "no" : this.usuallyBeside;
    this.knobs = new ParameterInputs(state.server, given, el("label", { class: "check" }, this.beside, el("span", { text: phrase("ask.beside") })));
    this.go = el("button", { type: "submit", class: "main", text: phrase("ask") });
    this.halt = button(phrase("stop"), () => this.stop(), { hidden: true });
    return el("form", { class: "card ask-form", on: { submit: (event) => { event.preventDefault(); this.run(); } } },
      el("div", { class: "ask-line" }, el("label", { for: "question", class: "unseen", text: phrase("question") }), this.question, this.go, this.halt),
      el("div", { class: "ask-options" }, this.modes(given.get("mode")), this.knobs.node));
  }

  modes(given) {
    const offered = ["graph", "local", "overview", "naive"].filter((mode) => state.server.modes.includes(mode));
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

  async run(repeated) {
    const words = repeated ?? this.question.value.trim();
    if (words === "") {
      this.question.focus();
      return;
    }
    if (!this.knobs.isValid()) return;
    this.stop();
    if (isFull(this.thread)) this.show(newThread(state.graph));
    const mode = this.mode();
    const { thread } = this;
    const turn = new Turn(words, mode, () => this.again(turn));
    const history = historyOf(thread.turns);
    const request = { question: words, mode, parameters: this.knobs.values(), filter: this.knobs.filter(), ...(history.length > 0 ? { history } : {}) };
    if (repeated === undefined) this.question.value = "";
    this.begun(turn, words, mode);
    await turn.run(state.graph, request, this.beside.checked && mode !== "naive", (answer) => this.answered(thread, words, answer));
    if (this.running === turn) this.ended();
  }

  /** Saves an answered question at once, even while the second answer is running. */
  answered(thread, words, answer) {
    thread.turns.push(turnOf(words, answer));
    thread.title ||= titleOfWords(words);
    this.bar.keep(thread);
    if (this.thread === thread) this.bar.show(thread);
  }

  /** Shows a running question and puts its parameters into the address. */
  begun(turn, words, mode) {
    this.running = turn;
    this.go.hidden = true;
    this.halt.hidden = false;
    announce(phrase("ask.asking"));
    // Questions without an answer are removed.
    this.shown = this.shown.filter((one) => one.card.answer || (one.close(), one.node.remove(), false));
    this.shown.forEach((one) => one.fold());
    this.shown.push(turn);
    if (this.section.classList.contains("is-new")) fill(this.turns);
    this.section.classList.remove("is-new");
    this.turns.append(turn.node);
    history.pushState(null, "", address({
      graph: state.graph, q: words, mode, beside: this.beside.checked === this.usuallyBeside ? null : this.beside.checked ? "yes" : "no", ...this.knobs.forAddress(), thread: this.thread.id, turn: String(this.shown.length),
    }));
    turn.reveal();
  }

  /** Repeats a question that failed or was stopped. */
  again(turn) {
    this.run(turn.question);
  }

  ended() {
    this.running = null;
    this.go.hidden = false;
    this.halt.hidden = true;
  }

  /** Closes all shown questions. */
  close() {
    this.stop();
    for (const one of this.shown) one.close();
    this.shown = [];
  }

  stop() {
    const turn = this.running;
    if (!turn) return;
    this.ended();
    turn.cancel.abort();
    // An unanswered question returns to the form.
    if (!turn.card.answer) this.question.value ||= turn.question;
  }
}

/** Returns sample questions about the best connected entities; empty if they cannot be loaded. */
async function samples(graph) {
  try {
    const { entities } = await api.connectedEntities(graph, "", 0, SAMPLES);
    const [one, other, third] = entities.filter(({ name }) => ENTITY_NAME.test(name));
    return [one && phrase("sample.about", { name: one.name }), other && phrase("sample.between", { one: one.name, other: other.name }),
      third && phrase("sample.about", { name: third.name })].filter(Boolean);
  } catch {
    return [];
  }
}
