// One question of a thread with its answer; under the answer, folded, how it was found.

import * as api from "./api.js";
import { el, fill, announce, scrolling, shown } from "./dom.js";
import { local, remember } from "./storage.js";
import { AnswerCard } from "./answer.js";
import { Timeline } from "./timeline.js";
import { GraphView } from "./graphview.js";
import { phrase } from "./texts.js";

const FOUND = "tern-found";

/** A question that was asked, with what came of it. */
export class Turn {
  /**
   * @param question its words
   * @param mode how passages are found
   * @param again what to do when it is to be asked again
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

  /** One that was answered before. */
  static kept({ question, answer }) {
    const turn = new Turn(question, answer.mode, null);
    turn.show(answer);
    turn.fold();
    return turn;
  }

  /** The server's answer to one. */
  show(answer) {
    this.card.show(answer);
    if (answer.question !== this.question) {
      this.understood.textContent = phrase("turn.understood", { question: shown(answer.question, 2000) });
      this.understood.hidden = false;
    }
  }

  /**
   * Asks it.
   *
   * @param beside whether plain search answers too
   * @param answered what to do with the answer as soon as it is there, which may be before that of plain search
   */
  async run(graph, asked, beside, answered) {
    const see = new GraphView(graph, asked.filter);
    const timeline = new Timeline(this.mode, (step, moment) => (step === null ? see.whole() : see.tellStep(step, moment)));
    see.onWhole = () => timeline.show(null);
    this.see = see;
    this.timeline = timeline;
    this.sum = el("span", { class: "hint" });
    fill(this.found, el("details", {
      class: "found card", open: local.getItem(FOUND) === "open", on: { toggle: ({ target }) => {
        remember(FOUND, target.open ? "open" : "folded");
        if (target.open) see.canvas.fitNow();
      } },
    }, el("summary", { on: { click: ({ currentTarget }) => requestAnimationFrame(() => currentTarget.scrollIntoView({ block: "start", behavior: scrolling() })) } }, el("span", { class: "found-title", text: phrase("see") }), this.sum), timeline.node, see.node));
    const other = beside ? new AnswerCard("naive", {}) : null;
    if (other) {
      this.answers.classList.add("two");
      this.answers.append(other.node);
    }
    if (asked.history) {
      // It is asked as it was understood, which is found out once.
      await this.main(graph, asked, answered);
      if (other && this.card.answer) await this.naive(graph, { ...asked, question: this.card.answer.question, history: undefined }, other);
      else other?.node.remove();
    } else {
      await Promise.all([this.main(graph, asked, answered), other && this.naive(graph, asked, other)]);
    }
    if (other && this.card.answer && other.answer) this.card.compare(other.answer);
  }

  async main(graph, asked, answered) {
    const { see, timeline, card } = this;
    try {
      await api.stream(graph, asked, (event, data) => {
        if (event === "begin") card.doing(timeline.begin(data.name));
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
      // An answer that is there stays, whatever comes after it.
      if (card.answer) return;
      timeline.broken();
      card.failed(problem, this.again);
    }
  }

  async naive(graph, asked, card) {
    try {
      card.show(await api.ask(graph, { ...asked, mode: "naive" }, this.cancel.signal));
    } catch (problem) {
      card.failed(problem, this.again);
    }
  }

  /** Another question follows: the answer stays, its passages fold, and its picture is let go of. */
  fold() {
    this.close();
    fill(this.found);
    this.answers.classList.remove("two");
    fill(this.answers, this.card.node);
    this.card.fold();
  }

  /** Brings it into view, its question at the top. */
  reveal() {
    this.node.scrollIntoView({ block: "start", behavior: scrolling() });
  }

  /** It is not shown any more. */
  close() {
    this.cancel.abort();
    this.see?.close();
    this.timeline?.close();
    this.see = null;
  }
}
