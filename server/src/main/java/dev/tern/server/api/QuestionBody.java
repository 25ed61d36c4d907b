package dev.tern.server.api;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.IntNode;
import dev.tern.GraphRag;
import dev.tern.QuestionMapping;
import dev.tern.app.limits.ServerLimits;
import dev.tern.query.Question;
import dev.tern.query.conversation.FollowUpRewriter;
import dev.tern.query.conversation.Turn;
import dev.tern.server.front.Caller;
import dev.tern.server.front.Problem;
import dev.tern.server.settings.Role;
import dev.tern.settings.Mode;
import dev.tern.settings.Parameter;
import dev.tern.settings.Parameter.ChosenBy;
import dev.tern.settings.Parameters;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * A question as the JSON body of a request.
 *
 * @param mode naive, local, graph or overview; null for graph if a chat model allows it, else local
 * @param entities the names in the question, if the caller knows them
 * @param top the maximum number of passages; overrides finalTopK of {@code parameters}
 * @param parameters the parameters that differ from the defaults, by name
 * @param filter selects the visible documents by metadata; null for all that the caller may see
 * @param hidden true to include hidden passages, which needs the role write
 * @param trace true to send the items of the trace's steps too
 * @param history earlier questions and answers, the latest last, for a follow-up question
 */
public record QuestionBody(
        String question,
        @Nullable String mode,
        @Nullable List<String> entities,
        @Nullable Integer top,
        @Nullable Map<String, JsonNode> parameters,
        @Nullable FilterBody filter,
        @Nullable Boolean hidden,
        @Nullable Boolean trace,
        @Nullable List<TurnBody> history) {
    private static final int MAX_ENTITIES = 64;

    /** Replaces a turn that is too old to be used, so that traces still count it. */
    private static final Turn PASSED = new Turn("", "");

    /** An earlier question and its answer. */
    public record TurnBody(String question, String answer) {
        Turn turn() {
            return new Turn(question, answer);
        }
    }

    /** Returns a question with few options. Turns that are too old to be used lose their text. */
    public static QuestionBody of(
            String question,
            @Nullable String mode,
            @Nullable Integer finalTopK,
            @Nullable FilterBody filter,
            @Nullable List<TurnBody> history) {
        return new QuestionBody(question, mode, null, finalTopK, null, filter, null, null, history).withWhatCounts();
    }

    /** Returns this body without the text of turns that are too old to be used. */
    QuestionBody withWhatCounts() {
        List<TurnBody> counted = before().stream()
                .map(turn -> new TurnBody(turn.question(), turn.answer()))
                .toList();
        return new QuestionBody(question, mode, entities, top, parameters, filter, hidden, trace, counted);
    }

    /**
     * Returns the question with validated parameters.
     *
     * @param caller the caller; the question's filter can only narrow the caller's scope
     * @throws Problem if a value is invalid or exceeds the server's limits, graph mode is not
     *     available, or the caller may not see hidden passages
     * @throws dev.tern.error.TernException if the question or a parameter is outside its own limits
     */
    public Question toQuestion(GraphRag rag, Caller caller, ServerLimits limits) {
        Question usual = rag.question(question);
        Parameters chosen = parameters == null
                ? usual.parameters()
                : QuestionParameters.override(usual.parameters(), parameters, limits);
        if (top != null) {
            chosen = QuestionParameters.override(
                    chosen, Map.of(Parameter.FINAL_TOP_K.name(), IntNode.valueOf(top)), limits);
        }
        Mode chosenMode = mode == null ? usual.mode() : enumValue("mode", Mode.class, mode);
        if (chosenMode == Mode.GRAPH && !QuestionMapping.modes(rag).contains(chosenMode)) {
            throw Problem.conflict("graph mode needs a chat model and this server has none; the mode local needs none");
        }
        Question plain = Question.of(question, chosenMode)
                .withParameters(chosen)
                .withFilter(FilterBody.of(filter).within(caller.scope()))
                .after(before());
        Question asked = names().map(plain::withEntities).orElse(plain);
        if (!Boolean.TRUE.equals(hidden)) {
            return asked;
        }
        caller.require(Role.WRITE);
        return asked.withHidden();
    }

    boolean tracesItems() {
        return Boolean.TRUE.equals(trace);
    }

    private List<Turn> before() {
        if (history == null) {
            return List.of();
        }
        int passed = Math.max(0, history.size() - FollowUpRewriter.MAX_TURNS);
        List<Turn> turns = new ArrayList<>(Collections.nCopies(passed, PASSED));
        history.subList(passed, history.size()).forEach(turn -> turns.add(turn.turn()));
        return turns;
    }

    private Optional<List<String>> names() {
        if (entities == null) {
            return Optional.empty();
        }
        if (entities.size() > MAX_ENTITIES) {
            throw Problem.badRequest(
                    "\"entities\" names " + entities.size() + " entities; at most " + MAX_ENTITIES + " are allowed");
        }
        if (entities.stream().anyMatch(name -> name.isBlank() || name.trim().isEmpty())) {
            throw Problem.badRequest("\"entities\" has a blank name");
        }
        return Optional.of(entities);
    }

    private static <E extends Enum<E>> E enumValue(String noun, Class<E> type, String text) {
        for (E value : type.getEnumConstants()) {
            if (value.name().toLowerCase(Locale.ROOT).equals(text)) {
                return value;
            }
        }
        throw Problem.badRequest(noun + " must be one of "
                + Arrays.stream(type.getEnumConstants())
                        .map(value -> value.name().toLowerCase(Locale.ROOT))
                        .collect(Collectors.joining(", ")));
    }

    /** Parses parameters that a question may set ({@link ChosenBy#BY_QUESTION}). */
    private static final class QuestionParameters {
        private QuestionParameters() {}

        /** Returns the defaults overridden by the given values; a JSON null keeps the default. */
        static Parameters override(Parameters usual, Map<String, JsonNode> sent, ServerLimits limits) {
            Parameters chosen = usual;
            for (Map.Entry<String, JsonNode> each : sent.entrySet()) {
                Parameter<?> parameter = Parameter.of(each.getKey())
                        .filter(known -> known.chosenBy() == ChosenBy.BY_QUESTION)
                        .orElseThrow(() -> unknown(each.getKey()));
                if (!each.getValue().isNull()) {
                    chosen = with(chosen, parameter, each.getValue(), limits);
                }
            }
            return chosen;
        }

        private static Problem unknown(String name) {
            return Problem.badRequest("there is no parameter \"" + name + "\"; known here are "
                    + Parameter.ALL.stream()
                            .filter(known -> known.chosenBy() == ChosenBy.BY_QUESTION)
                            .map(Parameter::name)
                            .collect(Collectors.joining(", ")));
        }

        private static Parameters with(Parameters chosen, Parameter<?> parameter, JsonNode value, ServerLimits limits) {
            if (!fits(parameter.type(), value)) {
                throw Problem.badRequest(parameter + " must be " + parameter.values());
            }
            if (parameter.type() != Integer.class) {
                return chosen.withText(parameter, value.asText());
            }
            int max = limits.max(parameter);
            if (value.intValue() > max) {
                throw Problem.badRequest(parameter + " is " + value.intValue() + "; this server allows at most " + max);
            }
            return chosen.withText(parameter, String.valueOf(value.intValue()));
        }

        private static boolean fits(Class<?> type, JsonNode value) {
            if (type.isEnum()) {
                return Arrays.stream(type.getEnumConstants())
                        .anyMatch(choice ->
                                value.isTextual() && Parameter.text(choice).equals(value.asText()));
            }
            // 66.0 is an integer in JSON.
            return value.isNumber()
                    && (type == Double.class || (value.canConvertToExactIntegral() && value.canConvertToInt()));
        }
    }
}
