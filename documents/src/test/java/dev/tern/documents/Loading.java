package dev.tern.documents;

import dev.tern.graph.Document;
import dev.tern.graph.Statement;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** Loads and keeps everything, for the tests. */
record Loading(List<Document> documents, Heard heard) {
    static Loading of(Path directory, String... places) {
        return of(DocumentLoader.builder().build(), directory, places);
    }

    static Loading of(DocumentLoader loader, Path directory, String... places) {
        return of(loader, directory, InputStream.nullInputStream(), places);
    }

    static Loading of(DocumentLoader loader, Path directory, InputStream standardInput, String... places) {
        Heard heard = new Heard();
        List<Document> documents = new ArrayList<>();
        try (LoadedDocuments loaded = loader.load(List.of(places), directory, standardInput, heard)) {
            loaded.forEach(documents::add);
        }
        return new Loading(documents, heard);
    }

    /** Writes a file and loads it, as the only document. */
    static Document read(Path folder, String name, String text) throws IOException {
        Files.writeString(folder.resolve(name), text);
        return of(folder, name).only();
    }

    List<String> ids() {
        return documents.stream().map(Document::id).toList();
    }

    /** The only document, with nothing skipped. */
    Document only() {
        if (documents.size() != 1 || !heard.skipped.isEmpty()) {
            throw new AssertionError(ids() + " were loaded, and " + heard.skipped + " were skipped");
        }
        return documents.getFirst();
    }

    /** The only thing that was skipped, with nothing loaded. */
    String refusal() {
        if (!documents.isEmpty() || heard.skipped.size() != 1) {
            throw new AssertionError(ids() + " were loaded, and " + heard.skipped + " were skipped");
        }
        return heard.skipped.getFirst();
    }

    /** What the tables of a document state. */
    static List<String> stated(Document document) {
        return document.tables().stream()
                .flatMap(table -> table.rows(document.text(), 0, document.text().length()).stream())
                .flatMap(row -> row.statements().stream())
                .map(Statement::text)
                .toList();
    }
}
