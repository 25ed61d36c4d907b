package dev.tern.cli.setup;

import java.util.Optional;

/**
 * The result of a check.
 *
 * @param subject machine, configuration, store or model
 * @param text the finding, in one sentence
 * @param mend the command or change that fixes the problem; empty if there is none
 */
record Finding(String subject, Grade grade, String text, Optional<String> mend) {
    enum Grade {
        /** There is no problem. */
        OK,
        /** Tern works, but could do more. */
        NOTE,
        /** Something does not work. */
        FAULT
    }

    static Finding ok(String subject, String text) {
        return new Finding(subject, Grade.OK, text, Optional.empty());
    }

    static Finding note(String subject, String text, String mend) {
        return new Finding(subject, Grade.NOTE, text, Optional.of(mend));
    }

    static Finding fault(String subject, String text, String mend) {
        return new Finding(subject, Grade.FAULT, text, Optional.of(mend));
    }
}
