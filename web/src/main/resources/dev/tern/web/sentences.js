// Which sentence of a passage a part of an answer stands on.

const SENTENCES = new Intl.Segmenter("en", { granularity: "sentence" });
const WORDS = /[\p{L}\p{N}]{3,}/gu;

function words(text) {
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
      said = part.text.replace(/^[\s.,;\u201C\u201D"']+/, "") || said;
      cited = false;
    } else {
      found.push({ cites: part.cites, said });
      cited = true;
    }
  }
  return found;
}

/** Where in a passage something is said: [start, end], of the sentences that have the most words in common with it. */
export function place(passage, said) {
  const wanted = words(said);
  let best = null;
  let most = 0;
  for (const { segment, index } of SENTENCES.segment(passage)) {
    const here = words(segment);
    let common = 0;
    for (const word of wanted) if (here.has(word)) common += 1;
    const weight = common / Math.sqrt(here.size + 4);
    if (common > 1 && weight > most) {
      most = weight;
      best = [index, index + segment.trimEnd().length];
    }
  }
  return best;
}
