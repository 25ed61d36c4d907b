package dev.tern.app.config;

/**
 * The origin of a value.
 *
 * @param kind its kind
 * @param place its place in words: the flag, the variable, the file and line
 */
public record Origin(Kind kind, String place) {
    /** The kinds of origins, the strongest first. */
    public enum Kind {
        /** An option of the command. */
        FLAG,
        /** A variable of the environment. */
        ENVIRONMENT,
        /** {@code tern.yaml} in the working directory. */
        FILE,
        /** The user's own configuration file. */
        USER_FILE,
        DEFAULT
    }

    static Origin byDefault() {
        return new Origin(Kind.DEFAULT, "default");
    }

    static Origin byDefault(String reason) {
        return new Origin(Kind.DEFAULT, "default, " + reason);
    }
}
