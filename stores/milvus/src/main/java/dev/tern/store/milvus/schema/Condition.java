package dev.tern.store.milvus.schema;

import java.util.Collection;
import java.util.List;
import java.util.StringJoiner;
import java.util.function.BinaryOperator;

/**
 * A condition on the rows of a collection, built from the fields of {@link CollectionKind} and
 * typed values. No other class writes Milvus expressions. Text is quoted with escapes that all
 * servers parse alike. Templates ({@code in {ids}} with separate values) are not used, because
 * servers before 2.5 and Milvus Lite do not support them.
 */
public final class Condition {
    /** Matches all rows of a collection. */
    public static final Condition ALL = new Condition("");

    /** Matches no row: none has an empty id. */
    public static final Condition NOTHING = in(Fields.ID, List.of(""));

    private final String expression;

    private Condition(String expression) {
        this.expression = expression;
    }

    /** Matches rows whose field has one of the values. */
    public static Condition in(String field, Collection<String> values) {
        return new Condition(field + " in " + list(values));
    }

    /** Matches the rows of relations that mention one of the entities. */
    public static Condition touching(Collection<String> entityIds) {
        return in(Fields.FIRST_ENTITY, entityIds).or(in(Fields.SECOND_ENTITY, entityIds));
    }

    /** Matches rows whose field has none of the values. */
    public static Condition notIn(String field, Collection<String> values) {
        return new Condition(field + " not in " + list(values));
    }

    /** Matches rows whose field is greater than the value, in order of strings. */
    public static Condition after(String field, String value) {
        return new Condition(field + " > " + quoted(value));
    }

    /** Matches rows whose field has the number. */
    public static Condition is(String field, long value) {
        return new Condition(field + " == " + value);
    }

    public Condition and(Condition other) {
        if (expression.isEmpty()) {
            return other;
        }
        return other.expression.isEmpty() ? this : new Condition("(" + expression + ") and (" + other.expression + ")");
    }

    public Condition or(Condition other) {
        return expression.isEmpty() || other.expression.isEmpty()
                ? ALL
                : new Condition("(" + expression + ") or (" + other.expression + ")");
    }

    /** Matches if all conditions do; every row if there are none. */
    public static Condition all(List<Condition> conditions) {
        return conditions.isEmpty() ? ALL : joined(conditions, Condition::and);
    }

    /** Matches if one of the conditions does; no row if there are none. */
    public static Condition any(List<Condition> conditions) {
        return conditions.isEmpty() ? NOTHING : joined(conditions, Condition::or);
    }

    /** Joins conditions as a balanced tree, since servers parse brackets recursively. */
    private static Condition joined(List<Condition> conditions, BinaryOperator<Condition> join) {
        int half = conditions.size() / 2;
        return half == 0
                ? conditions.getFirst()
                : join.apply(
                        joined(conditions.subList(0, half), join),
                        joined(conditions.subList(half, conditions.size()), join));
    }

    /** Matches rows that have a key in a JSON field. */
    public static Condition exists(String field, String key) {
        return new Condition("exists " + at(field, key));
    }

    /**
     * Matches rows by comparing the value of a key in a JSON field with {@code value}; the sign is
     * an operator such as {@code <=}.
     */
    public static Condition compare(String field, String key, String sign, String value) {
        return new Condition(at(field, key) + " " + sign + " " + quoted(value));
    }

    /** Matches rows whose value of a key in a JSON field is in a list. */
    public static Condition in(String field, String key, Collection<String> values) {
        return new Condition(at(field, key) + " in " + list(values));
    }

    private static String at(String field, String key) {
        return field + "[" + quoted(key) + "]";
    }

    /** Returns the negation of this condition; it matches no row for {@link #ALL}. */
    public Condition not() {
        return expression.isEmpty() ? NOTHING : new Condition("not (" + expression + ")");
    }

    private static String list(Collection<String> values) {
        StringJoiner list = new StringJoiner(",", "[", "]");
        values.forEach(value -> list.add(quoted(value)));
        return list.toString();
    }

    private static String quoted(String value) {
        StringBuilder quoted = new StringBuilder(value.length() + 2).append('"');
        for (int i = 0; i < value.length(); i++) {
            char c = value.charAt(i);
            switch (c) {
                case '"' -> quoted.append("\\\"");
                case '\\' -> quoted.append("\\\\");
                case '\n' -> quoted.append("\\n");
                case '\r' -> quoted.append("\\r");
                case '\t' -> quoted.append("\\t");
                default -> quoted.append(c);
            }
        }
        return quoted.append('"').toString();
    }

    /** Returns the expression in Milvus's syntax; empty if all rows match. */
    @Override
    public String toString() {
        return expression;
    }
}
