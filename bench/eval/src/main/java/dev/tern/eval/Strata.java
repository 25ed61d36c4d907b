package dev.tern.eval;

import dev.tern.eval.questions.GoldQuestion;
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
 * Groups questions by type, number of gold documents, hops, frequency of names, and the rank of the
 * last gold document in {@code naive}, which a graph should improve. A property that is the same
 * for all questions of a set is left out.
 */
final class Strata {
    /** The kind of question, in the set's words. */
    static final String TYPE = "type of question";

    static final String GOLD = "number of gold documents";

    static final String HOPS = "hops";

    /** The frequency of the question's rarest known name. */
    static final String NAMES = "passages of the question's rarest name";

    /** The rank in {@code naive} to which results must be read to find all gold documents. */
    static final String DEPTH = "place of the last gold document in naive";

    /** The upper bounds, in passages, of the strata by name frequency. */
    private static final List<Integer> FREQUENCIES = List.of(3, 20);

    private static final Pattern NUMBER = Pattern.compile("\\d{1,9}");

    private final SortedSet<Integer> cutoffs;
    private final Map<String, String> hops = new LinkedHashMap<>();
    private final NameFrequencies names;
    private final Map<String, QuestionResult> naive = new LinkedHashMap<>();

    /**
     * Creates the strata of one set.
     *
     * @param queries the questions of the set
     * @param plain the results of {@code naive}; empty if it was not run
     * @param cutoffs the ranks that divide the strata by depth
     */
    Strata(
            Collection<GoldQuestion> queries,
            NameFrequencies names,
            List<QuestionResult> plain,
            SortedSet<Integer> cutoffs) {
        this.cutoffs = cutoffs;
        this.names = names;
        queries.forEach(query -> hops.put(query.id(), query.hops()));
        plain.forEach(question -> naive.put(question.id(), question));
    }

    /** Returns the questions of one method, by property and then by stratum, in order. */
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

    /** Returns the stratum of a text, ordered by the number at its start; last without a number. */
    private static Stratum hops(String hops) {
        Matcher number = NUMBER.matcher(hops);
        return new Stratum(number.lookingAt() ? Integer.parseInt(number.group()) : Integer.MAX_VALUE, hops);
    }

    private static Stratum frequency(int passages) {
        if (passages == 0) {
            return new Stratum(0, "no known name");
        }
        return firstRange(FREQUENCIES, limit -> passages <= limit);
    }

    private Stratum depth(QuestionResult plain) {
        return firstRange(cutoffs, plain::foundAll);
    }

    /** Returns the stratum that ends at the first matching limit, or else the one beyond all. */
    private static Stratum firstRange(Collection<Integer> limits, IntPredicate isIn) {
        int before = 0;
        for (int limit : limits) {
            if (isIn.test(limit)) {
                return new Stratum(limit, before + 1 == limit ? String.valueOf(limit) : before + 1 + " to " + limit);
            }
            before = limit;
        }
        return new Stratum(Integer.MAX_VALUE, "beyond " + before);
    }

    private record Stratum(int order, String name) implements Comparable<Stratum> {
        @Override
        public int compareTo(Stratum other) {
            return Comparator.comparingInt(Stratum::order)
                    .thenComparing(Stratum::name)
                    .compare(this, other);
        }
    }
}
