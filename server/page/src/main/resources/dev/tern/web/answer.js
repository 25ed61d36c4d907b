// The card of an answer: text while it streams, citations, and cited passages.

import { originalLink, saveOriginal } from "./api.js";
import { el, fill, button, link, announce, scrolling, shown } from "./dom.js";
import { turnAsMarkdown } from "./markdown.js";
import { openTheme } from "./themes.js";
import { parts, claims, markedParts, quoteRanges } from "./sentences.js";
import { address, state } from "./state.js";
import { phrase } from "./texts.js";

const MODE_NAMES = { graph: phrase("answer.graph"), local: phrase("answer.local"), overview: phrase("answer.overview"), naive: phrase("answer.naive") };
const KIND_NAMES = {
  generated: phrase("answer.generated"),
  extractive: phrase("answer.extractive"),
};

const MAX_STREAMED_LENGTH = 100000;

/** The length of a preview of a passage, about two lines, in characters; CSS clips it. */
const PREVIEW_LENGTH = 300;

let cards = 0;

/** Shows one answer, also while it is streamed, with its passages grouped by document. */
export class AnswerCard {
  constructor(mode, { onPassage }) {
    cards += 1;
    this.prefix = `answer-${cards}`;
    this.onPassage = onPassage ?? (() => {});
    this.answer = null;
    this.streamed = "";
    this.writing = el("p", { class: "writing" });
    this.frame = null;
    this.text = el("div", { class: "answer-text", "aria-busy": "true" }, el("p", { class: "waiting", text: phrase("answer.looking") }));
    this.kind = el("span", { class: "hint" });
    this.copy = button(phrase("answer.copy"), () => this.copyAnswer(), { class: "quiet copy", hidden: true });
    this.passages = el("ol", { class: "passages" });
    this.counted = el("summary", {});
    this.sources = el("details", { class: "sources", open: true, hidden: true }, this.counted, this.passages);
    this.node = el("article", { class: "card answer", "aria-labelledby": this.prefix, data: { mode } },
      el("header", {}, el("h3", { id: this.prefix, text: MODE_NAMES[mode] }), this.kind, this.copy), this.text, this.sources);
  }

  /** Shows the progress text before the first words. */
  showProgress(words) {
    if (words !== "" && this.streamed === "" && !this.answer) fill(this.text, el("p", { class: "waiting", text: words }));
  }

  /** Folds the list of passages. */
  fold() {
    this.sources.open = false;
  }

  /** Appends streamed text; a citation may be split between two events. */
  words(text) {
    if (this.streamed === "") fill(this.text, this.writing);
    this.streamed += text;
    this.frame ??= requestAnimationFrame(() => this.write());
  }

  write() {
    this.frame = null;
    fill(this.writing, parts(this.streamed.slice(0, MAX_STREAMED_LENGTH)).map((part) => (part.text !== undefined
      ? document.createTextNode(shown(part.text, MAX_STREAMED_LENGTH)) : el("span", { class: "cite", text: String(part.cites) }))));
  }

  /** Shows the complete answer. */
  show(answer) {
    this.answer = answer;
    this.text.setAttribute("aria-busy", "false");
    this.kind.textContent = KIND_NAMES[answer.answer.kind] ?? "";
    this.sources.hidden = false;
    this.counted.textContent = phrase("answer.sources", { n: answer.passages.length });
    // The clipboard exists only on HTTPS and localhost.
    this.copy.hidden = !navigator.clipboard;
    const marks = this.marks(answer);
    this.rows = answer.passages.map((passage, index) => this.passage(passage, index + 1, marks.get(index + 1)));
    fill(this.passages, byDocument(answer.passages).map((numbers) => source(answer.passages[numbers[0]], numbers.map((number) => this.rows[number]))));
    const remarks = answer.trace?.steps.findLast(({ name }) => name === "answer")?.remarks ?? [];
    const { path = [] } = answer.answer;
    fill(this.text, path.length > 0 && el("p", { class: "hint path", text: path.map((name) => shown(name, 200)).join(" \u2192 ") }), this.paragraphs(answer), remarks.map((note) => el("p", { class: "note", text: shown(note, 1000) })));
    if (answer.passages.length === 0) fill(this.passages, el("li", { class: "hint", text: phrase("answer.none") }));
  }

  paragraphs(answer) {
    const { text: whole, claims: said, kind } = answer.answer;
    // An extractive answer starts with a line that lists found and missing names.
    const [foundLine] = (kind === "extractive" && said.length === 0 && whole.match(/^[^\n]*[^\]\n](?=\n[^\n]*\[\d+\](\n|$))/)) || [""];
    const text = whole.slice(foundLine.length).trimStart();
    const unsupported = said.filter((claim) => !claim.supported);
    return [foundLine !== "" && el("p", { class: "unsaid", text: shown(foundLine, 2000) }), ...[...text.matchAll(/[^\n](?:(?!\n{2})[^])*/g)].map(({ 0: paragraph, index }) => {
      const nodes = [];
      let from = index;
      const end = index + paragraph.length;
      for (const claim of unsupported.filter((one) => one.start < end && one.end > index)) {
        nodes.push(...this.citedNodes(text.slice(from, claim.start), answer), el("span", { class: "unsupported" }, ...this.citedNodes(text.slice(Math.max(claim.start, from), Math.min(claim.end, end)), answer)),
          el("span", { class: "badge", data: { state: "gaps" }, text: phrase("answer.unsupported") }));
        from = claim.end;
      }
      return el("p", {}, ...nodes, ...this.citedNodes(text.slice(from, end), answer));
    })];
  }

  /** Returns the nodes of a part of the answer, with a button for each citation. */
  citedNodes(text, answer) {
    return parts(text).flatMap((part) => {
      if (part.text !== undefined) {
        const { marks = [] } = answer.answer;
        return marks.length === 0 ? part.text : markedParts(part.text, marks).map(({ name, text: rest }) => (name ? el("strong", { text: name }) : rest));
      }
      if (part.cites < 1 || part.cites > answer.passages.length) return `[${part.cites}]`;
      const title = answer.passages[part.cites - 1].title || answer.passages[part.cites - 1].documentId;
      return button(String(part.cites), () => this.jump(part.cites), { class: "cite", "aria-label": phrase("answer.cites", { number: part.cites, title: shown(title, 120) }) });
    });
  }

  /** Returns the cited ranges of text by the number of the passage. */
  marks(answer) {
    const marks = new Map();
    for (const claim of claims(answer.answer.text)) {
      const passage = answer.passages[claim.cites - 1];
      if (passage) marks.set(claim.cites, [...(marks.get(claim.cites) ?? []), ...quoteRanges(passage.text, claim.said)]);
    }
    return marks;
  }

  passage(passage, number, marks = []) {
    const page = passage.page && phrase("answer.page", { page: String(passage.page) });
    const where = [belowTitle(passage), page].filter(Boolean).join(" \u00B7 ");
    return el("li", { id: `${this.prefix}-${number}`, tabindex: -1, class: "passage", data: { id: passage.id, cited: String(marks.length > 0) } },
      el("details", { open: false, on: { toggle: (event) => { if (event.target.open) this.onPassage(passage.id); } } },
        el("summary", {}, el("span", { class: "passage-number", text: String(number) }),
          el("span", { class: "passage-head" }, where && el("span", { class: "hint passage-place", text: shown(where, 400) }),
            el("span", { class: "passage-lines" }, lines(passage, marks)))),
        el("div", { class: "passage-text" }, marked(passage.text, marks)),
        this.original(passage, passage.page)));
  }

  /** Returns a link to the document of a passage, on the web or on the server; nothing if it has neither. */
  original({ source, documentId, original }, page) {
    const at = page ? `#page=${page}` : "";
    const words = page ? phrase("answer.original", { page: phrase("answer.page", { page: String(page) }) }) : phrase("answer.original.whole");
    if (isWeb(source)) return page && el("p", { class: "passage-origin" }, link(`${source.split("#")[0]}${at}`, words));
    const file = original && originalLink(state.graph, documentId);
    const save = async ({ target }) => {
      try {
        await saveOriginal(state.graph, documentId);
      } catch (problem) {
        target.after(el("p", { class: "note", role: "alert", text: problem.message }));
      }
    };
    return original && el("p", { class: "passage-origin" }, file ? link(`${file}${at}`, words) : button(words, save, { class: "back" }));
  }

  /** Copies the answer with its question, its sources and a link into its thread. */
  async copyAnswer() {
    const turn = [...document.querySelectorAll(".turn")].indexOf(this.node.closest(".turn")) + 1;
    const here = address({ q: this.answer.question, turn: String(turn) });
    await navigator.clipboard.writeText(`${turnAsMarkdown({ question: this.answer.question, answer: this.answer })}\n\n<${here}>\n`);
    this.copy.textContent = phrase("answer.copied");
    announce(phrase("answer.copied"));
  }

  /** Opens a passage at the cited sentence. */
  jump(number) {
    const row = this.rows[number - 1];
    this.sources.open = true;
    row.querySelector("details").open = true;
    const mark = row.querySelector(".passage-text mark");
    (mark ?? row).scrollIntoView({ block: "nearest", behavior: scrolling() });
    row.focus({ preventScroll: true });
    row.classList.remove("flash");
    requestAnimationFrame(() => row.classList.add("flash"));
  }

  /** Marks the cited passages that another answer lacks. */
  compare(other) {
    const known = new Set(other.passages.map((passage) => passage.id));
    for (const row of this.rows.filter(({ dataset }) => dataset.cited === "true" && !known.has(dataset.id))) {
      row.querySelector(".passage-head").prepend(el("span", { class: "badge", text: phrase("answer.only") }));
    }
  }

  failed(problem, again) {
    this.text.setAttribute("aria-busy", "false");
    if (problem.name === "AbortError") {
      fill(this.text, el("p", { class: "hint", text: this.streamed ? shown(this.streamed) : phrase("answer.stopped") }));
      return;
    }
    if (problem.status === 409 && this.node.dataset.mode === "overview") {
      fill(this.text, el("div", { class: "notice", role: "alert" }, el("p", { text: phrase("answer.themeless") }),
        el("div", { class: "row-of-buttons" }, button(phrase("themes.find"), () => openTheme()))));
      return;
    }
    fill(this.text, el("div", { class: "problem", role: "alert" }, el("p", { text: problem.message }),
      problem.instance && el("p", { class: "hint", text: phrase("server.log", { instance: problem.instance }) }),
      again && button(phrase("answer.again"), again)));
  }
}

const isWeb = (address) => /^https?:/i.test(address);

/** Returns the headings of a passage without the document title. */
function belowTitle({ title, heading }) {
  return heading === title ? "" : heading.startsWith(`${title} > `) ? heading.slice(title.length + 3) : heading;
}

/** Groups the indexes of passages by document, in the order of the first passages. */
function byDocument(passages) {
  const places = new Map();
  passages.forEach(({ documentId }, place) => places.set(documentId, [...(places.get(documentId) ?? []), place]));
  return [...places.values()];
}

/** Returns a document with its found passages. */
function source({ title, documentId, source: from }, rows) {
  const name = title || documentId;
  return el("li", { class: "source" }, el("p", { class: "passage-title" }, el("strong", {}, isWeb(from) ? link(from, shown(name, 200)) : shown(name, 200)),
    name !== documentId && el("span", { class: "hint", text: shown(documentId, 200) }),
    from !== documentId && from !== name && !isWeb(from) && el("span", { class: "hint", text: phrase("answer.from", { source: shown(from, 200) }) })), el("ol", {}, rows));
}

/** Returns a preview that starts at the first quote, or after a leading heading. */
function lines({ text, title, heading }, marks) {
  const [first] = text.split("\n", 1);
  const from = marks.length > 0 ? Math.min(...marks.map(([start]) => start)) : first.trim() === title || (first.trim() !== "" && heading.endsWith(first.trim())) ? first.length : 0;
  const end = Math.min(text.length, from + PREVIEW_LENGTH);
  const inside = marks.filter(([start]) => start < end).map(([start, stop]) => [start - from, Math.min(stop, end) - from]);
  return [marks.length > 0 && from > 0 && "\u2026 ", ...marked(text.slice(from, end).toWellFormed(), inside), end < text.length && "\u2026"];
}

function marked(text, marks) {
  const pieces = [];
  let from = 0;
  for (const [start, end] of marks.toSorted((a, b) => a[0] - b[0])) {
    if (start < from) continue;
    pieces.push(text.slice(from, start), el("mark", { text: text.slice(start, end) }));
    from = end;
  }
  pieces.push(text.slice(from));
  return pieces;
}
