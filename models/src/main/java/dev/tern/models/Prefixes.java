package dev.tern.models;

import java.util.regex.Matcher;
import java.util.regex.Pattern;
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

    private static final Pattern NAMED = Pattern.compile(
            "(?<model>.*) \\(questions \"(?<question>.*)\", passages \"(?<passage>.*)\"\\)", Pattern.DOTALL);

    /** The name of a model with these prefixes, as graphs remember it: vectors that were made with others do not fit. */
    String named(String model) {
        return model + " (questions \"" + question + "\", passages \"" + passage + "\")";
    }

    /** The name of a model without the prefixes that graphs remember. */
    static String without(String name) {
        Matcher named = NAMED.matcher(name);
        return named.matches() ? named.group("model") : name;
    }

    /** The prefixes in a name, or others if there are none in it. */
    static Prefixes in(String name, Prefixes others) {
        Matcher named = NAMED.matcher(name);
        return named.matches() ? new Prefixes(named.group("question"), named.group("passage")) : others;
    }

    /** These, but for what is given. */
    Prefixes with(@Nullable String newQuestion, @Nullable String newPassage) {
        return new Prefixes(newQuestion == null ? question : newQuestion, newPassage == null ? passage : newPassage);
    }
}
