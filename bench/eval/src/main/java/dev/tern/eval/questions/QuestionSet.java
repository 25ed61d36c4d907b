package dev.tern.eval.questions;

import dev.tern.error.TernException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Locale;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * Questions with their gold documents, and the corpus to search.
 *
 * @param corpus the documents
 * @param documents the number of documents
 * @param queries the questions in the order of their file, never empty
 * @param checksums SHA-256 of its files in hexadecimal, by path in the folder of the set
 */
public record QuestionSet(
        String name, Corpus corpus, long documents, List<GoldQuestion> queries, SortedMap<String, String> checksums) {
    public QuestionSet {
        queries = List.copyOf(queries);
        checksums = Collections.unmodifiableSortedMap(new TreeMap<>(checksums));
    }

    /** A part of the questions, so that half of them can be held out until the end. */
    public enum Part {
        /** All questions of the set. */
        ALL,
        /** The questions at even positions, counted from 0. */
        EVEN,
        /** The questions at odd positions, counted from 0. */
        ODD;

        private boolean has(int place) {
            return this == ALL || (place % 2 == 0) == (this == EVEN);
        }
    }

    /**
     * Returns this set with a part of its questions.
     *
     * @throws TernException the user's fault, if no question is left
     */
    public QuestionSet part(Part part) {
        List<GoldQuestion> kept = new ArrayList<>();
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

    /** Returns this set with untitled documents; the questions keep the titles of gold ones. */
    public QuestionSet withoutTitles() {
        return new QuestionSet(name, corpus.map(document -> document.withTitle("")), documents, queries, checksums);
    }
}
