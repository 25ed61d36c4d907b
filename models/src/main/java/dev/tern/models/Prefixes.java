package dev.tern.models;

/**
 * What is put before texts because a model was trained with it: before questions, and before what is found, which are passages,
 * entities and relations.
 *
 * @param question before questions, such as {@code "query: "}; empty for nothing
 * @param passage before everything else, such as {@code "passage: "}; empty for nothing
 */
public record Prefixes(String question, String passage) {
    /** Nothing is put before any text. */
    public static final Prefixes NONE = new Prefixes("", "");

    /** The name of a model with these prefixes, as graphs remember it: vectors that were made with others do not fit. */
    String named(String model) {
        return model + " (questions \"" + question + "\", passages \"" + passage + "\")";
    }
}
