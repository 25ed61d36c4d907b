package dev.tern.cli.setup;

import java.util.Optional;

/**
 * The result of a check.
 *
 * @param subject machine, configuration, store or model
 * @param said the finding, in one sentence
 * @param mend the command or change that fixes the problem; empty if there is none
 */
record Finding(String subject, Grade grade, String said, Optional<String> mend) {
    enum Grade {
        /** There is no problem. */
        OK,
        /** Tern works, but could do more. */
        NOTE,
        /** Something does not work. */
        FAULT
    }

    static Finding ok(String subject, String said) {
        return new Finding(subject, Grade.OK, said, Optional.empty());
    }

    static Finding note(String subject, String said, String mend) {
        return new Finding(subject, Grade.NOTE, said, Optional.of(mend));
    }

    static Finding fault(String subject, String said, String mend) {
        return new Finding(subject, Grade.FAULT, said, Optional.of(mend));
    }
}
