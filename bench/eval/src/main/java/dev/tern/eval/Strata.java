package dev.tern.eval;

import dev.tern.eval.questions.Query;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.function.IntPredicate;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Which questions are alike: by their type, by how many documents they need, by over how many passages they go, by how common
 * their names are, and by how deep the last document lies for plain search, which is what a graph is for. What all questions of a set share tells nothing and is left out.
 */
final class Strata {
    /** The kind of question, as the set has it. */
    static final String TYPE = "type of question";

    /** How many documents a question needs. */
    static final String GOLD = "number of gold documents";

    /** Over how many passages it goes, as the set has it. */
    static final String HOPS = "hops";

    /** How common the rarest name of the question is that the graph knows. */
    static final String NAMES = "passages of the question's rarest name";

    /** How far plain search has to be read. */
    static final String DEPTH = "place of the last gold document in naive";

    /** The upper bounds, in passages, of the strata by the frequency of names. */
    private static final List<Integer> FREQUENCIES = List.of(3, 20);

    private static final Pattern NUMBER = Pattern.compile("\\d{1,9}");

    private final SortedSet<Integer> cutoffs;
    private final Map<String, String> hops = new LinkedHashMap<>();
    private final NameFrequencies names;
    private final Map<String, QuestionResult> naive = new LinkedHashMap<>();

    /**
     * The strata of one set.
     *
     * @param queries the questions of the set
     * @param names how common the names of the questions are
     * @param plain what {@code naive} found; empty if it was not asked
     * @param cutoffs the depths that get strata of their own
     */
    Strata(Collection<Query> queries, NameFrequencies names, List<QuestionResult> plain, SortedSet<Integer> cutoffs) {
        this.cutoffs = cutoffs;
        this.names = names;
        queries.forEach(query -> hops.put(query.id(), query.hops()));
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
            String far = hops.getOrDefault(question.id(), "");
            if (!far.isEmpty()) {
                add(found, HOPS, hops(far), question);
            }
            names.rarest(question.question()).ifPresent(passages -> add(found, NAMES, frequency(passages), question));
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

    /** By its number, if it begins with one. */
    private static Stratum hops(String hops) {
        Matcher number = NUMBER.matcher(hops);
        return new Stratum(number.lookingAt() ? Integer.parseInt(number.group()) : Integer.MAX_VALUE, hops);
    }

    private static Stratum frequency(int passages) {
        if (passages == 0) {
            return new Stratum(0, "no known name");
        }
        return within(FREQUENCIES, limit -> passages <= limit);
    }

    private Stratum depth(QuestionResult plain) {
        return within(cutoffs, plain::foundAll);
    }

    /** The first range, each beginning behind the one before, that something is in. */
    private static Stratum within(Collection<Integer> limits, IntPredicate isIn) {
        int before = 0;
        for (int limit : limits) {
            if (isIn.test(limit)) {
                return new Stratum(limit, before + 1 == limit ? String.valueOf(limit) : before + 1 + " to " + limit);
            }
            before = limit;
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
