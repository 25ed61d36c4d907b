package dev.tern.models;

import org.jspecify.annotations.Nullable;

/**
 * The prefixes that are put before texts for a model.
 *
 * @param question put before questions, such as {@code "query: "}; may be empty
 * @param passage put before all other texts, such as {@code "passage: "}; may be empty
 */
record TextPrefixes(String question, String passage) {
    static final TextPrefixes NONE = new TextPrefixes("", "");

    private static final String BEFORE_QUESTION = " (questions \"";
    private static final String BEFORE_PASSAGE = "\", passages \"";
    private static final String END = "\")";

    /** Returns the name that graphs store for a model with these prefixes. */
    String modelName(String model) {
        return model + BEFORE_QUESTION + question + BEFORE_PASSAGE + passage + END;
    }

    /** Returns a model's name without the prefixes that {@link #modelName} added. */
    static String plainName(String name) {
        int end = endOfModel(name);
        return end < 0 ? name : name.substring(0, end);
    }

    /** Returns the prefixes in a name, or {@code others} if it has none. */
    static TextPrefixes in(String name, TextPrefixes others) {
        int model = endOfModel(name);
        int question = endOfQuestion(name);
        return model < 0
                ? others
                : new TextPrefixes(
                        name.substring(model + BEFORE_QUESTION.length(), question),
                        name.substring(question + BEFORE_PASSAGE.length(), name.length() - END.length()));
    }

    /** Returns the end of the model's own name, before its prefixes; negative if it has none. */
    private static int endOfModel(String name) {
        return name.endsWith(END)
                ? name.lastIndexOf(BEFORE_QUESTION, endOfQuestion(name) - BEFORE_QUESTION.length())
                : -1;
    }

    private static int endOfQuestion(String name) {
        return name.lastIndexOf(BEFORE_PASSAGE, name.length() - END.length() - BEFORE_PASSAGE.length());
    }

    /** Returns these prefixes, replaced by the arguments that are not null. */
    TextPrefixes with(@Nullable String newQuestion, @Nullable String newPassage) {
        return new TextPrefixes(
                newQuestion == null ? question : newQuestion, newPassage == null ? passage : newPassage);
    }
}
