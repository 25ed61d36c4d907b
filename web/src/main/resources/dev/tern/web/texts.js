// The words of the page, in the language of who reads it.

/** The languages that it speaks, each by its own name. */
export const LANGUAGES = { de: "Deutsch", en: "English", es: "Espa\u00F1ol", id: "Indonesia", ja: "\u65E5\u672C\u8A9E" };

const CHOSEN = "tern-language";

/** The one that was chosen here, or else the first that the browser asks for and the page has. */
function wanted() {
  const asked = [localStorage.getItem(CHOSEN), ...navigator.languages].filter(Boolean).map((tag) => tag.toLowerCase().split("-")[0]);
  return asked.find((tag) => Object.hasOwn(LANGUAGES, tag)) ?? "en";
}

export const language = wanted();

const answer = await fetch(`/page/texts/${language}.json`);
const texts = await answer.json();
const plural = new Intl.PluralRules(language);

/** Chooses another language, and begins anew in it. */
export function speak(tag) {
  localStorage.setItem(CHOSEN, tag);
  location.reload();
}

/** A number as it is written in the language, with so many places after the point, or as many as it has. */
export function number(value, places) {
  return new Intl.NumberFormat(language, places === undefined ? {} : { minimumFractionDigits: places, maximumFractionDigits: places }).format(value);
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
