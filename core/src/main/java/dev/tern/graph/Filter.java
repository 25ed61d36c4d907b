package dev.tern.graph;

import dev.tern.error.TernException;
import dev.tern.graph.MetadataValue.OfString;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.List;
import java.util.OptionalInt;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * A condition on metadata: which passages may be seen. Immutable.
 *
 * <pre>{@code
 * Filter.equal("lang", "de").and(Filter.atLeast("year", 1990))
 * }</pre>
 *
 * <p><b>What holds.</b> A condition on a name that is missing does not hold, nor does one that compares values of two
 * {@linkplain MetadataValue kinds}; {@code not} holds exactly where the condition does not. So "the language is not German"
 * holds where no language is given, and {@code year > 1990} does not hold for the string "1995".
 *
 * <p><b>Limits.</b> {@value #MAX_NAME} characters of a name, {@value MetadataValue#COMPARED_LENGTH} of a string to compare
 * with, {@value #MAX_CONDITIONS} conditions and values in all, {@value #MAX_DEPTH} levels. What passes one is an
 * {@link IllegalArgumentException} that names it.
 */
public sealed interface Filter {
    /** The most characters of a name that is asked about. */
    int MAX_NAME = FilterLimits.NAME;

    /** The most conditions within a filter: each value of {@code in}, and each {@code and}, {@code or} and {@code not} is one. */
    int MAX_CONDITIONS = FilterLimits.CONDITIONS;

    /** The most levels of a filter. */
    int MAX_DEPTH = FilterLimits.DEPTH;

    /** Whether it holds for the metadata of a passage. */
    boolean holds(Metadata metadata);

    /** The names that it asks about. */
    default Set<String> names() {
        Set<String> names = new TreeSet<>();
        addNames(this, names);
        return names;
    }

    private static void addNames(Filter filter, Set<String> names) {
        switch (filter) {
            case Comparison comparison -> names.add(comparison.name());
            case In in -> names.add(in.name());
            case Contains contains -> names.add(contains.name());
            case Exists exists -> names.add(exists.name());
            case And and -> and.conditions().forEach(condition -> addNames(condition, names));
            case Or or -> or.conditions().forEach(condition -> addNames(condition, names));
            case Not not -> addNames(not.condition(), names);
        }
    }

    private static List<Filter> conditions(Filter filter) {
        return switch (filter) {
            case And and -> and.conditions();
            case Or or -> or.conditions();
            case Not not -> List.of(not.condition());
            default -> List.of();
        };
    }

    /** The conditions that a store evaluates. An {@code and} of nothing counts as one, for it holds for every row. */
    private static int size(Filter filter) {
        return filter instanceof In in
                ? Math.max(1, in.values().size())
                : 1 + conditions(filter).stream().mapToInt(Filter::size).sum();
    }

    private static int depth(Filter filter) {
        return 1 + conditions(filter).stream().mapToInt(Filter::depth).max().orElse(0);
    }

    private static void requireLimits(List<Filter> conditions) {
        FilterLimits.requireConditions(
                conditions.stream().mapToInt(Filter::size).sum());
        FilterLimits.requireDepth(
                1 + conditions.stream().mapToInt(Filter::depth).max().orElse(0));
    }

    /** How a value is compared. */
    enum Comparator {
        /** The value is the same. */
        EQUAL("="),
        /** The value is less. */
        LESS("<"),
        /** Less or the same. */
        AT_MOST("<="),
        /** The value is greater. */
        GREATER(">"),
        /** Greater or the same. */
        AT_LEAST(">=");

        private final String sign;

        Comparator(String sign) {
            this.sign = sign;
        }

        private boolean holds(int order) {
            return switch (this) {
                case EQUAL -> order == 0;
                case LESS -> order < 0;
                case AT_MOST -> order <= 0;
                case GREATER -> order > 0;
                case AT_LEAST -> order >= 0;
            };
        }
    }

    /** The value of a name compares so to another. */
    record Comparison(String name, Comparator comparator, MetadataValue value) implements Filter {
        /** Checks that the parts are within the limits of filters. */
        public Comparison {
            FilterLimits.requireName(name);
            FilterLimits.requireValue(name, value);
        }

        @Override
        public boolean holds(Metadata metadata) {
            OptionalInt order =
                    metadata.value(name).map(its -> its.compare(value)).orElse(OptionalInt.empty());
            return order.isPresent() && comparator.holds(order.getAsInt());
        }

        @Override
        public String toString() {
            return quoted(name) + " " + comparator.sign + " " + shown(value);
        }
    }

    /** The value of a name is equal to one of some; of none if there are none. */
    record In(String name, List<MetadataValue> values) implements Filter {
        /** Copies and checks the limits. */
        public In {
            FilterLimits.requireName(name);
            values = List.copyOf(values);
            for (MetadataValue value : values) {
                FilterLimits.requireValue(name, value);
            }
            FilterLimits.requireConditions(values.size());
        }

        @Override
        public boolean holds(Metadata metadata) {
            return metadata.value(name).stream()
                    .anyMatch(its ->
                            values.stream().anyMatch(value -> its.compare(value).equals(OptionalInt.of(0))));
        }

        @Override
        public String toString() {
            return quoted(name) + values.stream().map(Filter::shown).collect(Collectors.joining(", ", " in (", ")"));
        }
    }

    /** The value of a name is a string that has another in it, as far as it is compared; upper and lower case count. */
    record Contains(String name, String text) implements Filter {
        /** Checks that the parts are within the limits of filters. */
        public Contains {
            FilterLimits.requireName(name);
            FilterLimits.requireValue(name, MetadataValue.of(text));
        }

        @Override
        public boolean holds(Metadata metadata) {
            return metadata.value(name).stream()
                    .anyMatch(its ->
                            its instanceof OfString string && string.compared().contains(text));
        }

        @Override
        public String toString() {
            return quoted(name) + " contains " + quoted(text);
        }
    }

    /** There is a value of a name, of whatever type. */
    record Exists(String name) implements Filter {
        /** Checks that the parts are within the limits of filters. */
        public Exists {
            FilterLimits.requireName(name);
        }

        @Override
        public boolean holds(Metadata metadata) {
            return metadata.value(name).isPresent();
        }

        @Override
        public String toString() {
            return quoted(name) + " exists";
        }
    }

    /** Holds where all of its conditions hold. */
    record And(List<Filter> conditions) implements Filter {
        /** Copies and checks the limits. */
        public And {
            conditions = List.copyOf(conditions);
            requireLimits(conditions);
        }

        @Override
        public boolean holds(Metadata metadata) {
            return conditions.stream().allMatch(condition -> condition.holds(metadata));
        }

        @Override
        public String toString() {
            return conditions.isEmpty() ? "everything" : joined(conditions, " and ");
        }
    }

    /** One of the conditions holds at least; never if there are none. */
    record Or(List<Filter> conditions) implements Filter {
        /** Copies and checks the limits. */
        public Or {
            conditions = List.copyOf(conditions);
            requireLimits(conditions);
        }

        @Override
        public boolean holds(Metadata metadata) {
            return conditions.stream().anyMatch(condition -> condition.holds(metadata));
        }

        @Override
        public String toString() {
            return conditions.isEmpty() ? "nothing" : joined(conditions, " or ");
        }
    }

    /** The condition does not hold. */
    record Not(Filter condition) implements Filter {
        /** Checks that the parts are within the limits of filters. */
        public Not {
            requireLimits(List.of(condition));
        }

        @Override
        public boolean holds(Metadata metadata) {
            return !condition.holds(metadata);
        }

        @Override
        public String toString() {
            return "not (" + condition + ")";
        }
    }

    /**
     * A filter as people write it: {@code year >= 1990 and lang in ("de", "en") and not draft exists}. What {@code toString}
     * says is read too.
     *
     * @throws dev.tern.error.TernException the user's fault, naming what was expected and where
     */
    static Filter parse(String text) {
        return FilterParser.parse(text);
    }

    /** A filter that every document passes. */
    static Filter everything() {
        return new And(List.of());
    }

    /** Whether it is {@link #everything}. */
    default boolean isEverything() {
        return this instanceof And(List<Filter> conditions) && conditions.isEmpty();
    }

    /** The value of a name is equal to a value, taken as {@link MetadataValue#ofObject} does. */
    static Filter equal(String name, Object value) {
        return new Comparison(name, Comparator.EQUAL, MetadataValue.ofObject(value));
    }

    /** It is missing, or not equal. */
    static Filter notEqual(String name, Object value) {
        return new Not(equal(name, value));
    }

    /** Holds where the value of a name is greater. */
    static Filter greater(String name, Object value) {
        return new Comparison(name, Comparator.GREATER, MetadataValue.ofObject(value));
    }

    /** It is greater or equal. */
    static Filter atLeast(String name, Object value) {
        return new Comparison(name, Comparator.AT_LEAST, MetadataValue.ofObject(value));
    }

    /** Holds where the value of a name is less. */
    static Filter less(String name, Object value) {
        return new Comparison(name, Comparator.LESS, MetadataValue.ofObject(value));
    }

    /** It is less or equal. */
    static Filter atMost(String name, Object value) {
        return new Comparison(name, Comparator.AT_MOST, MetadataValue.ofObject(value));
    }

    /** It is equal to one of the values. */
    static Filter in(String name, Collection<?> values) {
        return new In(name, values.stream().map(MetadataValue::ofObject).toList());
    }

    /** It is missing, or equal to none of the values. */
    static Filter notIn(String name, Collection<?> values) {
        return new Not(in(name, values));
    }

    /** It is a string that has a text in it. */
    static Filter contains(String name, String text) {
        return new Contains(name, text);
    }

    /** Holds where a name has a value. */
    static Filter exists(String name) {
        return new Exists(name);
    }

    /** All of them hold; everywhere if there are none. */
    static Filter and(Filter... conditions) {
        return new And(flat(And.class, Arrays.stream(conditions)));
    }

    /** One of them holds. */
    static Filter or(Filter... conditions) {
        return new Or(flat(Or.class, Arrays.stream(conditions)));
    }

    /** It does not hold. */
    static Filter not(Filter condition) {
        return new Not(condition);
    }

    /** This and another hold. */
    default Filter and(Filter other) {
        return isEverything() ? other : other.isEverything() ? this : and(new Filter[] {this, other});
    }

    /**
     * This filter of a question, narrowed by the scope that the question is asked in.
     *
     * @throws TernException the user's fault, if together they are larger than a filter may be
     */
    default Filter within(Filter scope) {
        try {
            return scope.and(this);
        } catch (IllegalArgumentException e) {
            throw TernException.user("together with the scope that it is asked in, " + e.getMessage(), e);
        }
    }

    /** This or another holds. */
    default Filter or(Filter other) {
        return or(new Filter[] {this, other});
    }

    /** Conditions of the same form within are taken out of their own, so that chains stay flat. */
    private static List<Filter> flat(Class<? extends Filter> form, Stream<Filter> conditions) {
        List<Filter> flat = new ArrayList<>();
        conditions.forEach(condition -> {
            switch (condition) {
                case And(List<Filter> within) when form == And.class -> flat.addAll(within);
                case Or(List<Filter> within) when form == Or.class -> flat.addAll(within);
                default -> flat.add(condition);
            }
        });
        return flat;
    }

    private static String joined(List<Filter> conditions, String word) {
        return conditions.stream().map(condition -> "(" + condition + ")").collect(Collectors.joining(word));
    }

    private static String quoted(String text) {
        return "\"" + text.replace("\\", "\\\\").replace("\"", "\\\"") + "\"";
    }

    private static String shown(MetadataValue value) {
        return value instanceof OfString(String text) ? quoted(text) : value.toString();
    }
}
