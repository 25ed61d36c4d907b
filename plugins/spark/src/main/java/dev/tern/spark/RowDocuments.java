package dev.tern.spark;

import dev.tern.documents.LoadListener;
import dev.tern.documents.LoadedDocuments;
import dev.tern.documents.SourceLoader;
import dev.tern.documents.jsonl.JsonlCorpus;
import dev.tern.error.TernException;
import dev.tern.graph.SourceDocument;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.Iterator;
import java.util.List;
import java.util.NoSuchElementException;
import java.util.function.Consumer;
import org.apache.spark.sql.Row;

/** The documents of rows, in order; invalid rows are reported and skipped. Not thread-safe. */
final class RowDocuments implements Iterator<SourceDocument> {
    private final Iterator<Row> rows;
    private final SourceLoader loader;
    private final int passageTokenLimit;
    private final Consumer<DocumentFailure> failures;
    private final Deque<SourceDocument> made = new ArrayDeque<>();

    RowDocuments(Iterator<Row> rows, SourceLoader loader, int passageTokenLimit, Consumer<DocumentFailure> failures) {
        this.rows = rows;
        this.loader = loader;
        this.passageTokenLimit = passageTokenLimit;
        this.failures = failures;
    }

    @Override
    public boolean hasNext() {
        while (made.isEmpty() && rows.hasNext()) {
            read(rows.next());
        }
        return !made.isEmpty();
    }

    @Override
    public SourceDocument next() {
        if (!hasNext()) {
            throw new NoSuchElementException();
        }
        return made.remove();
    }

    private void read(Row row) {
        String id = row.getAs(DocumentColumns.ID);
        String refused = row.getAs(DocumentColumns.REFUSED);
        if (refused != null) {
            failures.accept(new DocumentFailure(id, refused));
            return;
        }
        byte[] content = row.getAs(DocumentColumns.CONTENT);
        try {
            if (content != null) {
                made.addAll(parsed(id, content));
            } else {
                made.add(JsonlCorpus.document(
                        id,
                        row.getAs(DocumentColumns.TITLE),
                        row.getAs(DocumentColumns.TEXT),
                        row.getAs(DocumentColumns.METADATA),
                        row.getAs(DocumentColumns.TRIPLETS),
                        passageTokenLimit));
            }
        } catch (TernException e) {
            if (e.fault() != TernException.Fault.USER) {
                // The machine is at fault, so every other document would fail too.
                throw e;
            }
            failures.accept(new DocumentFailure(id, String.valueOf(e.getMessage())));
        }
    }

    /** Parses a file in a separate process. */
    private List<SourceDocument> parsed(String name, byte[] content) {
        List<SourceDocument> documents = new ArrayList<>();
        try {
            Path file = LocalFolder.file("tern-", ".document");
            try {
                Files.write(file, content);
                try (LoadedDocuments loaded = loader.loadUpload(name, file, new LoadListener() {
                    @Override
                    public void skipped(String source, String reason) {
                        failures.accept(new DocumentFailure(name, source + " " + reason));
                    }
                })) {
                    loaded.forEach(documents::add);
                }
            } finally {
                Files.deleteIfExists(file);
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return documents;
    }
}
