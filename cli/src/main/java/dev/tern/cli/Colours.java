package dev.tern.cli;

/** Whether to use colours. */
final class Colours {
    private Colours() {}

    /** Colours are for terminals that can show them, where neither the flag nor the environment says no. */
    static boolean wanted(boolean terminal, boolean noColorFlag, Surroundings surroundings) {
        return terminal
                && !noColorFlag
                && surroundings.environment().getOrDefault("NO_COLOR", "").isEmpty()
                && !surroundings.environment().getOrDefault("TERM", "").equals("dumb");
    }
}
