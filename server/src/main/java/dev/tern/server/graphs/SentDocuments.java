package dev.tern.server.graphs;

import dev.tern.documents.LoadListener;
import dev.tern.documents.LoadedDocuments;
import dev.tern.documents.SourceLoader;
import dev.tern.error.TernException;
import dev.tern.graph.SourceDocument;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Iterator;
import java.util.List;
import java.util.NoSuchElementException;
import org.jspecify.annotations.Nullable;

/**
 * Iterates once over the documents of sources. Only documents sent as JSON have ids, metadata and
 * statements of their own. The name of a file begins the ids of its documents and hints at its
 * type; it never opens a file. Not thread-safe.
 */
final class SentDocuments implements Iterable<SourceDocument>, AutoCloseable {
    private final Iterator<IntakeSource> sources;
    private final SourceLoader loader;
    private final LoadListener listener;
    private @Nullable LoadedDocuments loaded;

    SentDocuments(List<IntakeSource> sources, SourceLoader loader, LoadListener listener) {
        this.sources = sources.iterator();
        this.loader = loader;
        this.listener = listener;
    }

    @Override
    public Iterator<SourceDocument> iterator() {
        return new Iterator<>() {
            private Iterator<SourceDocument> current = List.<SourceDocument>of().iterator();

            @Override
            public boolean hasNext() {
                while (!current.hasNext()) {
                    close();
                    if (!sources.hasNext()) {
                        return false;
                    }
                    current = open(sources.next());
                }
                return true;
            }

            @Override
            public SourceDocument next() {
                if (!hasNext()) {
                    throw new NoSuchElementException();
                }
                return current.next();
            }
        };
    }

    private Iterator<SourceDocument> open(IntakeSource source) {
        return switch (source) {
            case IntakeSource.SentDocument sentDocument ->
                List.of(sentDocument.document()).iterator();
            case IntakeSource.UploadedFile upload ->
                open(loader.loadUpload(upload.name(), readable(upload.content()), listener));
            case IntakeSource.WebPage page ->
                open(loader.load(
                        List.of(page.address().toString()), Path.of(""), InputStream.nullInputStream(), listener));
        };
    }

    /**
     * Checks that a file of the spool can be read.
     *
     * @throws TernException of the fault {@code STORE} if not, so that the job is retried; the
     *     loader would skip the file
     */
    private static Path readable(Path file) {
        try {
            Files.newInputStream(file).close();
            return file;
        } catch (IOException e) {
            throw TernException.store("the upload cannot be read: " + e, e);
        }
    }

    private Iterator<SourceDocument> open(LoadedDocuments documents) {
        loaded = documents;
        return documents.iterator();
    }

    @Override
    public void close() {
        if (loaded != null) {
            loaded.close();
            loaded = null;
        }
    }
}
