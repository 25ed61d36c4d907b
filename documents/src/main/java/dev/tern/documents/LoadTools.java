package dev.tern.documents;

import dev.tern.documents.temporary.TemporaryFolder;
import dev.tern.error.TernException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** A load's temporary folder, parser and web client, created on first use. Not thread-safe. */
final class LoadTools implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(LoadTools.class);

    private final LoadSettings settings;
    private final PrintableListener listener;
    private @Nullable TemporaryFolder folder;
    private @Nullable ParserProcess process;
    private @Nullable DocumentReader reader;
    private @Nullable WebPages pages;

    LoadTools(LoadSettings settings, PrintableListener listener) {
        this.settings = settings;
        this.listener = listener;
    }

    LoadLimits limits() {
        return settings.limits();
    }

    LoadListener listener() {
        return listener;
    }

    /** Returns a supplier of a clause on the parts skipped after this call. */
    Supplier<Optional<String>> skipped() {
        listener.begin();
        return listener::remark;
    }

    DocumentReader reader() throws IOException {
        if (reader == null) {
            Path temporary = Files.createDirectory(folder().resolve("parser"));
            process = settings.parser(temporary);
            reader = new DocumentReader(settings.limits(), process, listener, folder(), settings.encoding());
        }
        return reader;
    }

    WebPages pages() {
        if (pages == null) {
            pages = settings.pages();
        }
        return pages;
    }

    Path folder() {
        if (folder == null) {
            try {
                folder = TemporaryFolder.make("documents");
            } catch (IOException e) {
                throw TernException.store("a temporary file cannot be written: " + UnreadableException.reason(e), e);
            }
        }
        return folder.path();
    }

    /** Ends the parser process early, as other loads may wait for its permit. */
    void closeParser() {
        if (process != null) {
            process.close();
        }
    }

    @Override
    public void close() {
        closeParser();
        if (pages != null) {
            pages.close();
            pages = null;
        }
        if (folder != null) {
            try {
                folder.close();
            } catch (IOException e) {
                LOG.warn("Temporary files stay in {}: {}", folder.path(), UnreadableException.reason(e));
            }
            folder = null;
        }
    }
}
