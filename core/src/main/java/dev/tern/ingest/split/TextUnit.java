package dev.tern.ingest.split;

/**
 * The smallest part of a text: a sentence, or a part of a sentence that is too long for a passage.
 *
 * @param start its first character, after leading white space
 * @param end its end, exclusive, without trailing white space
 * @param tokens its tokens, including the white space before it, at most the tokens of a full
 *     passage
 * @param cut the kind of boundary before it
 */
record TextUnit(int start, int end, int tokens, BoundaryKind cut) {
    /** The kinds of boundaries between passages, worst first. */
    enum BoundaryKind {
        /** A boundary within a word, or between characters of a script without spaces. */
        CHARACTER,
        WORD,
        CLAUSE,
        LINE,
        SENTENCE,
        PARAGRAPH;

        /** Returns true if a boundary of this kind is not within a sentence. */
        boolean betweenSentences() {
            return compareTo(SENTENCE) >= 0;
        }
    }
}
