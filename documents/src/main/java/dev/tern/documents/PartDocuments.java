package dev.tern.documents;

import dev.tern.graph.Document;
import java.io.IOException;
import java.util.Collections;
import java.util.Iterator;
import java.util.NoSuchElementException;
import org.jspecify.annotations.Nullable;

/** Iterates over the documents of a file's parts, such as messages; parts are read lazily. */
final class PartDocuments implements Iterator<Document> {
    private final Parts parts;
    private final String shown;
    private final LoadListener listener;
    private Iterator<Document> current;
    private int number;
    private boolean ended;

    /** Reads the parts in order. */
    @FunctionalInterface
    interface Parts {
        /** Returns the documents of a part, numbered from 1; null after the last. */
        @Nullable
        Iterator<Document> read(int number) throws IOException, UnreadableException;
    }

    /**
     * Creates an iterator.
     *
     * @param first documents that precede the parts
     * @param shown the file's name in messages
     * @param listener receives each unreadable part
     */
    PartDocuments(Iterator<Document> first, Parts parts, String shown, LoadListener listener) {
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
                Iterator<Document> next = parts.read(number);
                ended = next == null;
                current = next == null ? Collections.emptyIterator() : next;
            } catch (UnreadableException e) {
                listener.skipped(shown + ", part " + number, e.reason());
            } catch (IOException e) {
                ended = true;
                listener.skipped(shown + ", part " + number, FileReason.of(e));
            }
        }
        return current.hasNext();
    }

    @Override
    public Document next() {
        if (!hasNext()) {
            throw new NoSuchElementException();
        }
        return current.next();
    }
}
