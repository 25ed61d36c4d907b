package dev.tern.documents;

import dev.tern.graph.SourceDocument;
import java.io.IOException;
import java.util.Collections;
import java.util.Iterator;
import java.util.NoSuchElementException;
import org.jspecify.annotations.Nullable;

/** Iterates over the documents of a file's parts, such as messages; parts are read lazily. */
final class PartDocuments implements Iterator<SourceDocument> {
    private final PartReader parts;
    private final String shown;
    private final LoadListener listener;
    private Iterator<SourceDocument> current;
    private int number;
    private boolean ended;

    /** Reads the parts of a file in order. */
    @FunctionalInterface
    interface PartReader {
        /** Returns the documents of a part, numbered from 1; null after the last. */
        @Nullable
        Iterator<SourceDocument> read(int number) throws IOException, UnreadableException;
    }

    /**
     * Creates an iterator over documents.
     *
     * @param first documents that precede the parts
     * @param shown the file's display name
     * @param listener receives each unreadable part
     */
    PartDocuments(Iterator<SourceDocument> first, PartReader parts, String shown, LoadListener listener) {
        this.current = first;
        this.parts = parts;
        this.shown = shown;
        this.listener = listener;
    }

    @Override
    public boolean hasNext() {
        while (!current.hasNext() && !ended) {
            number++;
            try {
                Iterator<SourceDocument> next = parts.read(number);
                ended = next == null;
                current = next == null ? Collections.emptyIterator() : next;
            } catch (UnreadableException e) {
                listener.skipped(shown + ", part " + number, e.reason());
            } catch (IOException e) {
                ended = true;
                listener.skipped(shown + ", part " + number, UnreadableException.reason(e));
            }
        }
        return current.hasNext();
    }

    @Override
    public SourceDocument next() {
        if (!hasNext()) {
            throw new NoSuchElementException();
        }
        return current.next();
    }
}
