package dev.tern.server.api;

import dev.tern.GraphRag;
import dev.tern.query.Question;
import dev.tern.server.front.Caller;
import dev.tern.server.front.Problem;
import dev.tern.server.settings.Role;
import dev.tern.server.settings.ServerLimits;
import dev.tern.settings.Consistency;
import dev.tern.settings.Mode;
import dev.tern.settings.NameRecognition;
import dev.tern.settings.Parameters;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * A question as programs send it.
 *
 * @param question what is asked
 * @param mode naive, local or graph; the best that the models allow unless given
 * @param entities the names in the question, if the caller knows them
 * @param parameters knobs that are not at their defaults
 * @param filter which documents may be seen, going by their metadata; all that the caller may see unless given
 * @param quarantined whether what is in quarantine is seen too, which takes the role write
 */
public record QuestionBody(
        String question,
        @Nullable String mode,
        @Nullable List<String> entities,
        @Nullable Knobs parameters,
        @Nullable FilterBody filter,
        @Nullable Boolean quarantined) {
    private static final int MOST_ENTITIES = 64;
    private static final int MOST_TOP_K = 1_000;

    /** A question with few words about how. */
    public static QuestionBody of(
            String question, @Nullable String mode, @Nullable Integer finalTopK, @Nullable FilterBody filter) {
        Knobs knobs = new Knobs(null, null, null, null, null, null, null, null, null, finalTopK, null, null);
        return new QuestionBody(question, mode, null, knobs, filter, null);
    }

    /** The parameters of one question; each as in {@link Parameters}. */
    public record Knobs(
            @Nullable String recognition,
            @Nullable Integer entityTopK,
            @Nullable Integer relationTopK,
            @Nullable Double minimumEntitySimilarity,
            @Nullable Double minimumRelationSimilarity,
            @Nullable Integer degree,
            @Nullable Integer frontierLimit,
            @Nullable Integer candidateLimit,
            @Nullable Integer rerankTokenBudget,
            @Nullable Integer finalTopK,
            @Nullable Integer sourceLimit,
            @Nullable String consistency) {
        Parameters over(Parameters usual, ServerLimits limits) {
            atMost("entityTopK", entityTopK, MOST_TOP_K);
            atMost("relationTopK", relationTopK, MOST_TOP_K);
            atMost("frontierLimit", frontierLimit, limits.candidates());
            atMost("candidateLimit", candidateLimit, limits.candidates());
            atMost("rerankTokenBudget", rerankTokenBudget, limits.rerankTokens());
            atMost("finalTopK", finalTopK, limits.finalTopK());
            Parameters.Builder builder = usual.toBuilder();
            put(recognition, text -> builder.recognition(named("recognition", NameRecognition.class, text)));
            put(entityTopK, builder::entityTopK);
            put(relationTopK, builder::relationTopK);
            put(minimumEntitySimilarity, builder::minimumEntitySimilarity);
            put(minimumRelationSimilarity, builder::minimumRelationSimilarity);
            put(degree, builder::degree);
            put(frontierLimit, builder::frontierLimit);
            put(candidateLimit, builder::candidateLimit);
            put(rerankTokenBudget, builder::rerankTokenBudget);
            put(finalTopK, builder::finalTopK);
            // The server's own limit can be narrowed, like what may be seen.
            put(
                    sourceLimit,
                    most -> builder.sourceLimit(
                            Math.min(most, usual.sourceLimit().orElse(most))));
            put(consistency, text -> builder.consistency(named("consistency", Consistency.class, text)));
            return builder.build();
        }

        private static <T> void put(@Nullable T value, Consumer<T> into) {
            if (value != null) {
                into.accept(value);
            }
        }

        private static void atMost(String name, @Nullable Integer value, int most) {
            if (value != null && value > most) {
                throw Problem.badRequest(name + " is " + value + "; this server allows at most " + most);
            }
        }
    }

    /**
     * The question.
     *
     * @param caller who may see what; the question's own filter can only narrow it
     * @throws Problem if a value is beyond what the server allows, or the caller may not see what is in quarantine
     */
    public Question toQuestion(GraphRag rag, Caller caller, ServerLimits limits) {
        if (question.length() > limits.questionCharacters()) {
            throw Problem.badRequest("the question has " + question.length() + " characters; this server allows "
                    + limits.questionCharacters());
        }
        Question usual = rag.question(question);
        Parameters chosen = parameters == null ? usual.parameters() : parameters.over(usual.parameters(), limits);
        Mode chosenMode = mode == null ? usual.mode() : named("mode", Mode.class, mode);
        if (!rag.modes().contains(chosenMode)) {
            throw Problem.conflict("graph mode needs a chat model and this server has none; the mode local needs none");
        }
        Question asked = new Question(
                question, chosenMode, names(), chosen, FilterBody.of(filter).within(caller.scope()));
        if (!Boolean.TRUE.equals(quarantined)) {
            return asked;
        }
        caller.require(Role.WRITE);
        return asked.withQuarantined();
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
