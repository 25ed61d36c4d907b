// A thread as Markdown: questions, answers and cited passages.

import { parts } from "./sentences.js";
import { shown } from "./dom.js";
import { phrase } from "./texts.js";

const QUOTE_LENGTH = 300;

/** Escapes text, so that it contains no markup, images or links. */
function plain(text) {
  return shown(text).replace(/&/g, "&amp;").replace(/</g, "&lt;").replace(/[\\`*_[\]#|~!>]|:(?=\/\/)/g, "\\$&").replace(/^(\s*)([-+]|\d+(?=\.))/gm, "$1\\$2");
}

const line = (text) => plain(text.replace(/\s+/g, " ").trim());

function source(passage, number) {
  const title = passage.title || passage.documentId;
  const place = [title === passage.documentId ? "" : passage.documentId, passage.source === passage.documentId ? "" : passage.source, passage.heading,
    passage.page ? phrase("answer.page", { page: String(passage.page) }) : ""].filter(Boolean).map(line).join(" \u00B7 ");
  const quote = passage.text.length > QUOTE_LENGTH ? `${passage.text.slice(0, QUOTE_LENGTH - 1).toWellFormed()}\u2026` : passage.text;
  return `${number}. **${line(title)}**${place ? ` (${place})` : ""}\n\n   > ${line(quote)}`;
}

/** Returns a question with its answer and cited passages. */
export function turnAsMarkdown({ question, answer }) {
  // A number in brackets becomes a link only before a parenthesis or a colon.
  const said = parts(answer.answer.text).map((part) => (part.text === undefined ? `[${part.cites}]` : plain(part.text).replace(/^[(:]/, "\\$&"))).join("");
  const { path = [] } = answer.answer;
  return [`## ${line(question)}`,
    answer.question !== question && `*${line(phrase("turn.understood", { question: answer.question }))}*`,
    path.length > 0 && line(path.join(" \u2192 ")),
    said,
    answer.passages.length > 0 && `**${phrase("answer.sources", { n: answer.passages.length })}**`,
    ...answer.passages.map((passage, index) => source(passage, index + 1))].filter(Boolean).join("\n\n");
}

/** Returns a complete thread. */
export function markdown(thread) {
  return `${[`# ${line(thread.title)}`, `${phrase("graph")}: ${line(thread.graph)} \u00B7 ${thread.changed.slice(0, 10)}`, ...thread.turns.map(turnAsMarkdown)].join("\n\n")}\n`;
}
