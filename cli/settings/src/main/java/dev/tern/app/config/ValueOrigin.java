package dev.tern.app.config;

/**
 * The origin of a value.
 *
 * @param location the place in words: the option, the variable, the file and line, or "default",
 *     with a reason if known
 */
public record ValueOrigin(Kind kind, String location) {
    /** The kinds of origins, the strongest first. */
    public enum Kind {
        /** An option of the command. */
        OPTION,
        /** A variable of the environment, named for Tern or for a model provider. */
        ENVIRONMENT,
        /** {@code tern.yaml} in the working directory. */
        FILE,
        /** The user's own configuration file. */
        USER_FILE,
        /** A default of Tern, perhaps derived from other settings. */
        DEFAULT
    }

    static ValueOrigin byDefault() {
        return new ValueOrigin(Kind.DEFAULT, "default");
    }

    static ValueOrigin byDefault(String reason) {
        return new ValueOrigin(Kind.DEFAULT, "default, " + reason);
    }
}
