package dev.tern.alias;

import java.util.List;

/**
 * What may be said of the names of a graph.
 *
 * @param likely names that are probably one thing, those in most passages first
 * @param possible short names that may stand for others, those in most passages first: to look at, for too few are right
 */
public record AliasSuggestions(List<AliasSuggestion> likely, List<Possible> possible) {
    /** Copies the lists, so that the record is immutable. */
    public AliasSuggestions {
        likely = List.copyOf(likely);
        possible = List.copyOf(possible);
    }

    /**
     * A short name that may stand for others.
     *
     * @param name the short name
     * @param fuller the names that it may stand for, at least one; each stands beside it in a passage
     */
    public record Possible(String name, List<String> fuller) {
        /** Copies the list, so that the record is immutable. */
        public Possible {
            fuller = List.copyOf(fuller);
        }
    }
}
