package dev.tern.langchain4j;

import dev.langchain4j.store.embedding.filter.Filter;
import dev.langchain4j.store.embedding.filter.comparison.ContainsString;
import dev.langchain4j.store.embedding.filter.comparison.IsEqualTo;
import dev.langchain4j.store.embedding.filter.comparison.IsGreaterThan;
import dev.langchain4j.store.embedding.filter.comparison.IsGreaterThanOrEqualTo;
import dev.langchain4j.store.embedding.filter.comparison.IsIn;
import dev.langchain4j.store.embedding.filter.comparison.IsLessThan;
import dev.langchain4j.store.embedding.filter.comparison.IsLessThanOrEqualTo;
import dev.langchain4j.store.embedding.filter.comparison.IsNotEqualTo;
import dev.langchain4j.store.embedding.filter.comparison.IsNotIn;
import dev.langchain4j.store.embedding.filter.logical.And;
import dev.langchain4j.store.embedding.filter.logical.Not;
import dev.langchain4j.store.embedding.filter.logical.Or;
import dev.tern.error.TernException;
import dev.tern.graph.ForeignFilter;
import dev.tern.graph.MetadataFilter;
import dev.tern.graph.MetadataFilter.Comparator;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;

/** Translates LangChain4j's filters as {@link GraphContentRetriever.Builder#filter} describes. */
final class FilterTranslation {
    private FilterTranslation() {}

    /**
     * Translates a filter and its parts.
     *
     * @throws TernException the user's fault, if its class is unknown, it compares with a
     *     meaningless value, or it exceeds a limit
     */
    static MetadataFilter of(Filter filter) {
        try {
            return translated(filter, 1);
        } catch (IllegalArgumentException e) {
            throw TernException.user("the filter cannot be used: " + e.getMessage(), e);
        }
    }

    private static MetadataFilter translated(Filter filter, int level) {
        if (level > MetadataFilter.MAX_DEPTH) {
            throw new IllegalArgumentException("a filter has more than " + dev.tern.graph.MetadataFilter.MAX_DEPTH
                    + " levels, which is the limit");
        }
        return switch (filter) {
            case And and -> MetadataFilter.and(operands(and, level));
            case Or or -> MetadataFilter.or(operands(or, level));
            case Not not -> MetadataFilter.not(translated(requireKnown(not).expression(), level + 1));
            case IsEqualTo is -> compare(requireKnown(is).key(), Comparator.EQUAL, is.comparisonValue());
            case IsNotEqualTo is ->
                MetadataFilter.not(compare(requireKnown(is).key(), Comparator.EQUAL, is.comparisonValue()));
            case IsGreaterThan is -> compare(requireKnown(is).key(), Comparator.GREATER, is.comparisonValue());
            case IsGreaterThanOrEqualTo is ->
                compare(requireKnown(is).key(), Comparator.AT_LEAST, is.comparisonValue());
            case IsLessThan is -> compare(requireKnown(is).key(), Comparator.LESS, is.comparisonValue());
            case IsLessThanOrEqualTo is -> compare(requireKnown(is).key(), Comparator.AT_MOST, is.comparisonValue());
            case IsIn is -> ForeignFilter.in(requireKnown(is).key(), is.comparisonValues());
            case IsNotIn is ->
                MetadataFilter.not(ForeignFilter.in(requireKnown(is).key(), is.comparisonValues()));
            case ContainsString it -> MetadataFilter.contains(requireKnown(it).key(), it.comparisonValue());
            default -> throw unknown(filter);
        };
    }

    private static MetadataFilter compare(String key, Comparator comparator, Object value) {
        return ForeignFilter.compare(key, comparator, value);
    }

    /**
     * Returns the operands of nested {@code and} filters, or of nested {@code or} filters, in
     * order, so that a long chain becomes one level.
     */
    private static MetadataFilter[] operands(Filter chain, int level) {
        List<MetadataFilter> operands = new ArrayList<>();
        Deque<Filter> rest = new ArrayDeque<>(List.of(requireKnown(chain)));
        while (!rest.isEmpty()) {
            Filter next = rest.pop();
            if (next.getClass() != chain.getClass()) {
                operands.add(translated(next, level + 1));
            } else if (next instanceof And and) {
                rest.push(and.right());
                rest.push(and.left());
            } else if (next instanceof Or or) {
                rest.push(or.right());
                rest.push(or.left());
            }
        }
        return operands.toArray(MetadataFilter[]::new);
    }

    /** Returns the filter; throws for a class outside LangChain4j, which may test anything. */
    private static <F extends Filter> F requireKnown(F filter) {
        if (!filter.getClass().getPackageName().startsWith(Filter.class.getPackageName() + ".")) {
            throw unknown(filter);
        }
        return filter;
    }

    private static IllegalArgumentException unknown(Filter filter) {
        return new IllegalArgumentException("Tern does not know filters of the class "
                + filter.getClass().getName()
                + "; it knows the filters of LangChain4j's MetadataFilterBuilder, and their and, or and not");
    }
}
