package dev.tern.alias;

import java.util.List;

/**
 * Suggestions about the names of a graph.
 *
 * @param likely names that probably name the same entity, the most frequent first
 * @param possible short names that may stand for others, the most frequent first; a person has to
 *     decide, since many do not
 */
public record AliasSuggestions(List<AliasSuggestion> likely, List<PossibleMeanings> possible) {
    public AliasSuggestions {
        likely = List.copyOf(likely);
        possible = List.copyOf(possible);
    }

    /**
     * A short name that may stand for others.
     *
     * @param name the short name
     * @param fuller names that it may stand for, at least one; each occurs beside it in a passage
     */
    public record PossibleMeanings(String name, List<String> fuller) {
        public PossibleMeanings {
            fuller = List.copyOf(fuller);
        }
    }
}
