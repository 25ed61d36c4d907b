package dev.tern.query.rank;

import java.util.EnumSet;
import java.util.Set;

/**
 * The enabled parts of the local ranking. A query has all; an evaluation removes them one by one to
 * measure the worth of each.
 *
 * @param parts the enabled parts
 */
public record RankingParts(Set<Part> parts) {
    /** All parts of the ranking. */
    public static final RankingParts ALL = new RankingParts(EnumSet.allOf(Part.class));

    /** A part of {@link LocalRanker}, named as in its documentation. */
    public enum Part {
        /** Mass also starts at the entities of the nearest relations. */
        RELATION_SEEDS,
        /** Mass also starts at the nearest passages. */
        PASSAGE_SEEDS,
        /** Mass also passes between a name and its short form, and a title and its passage. */
        LINKS,
        /** The mass of a passage in the walk from all seeds. */
        WALK,
        /** The mass of a passage's entities in the walk from the names alone. */
        NAME_WALK,
        /** The similarity to the question. */
        SIMILARITY,
        /** The similarity to the question without its names. */
        RESIDUAL,
        /** The gain of passages whose title, or a rare name, occurs in the best passages. */
        BRIDGE,
        /**
         * The share of the question's words, without its names, in a passage, and the passage's
         * score in the keyword search for the whole question.
         */
        WORDS
    }

    public RankingParts {
        parts = Set.copyOf(parts);
    }

    /** Returns these parts except for one. */
    public RankingParts without(Part part) {
        EnumSet<Part> rest = EnumSet.noneOf(Part.class);
        rest.addAll(parts);
        rest.remove(part);
        return new RankingParts(rest);
    }

    boolean has(Part part) {
        return parts.contains(part);
    }

    /** Returns a weight if a part is enabled, otherwise 0. */
    double weight(Part part, double weight) {
        return has(part) ? weight : 0;
    }
}
