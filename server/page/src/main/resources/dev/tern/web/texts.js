// The texts of the page in the user's language.

import { local, remember } from "./storage.js";

/** The supported languages with their own names. */
export const LANGUAGES = { de: "Deutsch", en: "English", es: "Espa\u00F1ol", id: "Indonesia", ja: "\u65E5\u672C\u8A9E" };

const LANGUAGE_KEY = "tern-language";
const has = (tag) => Object.hasOwn(LANGUAGES, tag);

/** Returns the selected language, or "auto". */
export function chosenLanguage() {
  const kept = local.getItem(LANGUAGE_KEY);
  return kept !== null && has(kept) ? kept : "auto";
}

/** Returns the selected language, or the first supported one that the browser prefers. */
function wantedLanguage() {
  return [chosenLanguage(), ...navigator.languages].map((tag) => tag.toLowerCase().split("-")[0]).find(has) ?? "en";
}

/** Loads the texts of the language, or else the English ones; shows an error without texts. */
async function loadTexts() {
  for (const tag of new Set([wantedLanguage(), "en"])) {
    try {
      const answer = await fetch(`/page/texts/${tag}.json`);
      if (answer.ok) return { language: tag, texts: await answer.json() };
    } catch {
      // The next language is tried.
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

/** Selects a language, or "auto" for that of the browser, and reloads the page. */
export function setLanguage(tag) {
  if (tag === "auto") local.removeItem(LANGUAGE_KEY);
  else remember(LANGUAGE_KEY, tag);
  location.reload();
}

/** Formats a number in the language, with a number of decimal places or with all. */
export function number(value, places) {
  if (!formats.has(places)) {
    formats.set(places, new Intl.NumberFormat(language, places === undefined ? {} : { minimumFractionDigits: places, maximumFractionDigits: places }));
  }
  return formats.get(places).format(value);
}

/**
 * Returns a text.
 *
 * @param key its key in the text files
 * @param values the values in braces; n selects singular or plural
 */
export function phrase(key, values = {}) {
  const text = texts[key] ?? key;
  const form = typeof text === "string" ? text : text[plural.select(values.n)] ?? text.other;
  return form.replace(/\{(\w+)\}/g, (_, name) => (typeof values[name] === "number" ? number(values[name]) : values[name]));
}

/** Returns the keys under a prefix, without it, in the order of the file. */
export function keysUnder(prefix) {
  return Object.keys(texts).filter((key) => key.startsWith(prefix)).map((key) => key.slice(prefix.length));
}
