package dev.tern.graph;

/**
 * A part of a document's text that was read by optical character recognition (OCR), for example
 * from a scanned page: one doubtful word, or a whole run of other words on one page.
 *
 * @param start its first character in the document's text, in UTF-16 units from 0
 * @param end its end, exclusive
 * @param confidence mean confidence of the OCR over its characters, 0 to 1
 * @param doubtful true for a word whose confidence is below the user's limit
 */
public record OcrSpan(int start, int end, double confidence, boolean doubtful) {
    /** The metadata name of the mean OCR confidence of a passage, 0 to 1. */
    public static final String CONFIDENCE = "ocr_confidence";

    /** The metadata name of a passage's first 20 doubtful words; " ..." follows if it has more. */
    public static final String DOUBTFUL = "ocr_doubtful";

    /**
     * Validates the ranges of the values.
     *
     * @throws IllegalArgumentException if a value is out of its range
     */
    public OcrSpan {
        if (start < 0 || end <= start) {
            throw new IllegalArgumentException("an OCR span goes from character " + start + " to " + end
                    + "; it must start at 0 or later and not be empty");
        }
        if (!(confidence >= 0 && confidence <= 1)) {
            throw new IllegalArgumentException("an OCR span has a confidence of " + confidence + "; it must be 0 to 1");
        }
    }
}
