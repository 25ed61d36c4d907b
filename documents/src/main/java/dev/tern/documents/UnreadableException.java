package dev.tern.documents;

import dev.tern.error.TernException;
import java.io.IOException;
import java.nio.channels.ClosedByInterruptException;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileSystemException;
import java.nio.file.FileSystemLoopException;
import java.nio.file.NoSuchFileException;

/** Thrown if a file or page yields no document. The message lacks the subject: "is empty". */
public final class UnreadableException extends Exception {
    private static final long serialVersionUID = 1L;

    private final boolean nothing;

    public UnreadableException(String reason) {
        this(reason, false);
    }

    private UnreadableException(String reason, boolean nothing) {
        super(reason);
        this.nothing = nothing;
    }

    /** Returns an exception for a file that is empty or has an unsupported type. */
    static UnreadableException nothing(String reason) {
        return new UnreadableException(reason, true);
    }

    /** Returns true if the file is empty or its type is unsupported; false for other reasons. */
    boolean isNothing() {
        return nothing;
    }

    String reason() {
        return String.valueOf(getMessage());
    }

    /**
     * Returns the reason for a failure, as a clause about a file.
     *
     * @throws TernException if the thread was interrupted, which is no problem of the file
     */
    static String reason(IOException failure) {
        if (failure instanceof ClosedByInterruptException) {
            throw TernException.user("loading was interrupted", failure);
        }
        return switch (failure) {
            case AccessDeniedException denied -> "cannot be read: no permission";
            case NoSuchFileException gone -> "is no longer there";
            case FileSystemLoopException loop -> "is a link that leads back to itself";
            case FileSystemException other when other.getReason() != null -> "cannot be read: " + other.getReason();
            default -> "cannot be read: " + failure.getMessage();
        };
    }
}
