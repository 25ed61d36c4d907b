package dev.tern.query.rank;

import java.util.EnumSet;
import java.util.Set;

/**
 * Which parts of the local ranking take part. A query has them all; an evaluation takes them out one by one and so tells
 * what each is worth.
 *
 * @param parts those that take part
 */
public record RankingParts(Set<Part> parts) {
    /** All parts of the ranking. */
    public static final RankingParts ALL = new RankingParts(EnumSet.allOf(Part.class));

    /** A part of {@link LocalRanker}, in the words of its essay. */
    public enum Part {
        /** Mass starts at the entities of the nearest relations too. */
        RELATION_SEEDS,
        /** Mass starts at the nearest passages too. */
        PASSAGE_SEEDS,
        /** The walk goes from a name to its short form and from a title to its passage too. */
        LINKS,
        /** The mass of a passage in the walk from all seeds. */
        WALK,
        /** The mass of a passage's entities in the walk from the names alone. */
        NAME_WALK,
        /** The similarity to the question. */
        SIMILARITY,
        /** The similarity to the question without its names. */
        RESIDUAL,
        /** What the best passages name as the title of another. */
        BRIDGE,
        /** The words of the question, without its names, that a passage holds. */
        WORDS
    }

    public RankingParts {
        parts = Set.copyOf(parts);
    }

    /** These parts but one. */
    public RankingParts without(Part part) {
        EnumSet<Part> rest = EnumSet.noneOf(Part.class);
        rest.addAll(parts);
        rest.remove(part);
        return new RankingParts(rest);
    }

    boolean has(Part part) {
        return parts.contains(part);
    }

    /** A weight if a part takes part, otherwise 0. */
    double weight(Part part, double weight) {
        return has(part) ? weight : 0;
    }
}
