package dev.tern.eval.questions;

import dev.tern.error.TernException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Locale;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * Questions with the documents that answer them, and the corpus that these have to be found in.
 *
 * @param name what it is called
 * @param corpus the documents
 * @param documents how many there are
 * @param queries the questions in the order of their file, never empty
 * @param checksums SHA-256 of the files that it was read from, by file name, in hexadecimal
 */
public record QuestionSet(
        String name, Corpus corpus, long documents, List<Query> queries, SortedMap<String, String> checksums) {
    public QuestionSet {
        queries = List.copyOf(queries);
        checksums = Collections.unmodifiableSortedMap(new TreeMap<>(checksums));
    }

    /** Which of the questions are asked: half of them can be kept back until everything is decided. */
    public enum Part {
        /** All questions of the set. */
        ALL,
        /** The first, the third and so on, whose places counted from 0 are even. */
        EVEN,
        /** The second, the fourth and so on. */
        ODD;

        private boolean has(int place) {
            return this == ALL || (place % 2 == 0) == (this == EVEN);
        }
    }

    /**
     * This set with a part of its questions.
     *
     * @throws TernException the user's fault, if none are left
     */
    public QuestionSet part(Part part) {
        List<Query> kept = new ArrayList<>();
        for (int place = 0; place < queries.size(); place++) {
            if (part.has(place)) {
                kept.add(queries.get(place));
            }
        }
        if (kept.isEmpty()) {
            throw TernException.user("the question set " + name + " has no "
                    + part.name().toLowerCase(Locale.ROOT) + " questions: it has " + queries.size());
        }
        return new QuestionSet(name, corpus, documents, kept, checksums);
    }

    /** This set, its documents without their titles; the ids stay. What a title says elsewhere in a text stays too. */
    public QuestionSet withoutTitles() {
        return new QuestionSet(name, corpus.map(document -> document.withTitle("")), documents, queries, checksums);
    }
}
