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
 * A condition on metadata that selects passages. Immutable.
 *
 * <pre>{@code
 * MetadataFilter.equal("lang", "de").and(MetadataFilter.atLeast("year", 1990))
 * }</pre>
 *
 * <p><b>Meaning.</b> A condition on a missing name does not hold, and neither does a comparison of
 * values of different {@linkplain MetadataValue kinds}; {@code not} holds exactly if its condition
 * does not. So "the language is not German" holds if no language is given, and {@code year > 1990}
 * does not hold for the string "1995".
 *
 * <p><b>Limits.</b> A name has at most {@value #MAX_NAME} characters, and a string to compare with
 * {@value MetadataValue#COMPARED_LENGTH}. A filter has at most {@value #MAX_CONDITIONS} conditions
 * and values, and {@value #MAX_DEPTH} levels. Creating a larger filter throws an {@link
 * IllegalArgumentException} that names the limit.
 */
public sealed interface MetadataFilter {
    /** The maximum number of characters of a name. */
    int MAX_NAME = FilterLimits.NAME;

    /**
     * The maximum number of conditions within the outermost {@code and}, {@code or} or {@code not},
     * counting each inner {@code and}, {@code or} and {@code not}, and each value of {@code in}.
     */
    int MAX_CONDITIONS = FilterLimits.CONDITIONS;

    /** The maximum number of levels of a filter. */
    int MAX_DEPTH = FilterLimits.DEPTH;

    /** Returns true if the condition holds for the metadata of a passage. */
    boolean holds(SourceMetadata metadata);

    /** Returns the metadata names in the conditions, sorted. */
    default Set<String> names() {
        Set<String> names = new TreeSet<>();
        addNames(this, names);
        return names;
    }

    private static void addNames(MetadataFilter filter, Set<String> names) {
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

    private static List<MetadataFilter> conditions(MetadataFilter filter) {
        return switch (filter) {
            case And and -> and.conditions();
            case Or or -> or.conditions();
            case Not not -> List.of(not.condition());
            default -> List.of();
        };
    }

    /** Returns the number of conditions for {@link #MAX_CONDITIONS}; an empty {@code in} is one. */
    private static int size(MetadataFilter filter) {
        return filter instanceof In in
                ? Math.max(1, in.values().size())
                : 1 + conditions(filter).stream().mapToInt(MetadataFilter::size).sum();
    }

    private static int depth(MetadataFilter filter) {
        return 1
                + conditions(filter).stream()
                        .mapToInt(MetadataFilter::depth)
                        .max()
                        .orElse(0);
    }

    private static void requireLimits(List<MetadataFilter> conditions) {
        FilterLimits.requireConditions(
                conditions.stream().mapToInt(MetadataFilter::size).sum());
        FilterLimits.requireDepth(
                1 + conditions.stream().mapToInt(MetadataFilter::depth).max().orElse(0));
    }

    /** Comparison operators for values. */
    enum Comparator {
        /** Holds for a value equal to the constant. */
        EQUAL("="),
        /** Holds for a value less than the constant. */
        LESS("<"),
        /** Holds for a value less than or equal to the constant. */
        AT_MOST("<="),
        /** Holds for a value greater than the constant. */
        GREATER(">"),
        /** Holds for a value greater than or equal to the constant. */
        AT_LEAST(">=");

        private final String sign;

        Comparator(String sign) {
            this.sign = sign;
        }

        private boolean accepts(int order) {
            return switch (this) {
                case EQUAL -> order == 0;
                case LESS -> order < 0;
                case AT_MOST -> order <= 0;
                case GREATER -> order > 0;
                case AT_LEAST -> order >= 0;
            };
        }
    }

    /** Compares the value of a metadata name with a constant. */
    record Comparison(String name, Comparator comparator, MetadataValue value) implements MetadataFilter {
        public Comparison {
            FilterLimits.requireName(name);
            FilterLimits.requireValue(name, value);
        }

        @Override
        public boolean holds(SourceMetadata metadata) {
            OptionalInt order =
                    metadata.value(name).map(its -> its.compare(value)).orElse(OptionalInt.empty());
            return order.isPresent() && comparator.accepts(order.getAsInt());
        }

        @Override
        public String toString() {
            return quoted(name) + " " + comparator.sign + " " + displayText(value);
        }
    }

    /** Holds if the value of a name equals one of several; never if the list is empty. */
    record In(String name, List<MetadataValue> values) implements MetadataFilter {
        public In {
            FilterLimits.requireName(name);
            values = List.copyOf(values);
            for (MetadataValue value : values) {
                FilterLimits.requireValue(name, value);
            }
            FilterLimits.requireConditions(values.size());
        }

        @Override
        public boolean holds(SourceMetadata metadata) {
            return metadata.value(name).stream()
                    .anyMatch(its ->
                            values.stream().anyMatch(value -> its.compare(value).equals(OptionalInt.of(0))));
        }

        @Override
        public String toString() {
            return quoted(name)
                    + values.stream().map(MetadataFilter::displayText).collect(Collectors.joining(", ", " in (", ")"));
        }
    }

    /** Holds if the {@linkplain OfString#compared compared part} of a string contains a text. */
    record Contains(String name, String text) implements MetadataFilter {
        public Contains {
            FilterLimits.requireName(name);
            FilterLimits.requireValue(name, MetadataValue.of(text));
        }

        @Override
        public boolean holds(SourceMetadata metadata) {
            return metadata.value(name).stream()
                    .anyMatch(its ->
                            its instanceof OfString string && string.compared().contains(text));
        }

        @Override
        public String toString() {
            return quoted(name) + " contains " + quoted(text);
        }
    }

    /** Holds if the metadata has a value under this name, of any type. */
    record Exists(String name) implements MetadataFilter {
        public Exists {
            FilterLimits.requireName(name);
        }

        @Override
        public boolean holds(SourceMetadata metadata) {
            return metadata.value(name).isPresent();
        }

        @Override
        public String toString() {
            return quoted(name) + " exists";
        }
    }

    /** Holds if all of its conditions hold, or if it has none. */
    record And(List<MetadataFilter> conditions) implements MetadataFilter {
        public And {
            conditions = List.copyOf(conditions);
            requireLimits(conditions);
        }

        @Override
        public boolean holds(SourceMetadata metadata) {
            return conditions.stream().allMatch(condition -> condition.holds(metadata));
        }

        @Override
        public String toString() {
            return conditions.isEmpty() ? "everything" : joined(conditions, " and ");
        }
    }

    /** Holds if at least one of its conditions holds. */
    record Or(List<MetadataFilter> conditions) implements MetadataFilter {
        public Or {
            conditions = List.copyOf(conditions);
            requireLimits(conditions);
        }

        @Override
        public boolean holds(SourceMetadata metadata) {
            return conditions.stream().anyMatch(condition -> condition.holds(metadata));
        }

        @Override
        public String toString() {
            return conditions.isEmpty() ? "nothing" : joined(conditions, " or ");
        }
    }

    /** Holds if its condition does not hold. */
    record Not(MetadataFilter condition) implements MetadataFilter {
        public Not {
            requireLimits(List.of(condition));
        }

        @Override
        public boolean holds(SourceMetadata metadata) {
            return !condition.holds(metadata);
        }

        @Override
        public String toString() {
            return "not (" + condition + ")";
        }
    }

    /**
     * Parses a filter, such as {@code year >= 1990 and lang in ("de", "en")}.
     *
     * @throws dev.tern.error.TernException the user's fault, if the text is not a filter or exceeds
     *     a limit; for a syntax error, the message has the unexpected token and its position
     */
    static MetadataFilter parse(String text) {
        return FilterParser.parse(text);
    }

    /** Returns a filter that every passage passes. */
    static MetadataFilter everything() {
        return new And(List.of());
    }

    /** Returns true if this is {@link #everything}. */
    default boolean isEverything() {
        return this instanceof And(List<MetadataFilter> conditions) && conditions.isEmpty();
    }

    /** Returns a test for equality with a value, converted by {@link MetadataValue#ofObject}. */
    static MetadataFilter equal(String name, Object value) {
        return new Comparison(name, Comparator.EQUAL, MetadataValue.ofObject(value));
    }

    /** Returns a test for a value that is missing, or not equal to the given one. */
    static MetadataFilter notEqual(String name, Object value) {
        return new Not(equal(name, value));
    }

    /** Returns a test for a value that is greater than the given one. */
    static MetadataFilter greater(String name, Object value) {
        return new Comparison(name, Comparator.GREATER, MetadataValue.ofObject(value));
    }

    /** Returns a test for a value that is greater than or equal to the given one. */
    static MetadataFilter atLeast(String name, Object value) {
        return new Comparison(name, Comparator.AT_LEAST, MetadataValue.ofObject(value));
    }

    /** Returns a test for a value that is less than the given one. */
    static MetadataFilter less(String name, Object value) {
        return new Comparison(name, Comparator.LESS, MetadataValue.ofObject(value));
    }

    /** Returns a test for a value that is less than or equal to the given one. */
    static MetadataFilter atMost(String name, Object value) {
        return new Comparison(name, Comparator.AT_MOST, MetadataValue.ofObject(value));
    }

    /** Returns a test for equality with one of the values. */
    static MetadataFilter in(String name, Collection<?> values) {
        return new In(name, values.stream().map(MetadataValue::ofObject).toList());
    }

    /** Returns a test for a value that is missing, or equal to none of the given ones. */
    static MetadataFilter notIn(String name, Collection<?> values) {
        return new Not(in(name, values));
    }

    /** Returns a test for a string whose {@linkplain OfString#compared start} contains a text. */
    static MetadataFilter contains(String name, String text) {
        return new Contains(name, text);
    }

    /** Returns a test for the existence of a value, which may be of any type. */
    static MetadataFilter exists(String name) {
        return new Exists(name);
    }

    /** Returns the conjunction of conditions; true if there are none. */
    static MetadataFilter and(MetadataFilter... conditions) {
        return new And(flat(And.class, Arrays.stream(conditions)));
    }

    /** Returns the disjunction of conditions; false if there are none. */
    static MetadataFilter or(MetadataFilter... conditions) {
        return new Or(flat(Or.class, Arrays.stream(conditions)));
    }

    /** Returns the negation of a condition. */
    static MetadataFilter not(MetadataFilter condition) {
        return new Not(condition);
    }

    /** Returns the conjunction of this and another filter. */
    default MetadataFilter and(MetadataFilter other) {
        return isEverything() ? other : other.isEverything() ? this : and(new MetadataFilter[] {this, other});
    }

    /**
     * Returns the conjunction of this, the filter of a question, and a scope.
     *
     * @throws TernException the user's fault, if the conjunction exceeds the limits of a filter
     */
    default MetadataFilter within(MetadataFilter scope) {
        try {
            return scope.and(this);
        } catch (IllegalArgumentException e) {
            throw TernException.user("combined with the scope of the question, " + e.getMessage(), e);
        }
    }

    /** Returns the disjunction of this and another filter. */
    default MetadataFilter or(MetadataFilter other) {
        return or(new MetadataFilter[] {this, other});
    }

    /** Returns conditions with nested ones of the same form flattened, so that chains stay flat. */
    private static List<MetadataFilter> flat(Class<? extends MetadataFilter> form, Stream<MetadataFilter> conditions) {
        List<MetadataFilter> flat = new ArrayList<>();
        conditions.forEach(condition -> {
            switch (condition) {
                case And(List<MetadataFilter> within) when form == And.class -> flat.addAll(within);
                case Or(List<MetadataFilter> within) when form == Or.class -> flat.addAll(within);
                default -> flat.add(condition);
            }
        });
        return flat;
    }

    private static String joined(List<MetadataFilter> conditions, String word) {
        return conditions.stream().map(condition -> "(" + condition + ")").collect(Collectors.joining(word));
    }

    private static String quoted(String text) {
        return "\"" + text.replace("\\", "\\\\").replace("\"", "\\\"") + "\"";
    }

    private static String displayText(MetadataValue value) {
        return value instanceof OfString(String text) ? quoted(text) : value.toString();
    }
}
