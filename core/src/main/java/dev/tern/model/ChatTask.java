package dev.tern.model;

import java.util.Arrays;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.Collectors;

/**
 * A task of a chat model. A model can be set for each task; the default model does the others.
 *
 * <p>Extraction takes most of the tokens and little reasoning; choosing relations takes few tokens
 * and much reasoning.
 */
public enum ChatTask {
    /** Extracts the statements of a passage when documents are added. */
    EXTRACT,
    /**
     * Understands the question before the search: lists its names, in the step {@code recognise} if
     * the parameter {@code recognition} is {@code model}, and rewrites a follow-up question.
     */
    RECOGNISE,
    /** Chooses the relevant relations (the step {@code choose}); graph mode needs it. */
    RERANK,
    /** Writes the answer; without a model, answers quote passages. */
    ANSWER;

    /** Returns the task with a name, ignoring case; empty if there is none. */
    public static Optional<ChatTask> of(String name) {
        return Arrays.stream(values())
                .filter(task -> task.toString().equalsIgnoreCase(name))
                .findFirst();
    }

    /** Returns the names of all tasks in lower case, separated by commas, for messages. */
    public static String names() {
        return Arrays.stream(values()).map(ChatTask::toString).collect(Collectors.joining(", "));
    }

    /** Returns the name in lower case, as in settings, traces and cost reports. */
    @Override
    public String toString() {
        return name().toLowerCase(Locale.ROOT);
    }
}
