package dev.tern.app.config;

/**
 * Where a value comes from.
 *
 * @param kind the sort of place
 * @param place the place in words: the flag, the variable, the file and line
 */
public record Origin(Kind kind, String place) {
    /** The sorts of places, the strongest first. */
    public enum Kind {
        /** An option of the command. */
        FLAG,
        /** A variable of the environment. */
        ENVIRONMENT,
        /** {@code tern.yaml} in the working directory. */
        FILE,
        /** The user's own file. */
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
