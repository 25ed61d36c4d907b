package dev.tern.ingest.split;

/**
 * What is never cut any further: a sentence, or a part of one that is too long for a passage.
 *
 * @param start its first character, no white space
 * @param end the character behind its last, which is no white space
 * @param tokens its tokens, those of the white space before it included unless they alone would fill a passage
 * @param cut what kind of place it is before which it begins
 */
record Unit(int start, int end, int tokens, Cut cut) {
    /** Places to end a passage at, the better the later. */
    enum Cut {
        /** Within a word, or between characters of a script without spaces. */
        CHARACTER,
        WORD,
        CLAUSE,
        LINE,
        SENTENCE,
        PARAGRAPH;

        /** Whether no sentence is cut here. */
        boolean betweenSentences() {
            return compareTo(SENTENCE) >= 0;
        }
    }
}
