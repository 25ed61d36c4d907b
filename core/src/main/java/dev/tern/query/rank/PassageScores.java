package dev.tern.query.rank;

import dev.tern.graph.Embedded;
import dev.tern.graph.Passage;
import dev.tern.query.rank.RankingParts.Part;
import dev.tern.query.seed.Seeds;
import java.util.Arrays;
import java.util.List;

/** Scores each passage by graph, vectors and words, by the formula of {@link LocalRanker}. */
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
    private final List<Embedded<Passage>> ranked;
    private final double[] similarities;
    private final double[] residuals;
    private final QuestionWords words;
    private final WordMatches matches;

    /**
     * Creates the scores of some passages.
     *
     * @param trust the confidence of {@link GraphTrust}, 0 to 1
     * @param ranked all passages that are compared
     */
    PassageScores(RankingParts parts, double trust, Seeds seeds, List<Embedded<Passage>> ranked, QuestionWords words) {
        this.parts = parts;
        this.trust = trust;
        this.ranked = ranked;
        this.similarities = standardScores(ranked, seeds.question());
        this.residuals = standardScores(ranked, seeds.residual());
        this.words = words;
        this.matches = new WordMatches(seeds.worded());
    }

    private static double[] standardScores(List<Embedded<Passage>> ranked, float[] vector) {
        double[] scores =
                ranked.stream().mapToDouble(passage -> passage.cosine(vector)).toArray();
        StandardScore score = StandardScore.among(scores);
        Arrays.setAll(scores, place -> score.of(scores[place]));
        return scores;
    }

    /**
     * Returns the score of a passage.
     *
     * @param place the index of the passage in {@code ranked}
     * @param mass the mass of the passage in the walk from all seeds
     * @param named the mass of its entities in the walk from the names
     * @param bridged the gain by a title named in the best passages ({@link TitleBridge}) or a rare
     *     name shared with them ({@link SharedNames})
     */
    double of(int place, double mass, double named, double bridged) {
        String id = ranked.get(place).value().id();
        double untrusted = 1 - trust;
        double byWords = (WORDS_WEIGHT + UNTRUSTED_WORDS_WEIGHT * untrusted) * words.share(id)
                + MATCHES_WEIGHT * untrusted * matches.of(id);
        return parts.weight(Part.WALK, WALK_WEIGHT + TRUSTED_WALK_WEIGHT * trust) * Math.log(mass + EPSILON)
                + parts.weight(Part.NAME_WALK, NAME_WALK_WEIGHT * trust) * Math.log(named + EPSILON)
                + parts.weight(Part.SIMILARITY, SIMILARITY_WEIGHT + TRUSTED_SIMILARITY_WEIGHT * trust)
                        * similarities[place]
                + parts.weight(Part.RESIDUAL, RESIDUAL_WEIGHT) * residuals[place]
                + parts.weight(Part.BRIDGE, BRIDGE_WEIGHT) * bridged
                + parts.weight(Part.WORDS, 1) * byWords;
    }
}
