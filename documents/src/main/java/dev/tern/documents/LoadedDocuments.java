package dev.tern.documents;

import dev.tern.error.TernException;
import dev.tern.graph.SourceDocument;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Iterator;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Documents that are read lazily; at most one is held in memory. They can be iterated once.
 *
 * <p>The end of the iteration, and closing, end the parser process and delete temporary files. Not
 * thread-safe.
 */
public final class LoadedDocuments implements Iterable<SourceDocument>, AutoCloseable {
    private final LoadSettings settings;
    private final PlaceReader targets;
    private final InputStream standardInput;
    private final LoadListener listener;
    private final LoadTools tools;
    private Iterator<SourceDocument> current = List.<SourceDocument>of().iterator();
    private PlaceReader.@Nullable Target open;
    private String openName = "";
    private long openBytes;
    private long count;
    private boolean iterated;

    LoadedDocuments(LoadSettings settings, PlaceReader targets, InputStream standardInput, PrintableListener listener) {
        this.settings = settings;
        this.targets = targets;
        this.standardInput = standardInput;
        this.listener = listener;
        this.tools = new LoadTools(settings, listener);
    }

    /**
     * Returns the iterator, whose {@code hasNext} reads the next document. It throws a {@link
     * TernException}, and the load ends, if listing fails or exceeds a limit, no parser process can
     * start or becomes free within {@link LoadLimit#SECONDS}, the thread is interrupted, or
     * temporary files cannot be written. It must not be used after {@link #close}.
     *
     * @throws IllegalStateException if called a second time
     */
    @Override
    public Iterator<SourceDocument> iterator() {
        if (iterated) {
            throw new IllegalStateException("loaded documents can be iterated only once: load again");
        }
        iterated = true;
        return Stream.generate(this::next)
                .takeWhile(Optional::isPresent)
                .flatMap(Optional::stream)
                .iterator();
    }

    private Optional<SourceDocument> next() {
        SourceDocument next = ofCurrent();
        while (next == null && advance()) {
            next = ofCurrent();
        }
        return Optional.ofNullable(next);
    }

    private @Nullable SourceDocument ofCurrent() {
        try {
            return current.hasNext() ? current.next() : null;
        } catch (TernException | UncheckedIOException e) {
            // A corpus may end early, for instance if its file vanishes.
            listener.skipped(openName, "is read no further: " + e.getMessage());
            current = List.<SourceDocument>of().iterator();
            return null;
        }
    }

    /** Opens the next place; returns false after the last. */
    private boolean advance() {
        if (open != null) {
            listener.read(openName, openBytes);
            open = null;
        }
        current = List.<SourceDocument>of().iterator();
        PlaceReader.Target target = targets.next();
        if (target == null) {
            close();
            return false;
        }
        settings.limits().checkFiles(++count);
        open = target;
        openBytes = 0;
        try {
            current = read(target);
        } catch (UnreadableException e) {
            if (e.isNothing()) {
                listener.ignored(openName, e.reason());
            } else {
                listener.skipped(openName, e.reason());
            }
        } catch (IOException e) {
            throw TernException.store("a temporary file cannot be written: " + UnreadableException.reason(e), e);
        } finally {
            if (targets.isAtEnd()) {
                tools.closeParser();
            }
        }
        return true;
    }

    private Iterator<SourceDocument> read(PlaceReader.Target target) throws UnreadableException, IOException {
        return switch (target) {
            case PlaceReader.OneFile file -> {
                openName = file.source().shown();
                openBytes = file.bytes();
                yield tools.reader().read(file.source());
            }
            case PlaceReader.StandardInput input -> {
                openName = settings.stdinName();
                yield spooled();
            }
            case PlaceReader.PageTarget page -> {
                openName = WebAddress.withoutSecrets(page.address());
                yield fetched(page.address());
            }
        };
    }

    private Iterator<SourceDocument> spooled() throws UnreadableException, IOException {
        Path file = tools.folder().resolve("stdin");
        String name = settings.stdinName();
        try (OutputStream out = Files.newOutputStream(file)) {
            settings.limits().copy(standardInput, out);
        }
        return tools.reader().read(new SourceFile(name, name, file, name, "", "", true, null));
    }

    private Iterator<SourceDocument> fetched(String place) throws UnreadableException, IOException {
        WebAddress address = WebAddress.parse(place);
        Path file = tools.folder().resolve("page");
        return tools.reader().read(tools.pages().fetch(address, file).source(address, file));
    }

    @Override
    public void close() {
        tools.close();
    }
}
