package dev.tern.eval;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SortedSet;
import java.util.TreeMap;

/**
 * Which questions are alike: by their type, by how many documents they need, and by how deep the last of these lies for plain
 * search, which is what a graph is for. What all questions of a set share tells nothing and is left out.
 */
final class Strata {
    /** The kind of question, as the set has it. */
    static final String TYPE = "type of question";

    /** How many documents a question needs. */
    static final String GOLD = "number of gold documents";

    /** How far plain search has to be read. */
    static final String DEPTH = "place of the last gold document in naive";

    private final SortedSet<Integer> cutoffs;
    private final Map<String, QuestionResult> naive = new LinkedHashMap<>();

    /**
     * The strata of one set.
     *
     * @param plain what {@code naive} found; empty if it was not asked
     * @param cutoffs the depths that are told apart
     */
    Strata(List<QuestionResult> plain, SortedSet<Integer> cutoffs) {
        this.cutoffs = cutoffs;
        plain.forEach(question -> naive.put(question.id(), question));
    }

    /** The questions of one method, by what tells them apart, then by stratum in its order. */
    Map<String, Map<String, List<QuestionResult>>> of(List<QuestionResult> questions) {
        Map<String, Map<Stratum, List<QuestionResult>>> found = new LinkedHashMap<>();
        for (QuestionResult question : questions) {
            if (!question.type().isEmpty()) {
                add(found, TYPE, new Stratum(0, question.type()), question);
            }
            int gold = question.gold().size();
            add(found, GOLD, new Stratum(gold, String.valueOf(gold)), question);
            QuestionResult plain = naive.get(question.id());
            if (plain != null) {
                add(found, DEPTH, depth(plain), question);
            }
        }
        Map<String, Map<String, List<QuestionResult>>> strata = new LinkedHashMap<>();
        found.forEach((by, some) -> {
            if (some.size() > 1) {
                Map<String, List<QuestionResult>> named = new LinkedHashMap<>();
                some.forEach((stratum, its) -> named.put(stratum.name(), List.copyOf(its)));
                strata.put(by, named);
            }
        });
        return strata;
    }

    private static void add(
            Map<String, Map<Stratum, List<QuestionResult>>> found,
            String by,
            Stratum stratum,
            QuestionResult question) {
        found.computeIfAbsent(by, absent -> new TreeMap<>())
                .computeIfAbsent(stratum, absent -> new ArrayList<>())
                .add(question);
    }

    private Stratum depth(QuestionResult plain) {
        int before = 0;
        for (int cutoff : cutoffs) {
            if (plain.foundAll(cutoff)) {
                return new Stratum(
                        cutoff, before + 1 == cutoff ? String.valueOf(cutoff) : before + 1 + " to " + cutoff);
            }
            before = cutoff;
        }
        return new Stratum(Integer.MAX_VALUE, "beyond " + before);
    }

    /** A stratum in its order. */
    private record Stratum(int order, String name) implements Comparable<Stratum> {
        @Override
        public int compareTo(Stratum other) {
            return Comparator.comparingInt(Stratum::order)
                    .thenComparing(Stratum::name)
                    .compare(this, other);
        }
    }
}
