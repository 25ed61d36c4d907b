package dev.tern.query.rank;

import dev.tern.graph.Embedded;
import dev.tern.graph.Passage;
import dev.tern.query.rank.RankingParts.Part;
import dev.tern.query.seed.Seeds;
import java.util.Collection;

/** The score of each passage by graph, vectors and words, as {@link LocalRanker} defines it. */
final class PassageScores {
    static final double EPSILON = 1e-5;

    private static final double WALK_WEIGHT = 0.56;
    private static final double TRUSTED_WALK_WEIGHT = 0.21;
    private static final double NAME_WALK_WEIGHT = 0.24;
    private static final double SIMILARITY_WEIGHT = 0.29;
    private static final double TRUSTED_SIMILARITY_WEIGHT = 0.33;
    private static final double RESIDUAL_WEIGHT = 0.48;
    private static final double BRIDGE_WEIGHT = 6.5;
    private static final double WORDS_WEIGHT = 2;
    private static final double UNTRUSTED_WORDS_WEIGHT = 1;
    private static final double MATCHES_WEIGHT = 0.5;

    private final RankingParts parts;
    private final double trust;
    private final Seeds seeds;
    private final StandardScore similarity;
    private final StandardScore residual;
    private final QuestionWords words;
    private final WordMatches matches;

    /**
     * Creates the scores of some passages.
     *
     * @param trust the graph's knowledge of the question, 0 to 1
     * @param ranked all passages that are compared
     */
    PassageScores(
            RankingParts parts, double trust, Seeds seeds, Collection<Embedded<Passage>> ranked, QuestionWords words) {
        this.parts = parts;
        this.trust = trust;
        this.seeds = seeds;
        this.similarity = StandardScore.among(
                ranked.stream().map(passage -> passage.cosine(seeds.question())).toList());
        this.residual = StandardScore.among(
                ranked.stream().map(passage -> passage.cosine(seeds.residual())).toList());
        this.words = words;
        this.matches = new WordMatches(seeds.worded());
    }

    /**
     * Returns the score of a passage.
     *
     * @param mass its mass in the walk from all seeds
     * @param named the mass of its entities in the walk from the names
     * @param bridged its gain by the names in other passages
     */
    double of(Embedded<Passage> passage, double mass, double named, double bridged) {
        String id = passage.value().id();
        double untrusted = 1 - trust;
        double byWords = (WORDS_WEIGHT + UNTRUSTED_WORDS_WEIGHT * untrusted) * words.share(id)
                + MATCHES_WEIGHT * untrusted * matches.of(id);
        return parts.weight(Part.WALK, WALK_WEIGHT + TRUSTED_WALK_WEIGHT * trust) * Math.log(mass + EPSILON)
                + parts.weight(Part.NAME_WALK, NAME_WALK_WEIGHT * trust) * Math.log(named + EPSILON)
                + parts.weight(Part.SIMILARITY, SIMILARITY_WEIGHT + TRUSTED_SIMILARITY_WEIGHT * trust)
                        * similarity.of(passage.cosine(seeds.question()))
                + parts.weight(Part.RESIDUAL, RESIDUAL_WEIGHT) * residual.of(passage.cosine(seeds.residual()))
                + parts.weight(Part.BRIDGE, BRIDGE_WEIGHT) * bridged
                + parts.weight(Part.WORDS, 1) * byWords;
    }
}
