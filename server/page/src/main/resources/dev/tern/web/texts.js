// The words of the page, in the language of who reads it.

import { local, remember } from "./storage.js";

/** The languages that it speaks, each by its own name. */
export const LANGUAGES = { de: "Deutsch", en: "English", es: "Espa\u00F1ol", id: "Indonesia", ja: "\u65E5\u672C\u8A9E" };

const CHOSEN = "tern-language";
const has = (tag) => Object.hasOwn(LANGUAGES, tag);

/** The language that was chosen here, or "auto". */
export function chosenLanguage() {
  const kept = local.getItem(CHOSEN);
  return kept !== null && has(kept) ? kept : "auto";
}

/** The one that was chosen, or else the first that the browser asks for and the page has. */
function wantedLanguage() {
  return [chosenLanguage(), ...navigator.languages].map((tag) => tag.toLowerCase().split("-")[0]).find(has) ?? "en";
}

/** The texts of the language that is wanted, or else the English ones; without any the page can only say that. */
async function loadTexts() {
  for (const tag of new Set([wantedLanguage(), "en"])) {
    try {
      const answer = await fetch(`/page/texts/${tag}.json`);
      if (answer.ok) return { language: tag, texts: await answer.json() };
    } catch {
      // the next one
    }
  }
  const sentence = "The words of this page could not be loaded. Is tern serve still running? Then load the page again.";
  document.getElementById("notice").textContent = sentence;
  throw new Error(sentence);
}

const { language, texts } = await loadTexts();
export { language };

const plural = new Intl.PluralRules(language);
const formats = new Map();

/** Chooses another language, or with "auto" that of the browser, and begins anew in it. */
export function setLanguage(tag) {
  if (tag === "auto") local.removeItem(CHOSEN);
  else remember(CHOSEN, tag);
  location.reload();
}

/** A number as it is written in the language, with so many places after the point, or as many as it has. */
export function number(value, places) {
  if (!formats.has(places)) {
    formats.set(places, new Intl.NumberFormat(language, places === undefined ? {} : { minimumFractionDigits: places, maximumFractionDigits: places }));
  }
  return formats.get(places).format(value);
}

/**
 * A text.
 *
 * @param key its name in the files of texts
 * @param values what stands in braces; n decides between one and many
 */
export function phrase(key, values = {}) {
  const text = texts[key] ?? key;
  const form = typeof text === "string" ? text : text[plural.select(values.n)] ?? text.other;
  return form.replace(/\{(\w+)\}/g, (_, name) => (typeof values[name] === "number" ? number(values[name]) : values[name]));
}

/** What follows a prefix in the names of texts, in the order of the file. */
export function keysUnder(prefix) {
  return Object.keys(texts).filter((key) => key.startsWith(prefix)).map((key) => key.slice(prefix.length));
}
