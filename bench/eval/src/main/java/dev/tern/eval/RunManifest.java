package dev.tern.eval;

import dev.tern.eval.questions.QuestionSet;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * The inputs of a run, recorded so that its figures can be reproduced.
 *
 * @param tern the version of Tern
 * @param sets the question sets and their files
 * @param chatModels the chat model of each task that has one
 * @param parameters the parameters of every question, by name
 * @param options the other options, by name
 * @param seed the seed of the intervals
 * @param draws the number of draws for intervals
 */
public record RunManifest(
        String tern,
        List<EvaluatedSet> sets,
        String embeddingModel,
        SortedMap<String, String> chatModels,
        Map<String, Object> parameters,
        SortedMap<String, String> options,
        long seed,
        int draws,
        MeasuringMachine machine) {
    public RunManifest {
        sets = List.copyOf(sets);
        chatModels = Collections.unmodifiableSortedMap(new TreeMap<>(chatModels));
        parameters = Collections.unmodifiableMap(new LinkedHashMap<>(parameters));
        options = Collections.unmodifiableSortedMap(new TreeMap<>(options));
    }

    /**
     * An evaluated question set.
     *
     * @param documents documents in its corpus
     * @param queries evaluated questions
     * @param checksums SHA-256 of its files, by name
     */
    public record EvaluatedSet(String name, long documents, int queries, SortedMap<String, String> checksums) {
        public EvaluatedSet {
            checksums = Collections.unmodifiableSortedMap(new TreeMap<>(checksums));
        }

        /** Returns the entry of a question set. */
        public static EvaluatedSet of(QuestionSet set) {
            return new EvaluatedSet(set.name(), set.documents(), set.queries().size(), set.checksums());
        }
    }
}
