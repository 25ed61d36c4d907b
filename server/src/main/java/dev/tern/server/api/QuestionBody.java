package dev.tern.server.api;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.IntNode;
import dev.tern.GraphRag;
import dev.tern.app.limits.ServerLimits;
import dev.tern.query.Question;
import dev.tern.query.conversation.FollowUps;
import dev.tern.query.conversation.Turn;
import dev.tern.server.front.Caller;
import dev.tern.server.front.Problem;
import dev.tern.server.settings.Role;
import dev.tern.settings.Mode;
import dev.tern.settings.Parameter;
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
 * A question as programs send it.
 *
 * @param question what is asked
 * @param mode naive, local, graph or overview; the best that the models allow unless given
 * @param entities the names in the question, if the caller knows them
 * @param parameters those that are not at their defaults, by their names
 * @param filter which documents may be seen, going by their metadata; all that the caller may see unless given
 * @param quarantined whether what is in quarantine is seen too, which takes the role write
 * @param history what was said before, the latest last, for a question that follows from it
 */
public record QuestionBody(
        String question,
        @Nullable String mode,
        @Nullable List<String> entities,
        @Nullable Map<String, JsonNode> parameters,
        @Nullable FilterBody filter,
        @Nullable Boolean quarantined,
        @Nullable List<TurnBody> history) {
    private static final int MOST_ENTITIES = 64;

    /** Of turns that are too long ago to count it is known that there were some, which traces tell. */
    private static final Turn PASSED = new Turn("", "");

    /**
     * A question and its answer, as they were said.
     *
     * @param question what was asked
     * @param answer what was answered
     */
    public record TurnBody(String question, String answer) {
        Turn turn() {
            return new Turn(question, answer);
        }
    }

    /** A question with few words about how; of what was said before it has only what counts. */
    public static QuestionBody of(
            String question,
            @Nullable String mode,
            @Nullable Integer finalTopK,
            @Nullable FilterBody filter,
            @Nullable List<TurnBody> history) {
        Map<String, JsonNode> parameters =
                finalTopK == null ? Map.of() : Map.of(Parameter.FINAL_TOP_K.name(), IntNode.valueOf(finalTopK));
        return new QuestionBody(question, mode, null, parameters, filter, null, history).withWhatCounts();
    }

    /** This body without the words of its history that no question looks at, which may be nearly all of it. */
    QuestionBody withWhatCounts() {
        List<TurnBody> counted = before().stream()
                .map(turn -> new TurnBody(turn.question(), turn.answer()))
                .toList();
        return new QuestionBody(question, mode, entities, parameters, filter, quarantined, counted);
    }

    /**
     * The question with its parameters, checked.
     *
     * @param caller who may see what; the question's own filter can only narrow it
     * @throws Problem if a value is beyond what the server allows, or the caller may not see what is in quarantine
     */
    public Question toQuestion(GraphRag rag, Caller caller, ServerLimits limits) {
        Question usual = rag.question(question);
        Parameters chosen =
                parameters == null ? usual.parameters() : SentParameters.over(usual.parameters(), parameters, limits);
        Mode chosenMode = mode == null ? usual.mode() : named("mode", Mode.class, mode);
        if (chosenMode == Mode.GRAPH && !rag.modes().contains(chosenMode)) {
            throw Problem.conflict("graph mode needs a chat model and this server has none; the mode local needs none");
        }
        Question asked = new Question(
                        question,
                        chosenMode,
                        names(),
                        chosen,
                        FilterBody.of(filter).within(caller.scope()))
                .after(before());
        if (!Boolean.TRUE.equals(quarantined)) {
            return asked;
        }
        caller.require(Role.WRITE);
        return asked.withQuarantined();
    }

    private List<Turn> before() {
        if (history == null) {
            return List.of();
        }
        int passed = Math.max(0, history.size() - FollowUps.MAX_TURNS);
        List<Turn> turns = new ArrayList<>(Collections.nCopies(passed, PASSED));
        history.subList(passed, history.size()).forEach(turn -> turns.add(turn.turn()));
        return turns;
    }

    private Optional<List<String>> names() {
        if (entities == null) {
            return Optional.empty();
        }
        if (entities.size() > MOST_ENTITIES) {
            throw Problem.badRequest(
                    "\"entities\" names " + entities.size() + " entities; at most " + MOST_ENTITIES + " are allowed");
        }
        if (entities.stream().anyMatch(name -> name.isBlank() || name.trim().isEmpty())) {
            throw Problem.badRequest("\"entities\" has a blank name");
        }
        return Optional.of(entities);
    }

    private static <E extends Enum<E>> E named(String what, Class<E> type, String text) {
        for (E value : type.getEnumConstants()) {
            if (value.name().toLowerCase(Locale.ROOT).equals(text)) {
                return value;
            }
        }
        throw Problem.badRequest(what + " must be one of "
                + Arrays.stream(type.getEnumConstants())
                        .map(value -> value.name().toLowerCase(Locale.ROOT))
                        .collect(Collectors.joining(", ")));
    }
}
