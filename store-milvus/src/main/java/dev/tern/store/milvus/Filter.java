package dev.tern.store.milvus;

import java.util.Collection;
import java.util.StringJoiner;

/**
 * A condition on the rows of a collection, made from fields of ours and typed values: the one place where Milvus's
 * expressions are written. Text is quoted with the escapes that all servers read alike; everything else in it stands for
 * itself. Templates ({@code in {ids}} with the values beside) are left alone: servers before 2.5, and Milvus Lite, have
 * none.
 */
final class Filter {
    /** Every row. */
    static final Filter ALL = new Filter("");

    private final String expression;

    private Filter(String expression) {
        this.expression = expression;
    }

    /** Rows whose field has one of the values. */
    static Filter in(String field, Collection<String> values) {
        return new Filter(field + " in " + list(values));
    }

    /** Rows whose field has none of the values. */
    static Filter notIn(String field, Collection<String> values) {
        return new Filter(field + " not in " + list(values));
    }

    /** Rows whose field comes after the value. */
    static Filter after(String field, String value) {
        return new Filter(field + " > " + quoted(value));
    }

    /** Rows whose field has the number. */
    static Filter is(String field, long value) {
        return new Filter(field + " == " + value);
    }

    Filter and(Filter other) {
        if (expression.isEmpty()) {
            return other;
        }
        return other.expression.isEmpty() ? this : new Filter("(" + expression + ") and (" + other.expression + ")");
    }

    Filter or(Filter other) {
        return new Filter("(" + expression + ") or (" + other.expression + ")");
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

    /** The expression as Milvus reads it; empty for every row. */
    @Override
    public String toString() {
        return expression;
    }
}
