package dev.tern.documents;

import dev.tern.graph.Document;
import java.io.IOException;
import java.util.Collections;
import java.util.Iterator;
import java.util.NoSuchElementException;
import org.jspecify.annotations.Nullable;

/** The documents of the parts of a file, such as the messages of a mailbox; each part is read when its documents are asked for. */
final class PartDocuments implements Iterator<Document> {
    private final Parts parts;
    private final String shown;
    private final LoadListener listener;
    private Iterator<Document> current;
    private int number;
    private boolean ended;

    /** Reads part after part. */
    @FunctionalInterface
    interface Parts {
        /** Returns the documents of a part, counted from 1; null behind the last. */
        @Nullable
        Iterator<Document> read(int number) throws IOException, UnreadableException;
    }

    /**
     * Begins with documents that are there.
     *
     * @param shown names the file in messages
     * @param listener gets each part that cannot be read
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
