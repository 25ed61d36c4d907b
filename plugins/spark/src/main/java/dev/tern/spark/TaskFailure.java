package dev.tern.spark;

import dev.tern.error.TernException;
import java.util.function.Supplier;

/** Finds the reason that a task gave in Spark's exceptions, in place of the list of its attempts. */
final class TaskFailure {
    private TaskFailure() {}

    /** What a task does. Its failure gets to the driver whatever caused it: a client's exception often holds what cannot be sent. */
    static <T> T sent(Supplier<T> task) {
        try {
            return task.get();
        } catch (TernException e) {
            Throwable cause = e.getCause();
            if (cause == null) {
                throw e;
            }
            TernException sent = copy(e, String.valueOf(e.getMessage()), said(cause));
            sent.setStackTrace(e.getStackTrace());
            throw sent;
        }
    }

    private static TernException copy(TernException e, String message, Throwable cause) {
        return switch (e.fault()) {
            case USER -> TernException.user(message, cause);
            case OPERATOR -> TernException.operator(message, cause);
            case MODEL -> TernException.model(message, cause);
            case STORE -> TernException.store(message, cause);
            case BUDGET -> e;
        };
    }

    /** A cause and its own causes as what they said and where. */
    private static Throwable said(Throwable cause) {
        Throwable before = cause.getCause();
        Throwable said = new IllegalStateException(cause.toString(), before == null ? null : said(before));
        said.setStackTrace(cause.getStackTrace());
        return said;
    }

    /** Of what Spark throws, which is checked and declared nowhere. */
    static RuntimeException told(Exception failure) {
        for (Throwable cause = failure; cause != null; cause = cause.getCause()) {
            if (cause instanceof TernException known) {
                return known;
            }
        }
        return failure instanceof RuntimeException known
                ? known
                : TernException.operator("Spark ended the run: " + failure.getMessage(), failure);
    }
}
