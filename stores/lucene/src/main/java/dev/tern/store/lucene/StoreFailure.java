package dev.tern.store.lucene;

import dev.tern.error.TernException;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileSystemException;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import org.apache.lucene.index.CorruptIndexException;
import org.apache.lucene.index.IndexFormatTooNewException;
import org.apache.lucene.index.IndexFormatTooOldException;
import org.apache.lucene.store.AlreadyClosedException;
import org.jspecify.annotations.Nullable;

/** Converts disk failures to exceptions with a sentence for the user. */
final class StoreFailure {
    private StoreFailure() {}

    static TernException damaged(Path path, List<String> files) {
        return TernException.damaged(
                "the graph in " + path + " is damaged: " + String.join(", ", files)
                        + (files.size() == 1 ? " differs" : " differ")
                        + " from the bytes written. Restore it from a backup, or drop it and add its documents again",
                graph(path),
                null);
    }

    private static String graph(Path path) {
        return String.valueOf(path.getFileName());
    }

    static TernException reading(Path path, Exception failure) {
        if (cause(failure, AccessDeniedException.class) != null) {
            return TernException.operator("no permission to read " + path, failure);
        }
        if (failure instanceof IndexFormatTooNewException || failure instanceof IndexFormatTooOldException) {
            return TernException.store(
                    path + " was written by another version of Lucene: " + failure.getMessage(), failure);
        }
        if (failure instanceof CorruptIndexException || failure instanceof RowInput.UnreadableRowException) {
            return TernException.damaged(
                    path + " is damaged: " + failure.getMessage() + ". Restore it from a copy, or index again",
                    graph(path),
                    failure);
        }
        return TernException.store("cannot read " + path + ": " + reason(failure), failure);
    }

    static TernException writing(Path path, Exception failure) {
        if (diskFull(failure)) {
            return TernException.store(
                    "the disk of " + path + " is full: nothing of this batch was written, all earlier batches are"
                            + " safe. Free some space and add it again",
                    failure);
        }
        AccessDeniedException denied = cause(failure, AccessDeniedException.class);
        if (denied != null) {
            return TernException.operator("no permission to write " + denied.getFile(), failure);
        }
        return TernException.store("cannot write to " + path + ": " + reason(failure), failure);
    }

    /** Recognises a full disk by the system's English message; Java has no exception for it. */
    private static boolean diskFull(Throwable failure) {
        for (Throwable at = failure; at != null; at = at.getCause()) {
            String message = at.getMessage() == null ? "" : at.getMessage().toLowerCase(Locale.ROOT);
            if (message.contains("no space left on device")
                    || message.contains("disk quota exceeded")
                    || message.contains("not enough space on the disk")) {
                return true;
            }
        }
        return false;
    }

    private static <T extends Throwable> @Nullable T cause(Throwable failure, Class<T> type) {
        for (Throwable at = failure; at != null; at = at.getCause()) {
            if (type.isInstance(at)) {
                return type.cast(at);
            }
        }
        return null;
    }

    private static String reason(Throwable failure) {
        if (failure instanceof AlreadyClosedException && failure.getCause() != null) {
            // A failed merge closed Lucene's writer.
            return reason(failure.getCause());
        }
        FileSystemException onFile = cause(failure, FileSystemException.class);
        if (onFile != null && onFile.getReason() != null) {
            return onFile.getReason() + " (" + onFile.getFile() + ")";
        }
        return failure.getMessage() == null ? failure.getClass().getSimpleName() : failure.getMessage();
    }
}
