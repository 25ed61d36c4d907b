// One question of a thread with its answer; the steps and the picture are folded below.

import * as api from "./api.js";
import { el, fill, announce, scrolling, shown } from "./dom.js";
import { local, remember } from "./storage.js";
import { AnswerCard } from "./answer.js";
import { Timeline } from "./timeline.js";
import { GraphView } from "./graphview.js";
import { phrase } from "./texts.js";

const FOUND_KEY = "tern-found";

/** A question with its answer, timeline and picture; close() ends the picture's worker. */
export class Turn {
  /**
   * @param question its text
   * @param mode the retrieval mode
   * @param again called to repeat the question
   */
  constructor(question, mode, again) {
    this.question = question;
    this.mode = mode;
    this.again = again;
    this.cancel = new AbortController();
    this.understood = el("p", { class: "hint understood", hidden: true });
    this.card = new AnswerCard(mode, { onPassage: (id) => this.see?.choose(id) });
    this.answers = el("div", { class: "answers" }, this.card.node);
    this.found = el("div", {});
    this.node = el("article", { class: "turn", "aria-label": shown(question, 200) },
      el("h2", { class: "asked", tabindex: -1, text: shown(question) }), this.understood, this.answers, this.found);
  }

  /** Returns a turn that was answered before. */
  static kept({ question, answer }) {
    const turn = new Turn(question, answer.mode, null);
    turn.show(answer);
    turn.fold();
    return turn;
  }

  /** Shows an answer of the server. */
  show(answer) {
    this.card.show(answer);
    if (answer.question !== this.question) {
      this.understood.textContent = phrase("turn.understood", { question: shown(answer.question, 2000) });
      this.understood.hidden = false;
    }
  }

  /**
   * Asks the question.
   *
   * @param beside true to ask plain search too
   * @param answered called with the answer, possibly before that of plain search
   */
  async run(graph, request, beside, answered) {
    const see = new GraphView(graph, request.filter);
    const timeline = new Timeline(this.mode, (step, moment) => (step === null ? see.whole() : see.showStep(step, moment)));
    see.onWhole = () => timeline.show(null);
    this.see = see;
    this.timeline = timeline;
    this.sum = el("span", { class: "hint" });
    fill(this.found, el("details", {
      class: "found card", open: local.getItem(FOUND_KEY) === "open", on: { toggle: ({ target }) => {
        remember(FOUND_KEY, target.open ? "open" : "folded");
        if (target.open) see.canvas.fitNow();
      } },
    }, el("summary", { on: { click: ({ currentTarget }) => requestAnimationFrame(() => currentTarget.scrollIntoView({ block: "start", behavior: scrolling() })) } }, el("span", { class: "found-title", text: phrase("see") }), this.sum), timeline.node, see.node));
    const other = beside ? new AnswerCard("naive", {}) : null;
    if (other) {
      this.answers.classList.add("two");
      this.answers.append(other.node);
    }
    if (request.history) {
      // Plain search uses the rewritten question, which is determined once.
      await this.main(graph, request, answered);
      if (other && this.card.answer) await this.naive(graph, { ...request, question: this.card.answer.question, history: undefined }, other);
      else other?.node.remove();
    } else {
      await Promise.all([this.main(graph, request, answered), other && this.naive(graph, request, other)]);
    }
    if (other && this.card.answer && other.answer) this.card.compare(other.answer);
  }

  async main(graph, request, answered) {
    const { see, timeline, card } = this;
    try {
      await api.stream(graph, request, (event, data) => {
        if (event === "begin") card.showProgress(timeline.begin(data.name));
        else if (event === "step") {
          timeline.end(data);
          see.step(data, timeline.number(data.name));
        } else if (event === "words") card.words(data.text);
        else if (event === "answer") {
          this.sum.textContent = timeline.total(data.trace.total, data.cost);
          this.show(data);
          see.answered(data, timeline.number("collect"));
          announce(phrase("ask.answered", { n: data.passages.length }));
          answered(data);
        }
      }, this.cancel.signal);
    } catch (problem) {
      // A failure after the answer is ignored.
      if (card.answer) return;
      timeline.broken();
      card.failed(problem, this.again);
    }
  }

  async naive(graph, request, card) {
    try {
      card.show(await api.ask(graph, { ...request, mode: "naive" }, this.cancel.signal));
    } catch (problem) {
      card.failed(problem, this.again);
    }
  }

  /** Folds the turn when the next question starts: keeps the answer, closes the picture. */
  fold() {
    this.close();
    fill(this.found);
    this.answers.classList.remove("two");
    fill(this.answers, this.card.node);
    this.card.fold();
  }

  /** Scrolls to the question. */
  reveal() {
    this.node.scrollIntoView({ block: "start", behavior: scrolling() });
  }

  /** Stops the request and releases the picture. */
  close() {
    this.cancel.abort();
    this.see?.close();
    this.timeline?.close();
    this.see = null;
  }
}
