package dev.tern.documents;

import dev.tern.graph.OcrSpan;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** Records the spans of text read in pictures: doubtful words, and the text between them. */
final class OcrSpans {
    /** The maximum number of doubtful words that become spans. */
    static final int MAX_DOUBTFUL = 10_000;

    private static final int MAX_SHOWN = 5;
    private static final int MAX_SHOWN_LENGTH = 40;

    private final List<OcrSpan> spans = new ArrayList<>();
    private final List<String> shown = new ArrayList<>();
    private int doubtful;
    private double confidence;
    private long characters;
    private int start = -1;
    private int end;
    private double sum;
    private int count;

    /** Records a word just written to the text. */
    void word(OcrLine.OcrWord word, boolean doubted, Outline outline) {
        int length = word.text().length();
        confidence += length * word.confidence();
        characters += length;
        boolean apart = doubted && doubtful < MAX_DOUBTFUL;
        doubtful += doubted ? 1 : 0;
        if (apart) {
            end();
        }
        start = start < 0 ? outline.length() - length : start;
        end = outline.length();
        sum += length * word.confidence();
        count += length;
        if (apart) {
            add(true);
            if (shown.size() < MAX_SHOWN && length <= MAX_SHOWN_LENGTH) {
                shown.add("\"" + word.text() + "\" (page " + outline.pages() + ")");
            }
        }
    }

    /** Ends the current span, because the following text has another source. */
    void end() {
        if (start >= 0) {
            add(false);
        }
    }

    private void add(boolean doubted) {
        spans.add(new OcrSpan(start, end, Math.min(1, sum / count), doubted));
        start = -1;
        sum = 0;
        count = 0;
    }

    List<OcrSpan> spans() {
        return spans;
    }

    /** Returns a remark's clauses on the confidence and the doubtful words. */
    String remark() {
        String sure = String.format(Locale.ROOT, "with a confidence of %.2f", confidence / characters);
        if (doubtful == 0) {
            return sure;
        }
        return sure + "; doubtful: " + LoadLimits.number(doubtful) + (doubtful == 1 ? " word" : " words")
                + (shown.isEmpty() ? "" : ", such as " + String.join(", ", shown));
    }
}
