// The threads in the browser's storage, one entry each; the oldest are removed if there are too
// many.

import { newId } from "./dom.js";
import { local, namesIn } from "./storage.js";
import { phrase } from "./texts.js";

const PREFIX = "tern-thread-";
const FORMAT = "tern-thread";
const MAX_THREADS = 50;
const MAX_TURNS = 100;
const MAX_THREAD_LENGTH = 2_000_000;
const MAX_TITLE_LENGTH = 120;
const MAX_TEXT_LENGTH = 100_000;
const MAX_PASSAGES = 200;
const MAX_PASSAGE_LENGTH = 4000;
const MAX_CLAIMS = 1000;
const MAX_NAMES = 10;

/** The turns that were stored once; they are not added again. */
const stored = new WeakSet();

/** The maximum number of earlier turns sent with a question, and the length of each answer. */
const MAX_SENT_TURNS = 8;
const MAX_SENT_CHARACTERS = 2000;

/** The maximum size of an opened file, in bytes. */
export const MAX_BYTES = 8_000_000;

/** Returns an empty thread. */
export const newThread = (graph) => ({ id: newId(), title: "", graph, changed: "", turns: [] });

function checkedText(value, max) {
  if (typeof value !== "string" || value.length > max) throw new Error("not a text");
  return value;
}

const wholeNumber = (value) => (Number.isSafeInteger(value) && value >= 0 ? value : undefined);

function checkedList(value, max, each) {
  if (!Array.isArray(value) || value.length > max) throw new Error("not a list");
  return value.map(each);
}

/** Returns the stored part of an answer. */
function answerOf({ question, mode, answer, passages }) {
  return {
    question: checkedText(question, MAX_TEXT_LENGTH),
    mode: checkedText(mode, 20),
    answer: {
      text: checkedText(answer.text, MAX_TEXT_LENGTH), kind: checkedText(answer.kind, 20),
      claims: checkedList(answer.claims ?? [], MAX_CLAIMS, ({ start, end, supported }) => ({ start: wholeNumber(start) ?? 0, end: wholeNumber(end) ?? 0, supported: supported !== false })),
      path: checkedList(answer.path ?? [], MAX_NAMES, (name) => checkedText(name, 4000)), marks: checkedList(answer.marks ?? [], MAX_NAMES, (mark) => checkedText(mark, 4000)),
    },
    passages: checkedList(passages, MAX_PASSAGES, (one) => ({
      id: checkedText(one.id, 100), documentId: checkedText(one.documentId, 600), source: checkedText(one.source ?? one.documentId, 4000), title: checkedText(one.title ?? "", 4000),
      heading: checkedText(one.heading ?? "", 4000), page: wholeNumber(one.page), text: String(one.text ?? "").slice(0, MAX_PASSAGE_LENGTH),
    })),
    relations: [],
  };
}

/** Returns the stored form of a turn. */
export const turnOf = (question, answer) => ({ question: checkedText(question, MAX_TEXT_LENGTH), answer: answerOf(answer) });

/** Returns a valid thread; throws if the record is invalid. */
function checkedThread(record) {
  return {
    id: checkedText(record.id, 64), title: checkedText(record.title, MAX_TITLE_LENGTH), graph: checkedText(record.graph, 300), changed: checkedText(record.changed, 40),
    turns: checkedList(record.turns, MAX_TURNS, (turn) => turnOf(turn.question, turn.answer)),
  };
}

function readThread(name) {
  try {
    const thread = checkedThread(JSON.parse(local.getItem(name)));
    thread.turns.forEach((turn) => stored.add(turn));
    return thread;
  } catch {
    return null;
  }
}

/** Returns all stored threads, latest first. */
export function threads() {
  return namesIn(local).filter((name) => name.startsWith(PREFIX)).map(readThread).filter(Boolean)
    .toSorted((one, other) => (one.changed < other.changed ? 1 : -1));
}

/** Returns the thread of an id, or null. */
export const threadOf = (id) => (id ? readThread(PREFIX + id) : null);

/** Removes a thread. */
export const forget = (id) => local.removeItem(PREFIX + id);

/**
 * Stores a thread, merged with turns that another tab has added. Throws if it is too long, or if
 * there is no room even after removing the oldest threads.
 *
 * @param named true if its title was changed here
 */
export function keep(thread, named = false) {
  const before = threadOf(thread.id);
  if (before && !named) thread.title = before.title;
  thread.changed = new Date().toISOString();
  const turns = before ? [...before.turns, ...thread.turns.filter((turn) => !stored.has(turn))] : thread.turns;
  const kept = JSON.stringify({ ...thread, turns: turns.slice(-MAX_TURNS) });
  if (kept.length > MAX_THREAD_LENGTH) throw new Error(phrase("thread.large", { n: kept.length, max: MAX_THREAD_LENGTH }));
  const others = threads().filter((one) => one.id !== thread.id);
  store(PREFIX + thread.id, kept, others);
  thread.turns.forEach((turn) => stored.add(turn));
  others.slice(MAX_THREADS - 1).forEach((one) => forget(one.id));
}

/** Stores a text, and removes the oldest others if necessary and sufficient. */
function store(name, kept, others) {
  const gone = [];
  for (;;) {
    try {
      local.setItem(name, kept);
      return;
    } catch {
      const oldest = others.pop();
      if (!oldest) {
        gone.forEach(([one, text]) => local.setItem(one, text));
        throw new Error(phrase("thread.full", { n: kept.length }));
      }
      gone.push([PREFIX + oldest.id, local.getItem(PREFIX + oldest.id)]);
      forget(oldest.id);
    }
  }
}

/** Returns the title of a thread from its first question. */
export function titleOfWords(words) {
  const line = words.trim().replace(/\s+/g, " ");
  return line.length > 60 ? `${line.slice(0, 59).toWellFormed()}\u2026` : line;
}

/** Returns the conversation so far in the server's format. */
export const historyOf = (turns) => turns.slice(-MAX_SENT_TURNS).map(({ answer }) => ({ question: answer.question, answer: answer.answer.text.slice(0, MAX_SENT_CHARACTERS) }));

/** Returns the file of a thread. */
export const fileOf = (thread) => JSON.stringify({ format: FORMAT, version: 1, ...thread }, null, 2);

/** Reads a thread from a file; throws if it is none. */
export function threadOfFile(file) {
  const record = JSON.parse(file);
  if (record.format !== FORMAT || record.version !== 1) throw new Error("not a thread");
  return { ...checkedThread(record), id: newId() };
}

/** Returns true if a thread has the maximum number of turns. */
export const isFull = (thread) => thread.turns.length >= MAX_TURNS;
