package dev.tern.curation.alias;

import java.util.List;

/**
 * Suggestions about the names of a graph.
 *
 * @param likely names that probably name the same entity, the most frequent first
 * @param possible short names that may stand for longer ones, the most frequent first; a person has
 *     to decide, since many stand for none of them
 */
public record AliasSuggestions(List<AliasSuggestion> likely, List<PossibleMeanings> possible) {
    public AliasSuggestions {
        likely = List.copyOf(likely);
        possible = List.copyOf(possible);
    }

    /**
     * A short name that may stand for longer names.
     *
     * @param name the short name
     * @param longerNames one or more names, each in a passage with the short name
     */
    public record PossibleMeanings(String name, List<String> longerNames) {
        public PossibleMeanings {
            longerNames = List.copyOf(longerNames);
        }
    }
}
