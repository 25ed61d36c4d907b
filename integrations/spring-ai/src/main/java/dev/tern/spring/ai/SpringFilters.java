package dev.tern.spring.ai;

import dev.tern.error.TernException;
import dev.tern.graph.ForeignFilter;
import dev.tern.graph.MetadataFilter;
import dev.tern.graph.MetadataFilter.Comparator;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Deque;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.springframework.ai.rag.Query;
import org.springframework.ai.rag.retrieval.search.VectorStoreDocumentRetriever;
import org.springframework.ai.vectorstore.filter.Filter;
import org.springframework.ai.vectorstore.filter.Filter.Expression;
import org.springframework.ai.vectorstore.filter.Filter.ExpressionType;
import org.springframework.ai.vectorstore.filter.Filter.Operand;
import org.springframework.ai.vectorstore.filter.FilterExpressionTextParser;

/** Translates Spring AI's filter expressions. */
final class SpringFilters {
    private static final String CONTEXT_KEY = VectorStoreDocumentRetriever.FILTER_EXPRESSION;

    private SpringFilters() {}

    /**
     * Translates an expression; null matches everything.
     *
     * @throws TernException the user's fault, if it is meaningless or exceeds a limit
     */
    static MetadataFilter of(@Nullable Expression expression) {
        if (expression == null) {
            return MetadataFilter.everything();
        }
        try {
            return translated(expression, 1);
        } catch (IllegalArgumentException e) {
            throw TernException.user("the filter cannot be used: " + e.getMessage(), e);
        }
    }

    /**
     * Translates the filter in a query's context, under the key of Spring AI's vector stores.
     *
     * @throws TernException as {@link #of(Expression)}, and if a text is no expression
     */
    static MetadataFilter ofContext(Query query) {
        Object asked = query.context().get(CONTEXT_KEY);
        if (asked == null || (asked instanceof String blank && blank.isBlank())) {
            return MetadataFilter.everything();
        }
        if (asked instanceof Expression expression) {
            return of(expression);
        }
        if (asked instanceof String text) {
            return of(parsed(text));
        }
        throw TernException.user("\"" + CONTEXT_KEY + "\" in the context of a query is of type "
                + asked.getClass().getName() + "; it must be a filter expression or its text");
    }

    private static Expression parsed(String text) {
        try {
            return new FilterExpressionTextParser().parse(text);
        } catch (RuntimeException e) {
            // The parser's message may be about a text in another thread's parser.
            throw TernException.user(
                    "\"" + CONTEXT_KEY + "\" in the context of a query is not a filter expression: " + text, e);
        }
    }

    private static MetadataFilter translated(Operand operand, int level) {
        if (level > MetadataFilter.MAX_DEPTH) {
            throw new IllegalArgumentException("a filter has more than " + dev.tern.graph.MetadataFilter.MAX_DEPTH
                    + " levels, which is the limit");
        }
        if (!(ungrouped(operand) instanceof Expression condition)) {
            throw new IllegalArgumentException("an expression has " + operand + " instead of a condition");
        }
        return switch (condition.type()) {
            case AND -> MetadataFilter.and(operands(condition, level));
            case OR -> MetadataFilter.or(operands(condition, level));
            case NOT -> MetadataFilter.not(translated(condition.left(), level + 1));
            case EQ -> compare(condition, Comparator.EQUAL);
            case NE -> MetadataFilter.not(compare(condition, Comparator.EQUAL));
            case GT -> compare(condition, Comparator.GREATER);
            case GTE -> compare(condition, Comparator.AT_LEAST);
            case LT -> compare(condition, Comparator.LESS);
            case LTE -> compare(condition, Comparator.AT_MOST);
            case IN -> ForeignFilter.in(key(condition), values(condition));
            case NIN -> MetadataFilter.not(ForeignFilter.in(key(condition), values(condition)));
            case ISNULL -> MetadataFilter.not(MetadataFilter.exists(key(condition)));
            case ISNOTNULL -> MetadataFilter.exists(key(condition));
        };
    }

    private static @Nullable Operand ungrouped(@Nullable Operand operand) {
        Operand within = operand;
        while (within instanceof Filter.Group(Expression content)) {
            within = content;
        }
        return within;
    }

    /**
     * Returns the operands of nested {@code AND} expressions, or of nested {@code OR} expressions,
     * in order, so that a long chain becomes one level.
     */
    private static MetadataFilter[] operands(Expression chain, int level) {
        ExpressionType form = chain.type();
        List<MetadataFilter> operands = new ArrayList<>();
        Deque<Operand> rest = new ArrayDeque<>(List.of(chain));
        while (!rest.isEmpty()) {
            Operand next = rest.pop();
            if (ungrouped(next) instanceof Expression link && link.type() == form) {
                rest.push(right(link));
                rest.push(link.left());
            } else {
                operands.add(translated(next, level + 1));
            }
        }
        return operands.toArray(MetadataFilter[]::new);
    }

    private static MetadataFilter compare(Expression condition, Comparator comparator) {
        return ForeignFilter.compare(key(condition), comparator, value(condition));
    }

    /** Returns the key of a condition, without quotation marks around it. */
    private static String key(Expression condition) {
        if (!(condition.left() instanceof Filter.Key(String key))) {
            throw new IllegalArgumentException(
                    condition.type() + " is applied to " + condition.left() + "; it applies to a key");
        }
        return isWithin("\"", key) || isWithin("'", key) ? key.substring(1, key.length() - 1) : key;
    }

    private static boolean isWithin(String marks, String key) {
        return key.length() >= 2 && key.startsWith(marks) && key.endsWith(marks);
    }

    private static Object value(Expression condition) {
        if (right(condition) instanceof Filter.Value(Object value)) {
            return value;
        }
        throw new IllegalArgumentException(
                condition.type() + " compares with " + condition.right() + "; it must be a value");
    }

    private static Collection<?> values(Expression condition) {
        return value(condition) instanceof Collection<?> some ? some : List.of(value(condition));
    }

    private static Operand right(Expression condition) {
        if (condition.right() == null) {
            throw new IllegalArgumentException(condition.type() + " has nothing on its right side");
        }
        return condition.right();
    }
}
