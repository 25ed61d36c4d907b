package dev.tern.query.answer;

import dev.tern.error.TernException;
import java.util.Optional;
import java.util.ServiceLoader;

/** The implementation of {@link OfflineAnswers} beside this class, loaded once, on first use. */
public final class InstalledAnswers {
    private static final Optional<OfflineAnswers> FOUND = ServiceLoader.load(
                    OfflineAnswers.class, OfflineAnswers.class.getClassLoader())
            .findFirst();

    private InstalledAnswers() {}

    /** Returns the implementation, if there is one. */
    public static Optional<OfflineAnswers> find() {
        return FOUND;
    }

    /** Returns the exception for a missing implementation, which names its module. */
    public static TernException missing() {
        return TernException.user("answering without a chat model needs dev.tern:tern-offline, which is not on the "
                + "class path; add it, or set a chat model");
    }
}
