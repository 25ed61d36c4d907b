package dev.tern.offline.answer;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/**
 * A {@link PassagePart} of one of the passages of an answer.
 *
 * @param passage the index of the passage among the answer's passages, from 0
 */
record QuotablePart(int passage, PassagePart part) {
    /** Returns the parts of passages, of equal texts the first; at most {@value PassageParts#MAX_PARTS}. */
    static List<QuotablePart> of(List<PassageParts> passages) {
        List<QuotablePart> sentences = new ArrayList<>();
        Set<String> known = new HashSet<>();
        for (int passage = 0; passage < passages.size(); passage++) {
            for (PassagePart part : passages.get(passage).parts()) {
                if (sentences.size() < PassageParts.MAX_PARTS && known.add(part.text())) {
                    sentences.add(new QuotablePart(passage, part));
                }
            }
        }
        return sentences;
    }

    int index() {
        return part.index();
    }

    String text() {
        return part.text();
    }

    boolean isRow() {
        return part.isRow();
    }
}
