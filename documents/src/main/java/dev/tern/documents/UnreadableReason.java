package dev.tern.documents;

import dev.tern.error.TernException;
import java.io.IOException;
import java.nio.channels.ClosedByInterruptException;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileSystemException;
import java.nio.file.FileSystemLoopException;
import java.nio.file.NoSuchFileException;

/** Describes the reason why a file cannot be read, as a clause about it. */
final class UnreadableReason {
    private UnreadableReason() {}

    /**
     * Returns the clause for a failure.
     *
     * @throws TernException if the thread was interrupted, which says nothing about the file
     */
    static String of(IOException failure) {
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
