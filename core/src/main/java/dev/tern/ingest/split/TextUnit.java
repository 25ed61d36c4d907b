package dev.tern.ingest.split;

/**
 * The smallest part of a text: a sentence, or a part of a sentence that is too long for a passage.
 *
 * @param start its offset, without leading white space
 * @param end its end, exclusive, without trailing white space
 * @param tokens its tokens, with the white space before it unless that alone would fill a passage
 * @param cut the kind of boundary before it
 */
record TextUnit(int start, int end, int tokens, BoundaryKind cut) {
    /** The kinds of boundaries between passages, worst first. */
    enum BoundaryKind {
        /** Within a word, or between characters of a script without spaces. */
        CHARACTER,
        WORD,
        CLAUSE,
        LINE,
        SENTENCE,
        PARAGRAPH;

        /** Returns true if no sentence is cut here. */
        boolean betweenSentences() {
            return compareTo(SENTENCE) >= 0;
        }
    }
}
