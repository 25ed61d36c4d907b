// Finds the sentence of a passage that supports a part of an answer.

const SENTENCES = new Intl.Segmenter("en", { granularity: "sentence" });
const WORDS = /[\p{L}\p{N}]{3,}/gu;

function stems(text) {
  return new Set((text.toLowerCase().match(WORDS) ?? []).map((word) => word.slice(0, 6)));
}

/** Splits an answer into texts and citation numbers. */
export function parts(text) {
  const found = [];
  let from = 0;
  for (const match of text.matchAll(/\[(\d{1,3}(?:\s*,\s*\d{1,3})*)\]/g)) {
    if (match.index > from) found.push({ text: text.slice(from, match.index) });
    for (const digits of match[1].split(",")) found.push({ cites: Number(digits) });
    from = match.index + match[0].length;
  }
  if (from < text.length) found.push({ text: text.slice(from) });
  return found;
}

/** Returns the claims: the text before each citation with its number. */
export function claims(text) {
  const found = [];
  let said = "";
  let cited = false;
  for (const part of parts(text)) {
    if (part.text !== undefined) {
      if (cited) said = "";
      // Quotes may follow a line that lists the found names; that line belongs to no quote.
      said = part.text.replace(/^[^\u201C]*\n(?=\u201C)/, "").replace(/^[\s.,;\u201C\u201D"']+/, "") || said;
      cited = false;
    } else {
      found.push({ cites: part.cites, said });
      cited = true;
    }
  }
  return found;
}

/** Splits a text at names, ignoring case. */
export function markedParts(text, names) {
  const longestFirst = [...names].sort((one, other) => other.length - one.length).map((name) => name.replace(/[.*+?^${}()|[\]\\/]/g, "\\$&"));
  const pattern = new RegExp(`(?<![\\p{Lu}\\p{Ll}\\d])(${longestFirst.join("|")})(?![\\p{Lu}\\p{Ll}\\d])`, "giu");
  return text.split(pattern).map((part, index) => (index % 2 === 1 ? { name: part } : { text: part }));
}

/** Normalises white space and quotation marks, and maps the positions to the original. */
function withPositions(text) {
  let line = "";
  const places = [];
  for (let at = 0; at < text.length; at += 1) {
    const space = /\s/.test(text[at]);
    if (space && (line === "" || line.endsWith(" "))) continue;
    line += space ? " " : /["'\u2018\u2019\u201C\u201D]/.test(text[at]) ? "'" : text[at];
    places.push(at);
  }
  return { line, places };
}

/** Returns the range of a verbatim quote as [start, end], or null. */
function findQuote(passage, said) {
  const quote = withPositions(said).line.trim();
  if (quote === "") return null;
  const { line, places } = withPositions(passage);
  const start = line.indexOf(quote);
  return start < 0 ? null : [places[start], places[start + quote.length - 1] + 1];
}

/** Returns the ranges of quotes in a passage, or of the sentence with the most common words. */
export function quoteRanges(passage, said) {
  const quotes = said.split("\u2026").map((part) => part.replace(/^[\s\u201C]+|[\s\u201D]+$/g, ""));
  const found = quotes.map((quote) => findQuote(passage, quote)).filter(Boolean);
  const likely = found.length > 0 ? null : likeliestSentence(passage, said);
  return likely ? [likely] : found;
}

function likeliestSentence(passage, said) {
  const wanted = stems(said);
  let best = null;
  let maxWeight = 0;
  for (const { segment, index } of SENTENCES.segment(passage)) {
    const here = stems(segment);
    let common = 0;
    for (const word of wanted) if (here.has(word)) common += 1;
    const weight = common / Math.sqrt(here.size + 4);
    if (common > 1 && weight > maxWeight) {
      maxWeight = weight;
      best = [index, index + segment.trimEnd().length];
    }
  }
  return best;
}
