package dev.tern.eval;

import dev.tern.eval.questions.QuestionSet;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * All that a run depended on: who has the same gets the same figures, but for times.
 *
 * @param tern the version of Tern
 * @param sets what was asked, and of which files
 * @param embeddingModel the embedding model
 * @param chatModels the chat model of each task that has one
 * @param parameters the parameters of every question, by their names
 * @param options what else was asked for, by the name of the option
 * @param seed the seed of the intervals
 * @param draws how often questions were drawn for them
 * @param machine where it ran
 */
public record Manifest(
        String tern,
        List<Asked> sets,
        String embeddingModel,
        SortedMap<String, String> chatModels,
        Map<String, Object> parameters,
        SortedMap<String, String> options,
        long seed,
        int draws,
        Machine machine) {
    public Manifest {
        sets = List.copyOf(sets);
        chatModels = Collections.unmodifiableSortedMap(new TreeMap<>(chatModels));
        parameters = Collections.unmodifiableMap(new LinkedHashMap<>(parameters));
        options = Collections.unmodifiableSortedMap(new TreeMap<>(options));
    }

    /**
     * A question set that was evaluated.
     *
     * @param name what it is called
     * @param documents documents in its corpus
     * @param queries questions that were asked
     * @param checksums SHA-256 of its files, by name
     */
    public record Asked(String name, long documents, int queries, SortedMap<String, String> checksums) {
        public Asked {
            checksums = Collections.unmodifiableSortedMap(new TreeMap<>(checksums));
        }

        /** A set that is asked. */
        public static Asked of(QuestionSet set) {
            return new Asked(set.name(), set.documents(), set.queries().size(), set.checksums());
        }
    }
}
