package dev.tern.spark;

import dev.tern.error.TernException;
import java.util.function.Supplier;

/** Makes a task's failure serialisable, and extracts it from Spark's exception. */
final class TaskFailure {
    private TaskFailure() {}

    /**
     * Runs a task on an executor. If it throws a {@link TernException}, the causes are replaced by
     * serialisable copies, because exceptions of clients are often not serialisable.
     */
    static <T> T runSerialisable(Supplier<T> task) {
        try {
            return task.get();
        } catch (TernException e) {
            Throwable cause = e.getCause();
            if (cause == null) {
                throw e;
            }
            TernException sent = copy(e, String.valueOf(e.getMessage()), copyOf(cause));
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

    /** Copies a cause and its causes as messages with stack traces. */
    private static Throwable copyOf(Throwable cause) {
        Throwable before = cause.getCause();
        Throwable said = new IllegalStateException(cause.toString(), before == null ? null : copyOf(before));
        said.setStackTrace(cause.getStackTrace());
        return said;
    }

    /**
     * Returns the {@link TernException} among an exception of Spark and its causes; else the
     * exception itself, wrapped if it is checked, as Spark throws undeclared checked exceptions.
     */
    static RuntimeException unchecked(Exception failure) {
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
