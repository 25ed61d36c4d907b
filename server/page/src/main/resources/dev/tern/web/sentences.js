// Which sentence of a passage a part of an answer stands on.

const SENTENCES = new Intl.Segmenter("en", { granularity: "sentence" });
const WORDS = /[\p{L}\p{N}]{3,}/gu;

function stems(text) {
  return new Set((text.toLowerCase().match(WORDS) ?? []).map((word) => word.slice(0, 6)));
}

/** An answer in its parts: texts, and numbers of passages. */
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

/** What is said before each citation: the number of the passage and the words. */
export function claims(text) {
  const found = [];
  let said = "";
  let cited = false;
  for (const part of parts(text)) {
    if (part.text !== undefined) {
      if (cited) said = "";
      // What was found comes in a line of its own before quotes, which say none of it.
      said = part.text.replace(/^[^\u201C]*\n(?=\u201C)/, "").replace(/^[\s.,;\u201C\u201D"']+/, "") || said;
      cited = false;
    } else {
      found.push({ cites: part.cites, said });
      cited = true;
    }
  }
  return found;
}

/** A text in its parts: names, in whatever case they stand, and what is between them. */
export function markedParts(text, names) {
  const longestFirst = [...names].sort((one, other) => other.length - one.length).map((name) => name.replace(/[.*+?^${}()|[\]\\/]/g, "\\$&"));
  const pattern = new RegExp(`(?<![\\p{Lu}\\p{Ll}\\d])(${longestFirst.join("|")})(?![\\p{Lu}\\p{Ll}\\d])`, "giu");
  return text.split(pattern).map((part, index) => (index % 2 === 1 ? { name: part } : { text: part }));
}

/** A text with every run of white space as one space and every quotation mark alike, and where its characters stand. */
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

/** Where a quote stands word for word: [start, end], or null. */
function findQuote(passage, said) {
  const quote = withPositions(said).line.trim();
  if (quote === "") return null;
  const { line, places } = withPositions(passage);
  const start = line.indexOf(quote);
  return start < 0 ? null : [places[start], places[start + quote.length - 1] + 1];
}

/** Where in a passage something is said: for each of its quotes [start, end], or of the sentences with the most words in common. */
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
