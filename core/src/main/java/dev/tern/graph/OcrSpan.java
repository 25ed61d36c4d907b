package dev.tern.graph;

/**
 * A part of a document's text that optical character recognition (OCR) read in a picture, as of a scanned page: a doubtful word,
 * or what stands between two such on a page.
 *
 * @param start its first character in the document's text, in UTF-16 units from 0
 * @param end the character behind its last
 * @param confidence how sure the reader is of its words, the mean over their characters, 0 to 1
 * @param doubtful whether it is a word of which the reader is less sure than the user wants
 */
public record OcrSpan(int start, int end, double confidence, boolean doubtful) {
    /** The name in the metadata of a passage under which stands how sure the reader is of its characters, 0 to 1. */
    public static final String CONFIDENCE = "ocr_confidence";

    /** The name in the metadata of a passage under which its doubtful words stand, with spaces between. */
    public static final String DOUBTFUL = "ocr_doubtful";

    /**
     * Checks that the values are in their ranges.
     *
     * @throws IllegalArgumentException if one is not
     */
    public OcrSpan {
        if (start < 0 || end <= start) {
            throw new IllegalArgumentException("an OCR span goes from character " + start + " to " + end
                    + "; it starts at 0 or later and ends after");
        }
        if (!(confidence >= 0 && confidence <= 1)) {
            throw new IllegalArgumentException("an OCR span has a confidence of " + confidence + "; it is from 0 to 1");
        }
    }
}
