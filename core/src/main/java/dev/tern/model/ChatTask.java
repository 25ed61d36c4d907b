package dev.tern.model;

import java.util.Arrays;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.Collectors;

/**
 * What a chat model is asked to do. A model can be named for each task; where none is, the one for all of them does it.
 *
 * <p>The tasks differ in what they ask of a model. To extract takes most of the tokens and little
 * thought, to choose relations the other way round.
 */
public enum ChatTask {
    /** Finds the statements of a passage when documents are added. */
    EXTRACT,
    /**
     * Understands the question before anything is searched: lists its names (the step {@code recognise}, where the parameter
     * {@code recognition} is {@code model}), and writes a follow-up question as one that can be asked by itself.
     */
    RECOGNISE,
    /** Chooses the relations that matter (the step {@code choose}); without a model for this there is no graph mode. */
    RERANK,
    /** Writes the answer; without a model for this answers quote passages. */
    ANSWER;

    /** The task of a name, in any case; empty if there is none. */
    public static Optional<ChatTask> of(String name) {
        return Arrays.stream(values())
                .filter(task -> task.toString().equalsIgnoreCase(name))
                .findFirst();
    }

    /** The names of all tasks, for messages. */
    public static String names() {
        return Arrays.stream(values()).map(ChatTask::toString).collect(Collectors.joining(", "));
    }

    /** The name in lower case, as in settings, traces and accounts. */
    @Override
    public String toString() {
        return name().toLowerCase(Locale.ROOT);
    }
}
