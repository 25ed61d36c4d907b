package dev.tern.cli;

import dev.tern.documents.DocumentLoader;
import dev.tern.documents.LoadListener;
import dev.tern.documents.LoadedDocuments;
import dev.tern.error.TernException;
import dev.tern.graph.Document;
import dev.tern.server.graphs.Intake;
import dev.tern.server.graphs.Source;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Iterator;
import java.util.List;
import java.util.NoSuchElementException;
import org.jspecify.annotations.Nullable;

/**
 * The documents of what was sent to the server, one after the other. A file comes in as standard input does: its name is an
 * id and a hint at its type, and never opens anything. Not thread-safe.
 */
final class SentDocuments implements Iterable<Document>, AutoCloseable {
    private final Iterator<Source> sources;
    private final boolean allowPrivate;
    private final LoadListener listener;
    private @Nullable LoadedDocuments loaded;
    private @Nullable InputStream content;

    SentDocuments(List<Source> sources, boolean allowPrivate, Intake.Listener listener) {
        this.sources = sources.iterator();
        this.allowPrivate = allowPrivate;
        this.listener = new LoadListener() {
            @Override
            public void skipped(String source, String reason) {
                listener.skipped(source, reason);
            }
        };
    }

    @Override
    public Iterator<Document> iterator() {
        return new Iterator<>() {
            private Iterator<Document> current = List.<Document>of().iterator();

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
            public Document next() {
                if (!hasNext()) {
                    throw new NoSuchElementException();
                }
                return current.next();
            }
        };
    }

    private Iterator<Document> open(Source source) {
        return switch (source) {
            case Source.Given given -> List.of(given.document()).iterator();
            case Source.Upload upload -> load(upload.name(), DocumentLoader.STANDARD_INPUT, upload.content());
            case Source.Page page -> load("page", page.address().toString(), null);
        };
    }

    private Iterator<Document> load(String name, String place, @Nullable Path file) {
        DocumentLoader loader = DocumentLoader.builder()
                .stdinName(name)
                .allowPrivate(allowPrivate)
                .build();
        try {
            InputStream in = file == null ? InputStream.nullInputStream() : Files.newInputStream(file);
            content = in;
            LoadedDocuments documents = loader.load(List.of(place), Path.of(""), in, listener);
            loaded = documents;
            return documents.iterator();
        } catch (IOException e) {
            throw TernException.store("what was sent cannot be read: " + e.getMessage(), e);
        }
    }

    @Override
    public void close() {
        try {
            if (loaded != null) {
                loaded.close();
                loaded = null;
            }
            if (content != null) {
                content.close();
                content = null;
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
