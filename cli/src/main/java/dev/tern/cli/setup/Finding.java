package dev.tern.cli.setup;

import java.util.Optional;

/**
 * Something that was looked at.
 *
 * @param subject machine, configuration, store or model
 * @param grade whether it is as it should be
 * @param said what was found, in one sentence
 * @param mend the command that mends it, or what to change; empty if nothing has to be mended
 */
record Finding(String subject, Grade grade, String said, Optional<String> mend) {
    /** How well something is. */
    enum Grade {
        /** It is as it should be. */
        OK,
        /** Tern works, and could do more. */
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
