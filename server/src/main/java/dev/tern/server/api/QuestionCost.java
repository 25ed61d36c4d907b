package dev.tern.server.api;

import dev.tern.graph.MetadataFilter;
import dev.tern.graph.MetadataFilter.And;
import dev.tern.graph.MetadataFilter.Comparison;
import dev.tern.graph.MetadataFilter.Contains;
import dev.tern.graph.MetadataFilter.Exists;
import dev.tern.graph.MetadataFilter.In;
import dev.tern.graph.MetadataFilter.Not;
import dev.tern.graph.MetadataFilter.Or;
import dev.tern.query.Question;
import dev.tern.query.conversation.Turn;
import dev.tern.settings.Parameter;
import dev.tern.settings.Parameters;
import java.util.List;

/**
 * Finds large questions and filters, which may read much of a graph. They have separate permits, so
 * that a few of them do not block all others.
 */
final class QuestionCost {
    private static final int CONDITIONS = 64;
    private static final int CHARACTERS = 2_000;

    /** The weight of {@code contains}, which scans every distinct value of its name. */
    private static final int CONDITIONS_PER_CONTAINS = 16;

    /** The parameters that make a question read more of a graph. */
    private static final List<Parameter<Integer>> REACH = List.of(
            Parameter.ENTITY_TOP_K,
            Parameter.RELATION_TOP_K,
            Parameter.DEGREE,
            Parameter.FRONTIER_LIMIT,
            Parameter.RELATION_LIMIT,
            Parameter.CANDIDATE_TOKENS);

    private static final int BYTES_PER_CHARACTER = 2;

    /** The memory of a turn's list entry, in characters. */
    private static final int CHARACTERS_PER_TURN = 4;

    /** The bytes for each character of a filter, including objects of conditions and values. */
    private static final int BYTES_PER_FILTER_CHARACTER = 8;

    private QuestionCost() {}

    /** Returns the approximate memory of a question in bytes. */
    static long bytes(Question question) {
        long characters = question.text().length();
        for (Turn turn : question.history()) {
            characters += CHARACTERS_PER_TURN
                    + turn.question().length()
                    + turn.answer().length();
        }
        for (String name : question.entities().orElse(List.of())) {
            characters += name.length();
        }
        long ofFilter = question.filter().isEverything()
                ? 0
                : question.filter().toString().length();
        return BYTES_PER_CHARACTER * characters + BYTES_PER_FILTER_CHARACTER * ofFilter;
    }

    /** Returns true for a long question, a large filter, or parameters above the usual ones. */
    static boolean isLarge(Question question, Parameters usual) {
        Parameters asked = question.parameters();
        return question.text().length() > CHARACTERS
                || REACH.stream().anyMatch(parameter -> asked.get(parameter) > usual.get(parameter))
                || isLarge(question.filter());
    }

    /** Returns true if a filter has many conditions. */
    static boolean isLarge(MetadataFilter filter) {
        return weight(filter) > CONDITIONS;
    }

    private static int weight(MetadataFilter filter) {
        return switch (filter) {
            case And(List<MetadataFilter> conditions) ->
                1 + conditions.stream().mapToInt(QuestionCost::weight).sum();
            case Or(List<MetadataFilter> conditions) ->
                1 + conditions.stream().mapToInt(QuestionCost::weight).sum();
            case Not(MetadataFilter condition) -> 1 + weight(condition);
            case In in -> in.values().size();
            case Contains one -> CONDITIONS_PER_CONTAINS;
            case Comparison one -> 1;
            case Exists one -> 1;
        };
    }
}
