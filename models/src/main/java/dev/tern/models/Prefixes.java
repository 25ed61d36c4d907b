package dev.tern.models;

import org.jspecify.annotations.Nullable;

/**
 * What is put before texts because a model was trained with it.
 *
 * @param question before questions, such as {@code "query: "}; empty for nothing
 * @param passage before what is found, which are passages, entities and relations, such as {@code "passage: "}; empty for nothing
 */
record Prefixes(String question, String passage) {
    /** Nothing is put before any text. */
    static final Prefixes NONE = new Prefixes("", "");

    private static final String BEFORE_QUESTION = " (questions \"";
    private static final String BEFORE_PASSAGE = "\", passages \"";
    private static final String END = "\")";

    /** The name of a model with these prefixes, as graphs remember it: vectors that were made with others do not fit. */
    String named(String model) {
        return model + BEFORE_QUESTION + question + BEFORE_PASSAGE + passage + END;
    }

    /** The name of a model without the prefixes that graphs remember. */
    static String without(String name) {
        int end = endOfModel(name);
        return end < 0 ? name : name.substring(0, end);
    }

    /** The prefixes in a name, or others if there are none in it. */
    static Prefixes in(String name, Prefixes others) {
        int model = endOfModel(name);
        int question = endOfQuestion(name);
        return model < 0
                ? others
                : new Prefixes(
                        name.substring(model + BEFORE_QUESTION.length(), question),
                        name.substring(question + BEFORE_PASSAGE.length(), name.length() - END.length()));
    }

    /** Where the name of a model ends that has prefixes behind it; negative if it has none. */
    private static int endOfModel(String name) {
        return name.endsWith(END)
                ? name.lastIndexOf(BEFORE_QUESTION, endOfQuestion(name) - BEFORE_QUESTION.length())
                : -1;
    }

    private static int endOfQuestion(String name) {
        return name.lastIndexOf(BEFORE_PASSAGE, name.length() - END.length() - BEFORE_PASSAGE.length());
    }

    /** These, but for what is given. */
    Prefixes with(@Nullable String newQuestion, @Nullable String newPassage) {
        return new Prefixes(newQuestion == null ? question : newQuestion, newPassage == null ? passage : newPassage);
    }
}
