package dev.tern.documents;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tern.graph.SourceDocument;
import dev.tern.graph.Statement;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** Loads everything into memory, for tests. */
record Loading(List<SourceDocument> documents, Heard heard) {
    static Loading of(Path directory, String... places) {
        return of(SourceLoader.builder().build(), directory, places);
    }

    static Loading of(SourceLoader loader, Path directory, String... places) {
        return of(loader, directory, InputStream.nullInputStream(), places);
    }

    static Loading of(SourceLoader loader, Path directory, InputStream standardInput, String... places) {
        Heard heard = new Heard();
        List<SourceDocument> documents = new ArrayList<>();
        try (LoadedDocuments loaded = loader.load(List.of(places), directory, standardInput, heard)) {
            loaded.forEach(documents::add);
        }
        return new Loading(documents, heard);
    }

    /** Writes a file and loads its only document. */
    static SourceDocument read(Path folder, String name, String text) throws IOException {
        Files.writeString(folder.resolve(name), text);
        return of(folder, name).only();
    }

    /** Returns the ids below the name of a folder, without it. */
    List<String> idsIn(Path folder) {
        String prefix = folder.getFileName() + "/";
        assertThat(ids()).allMatch(id -> id.startsWith(prefix));
        return ids().stream().map(id -> id.substring(prefix.length())).toList();
    }

    List<String> ids() {
        return documents.stream().map(SourceDocument::id).toList();
    }

    /** Returns the only document; nothing was skipped. */
    SourceDocument only() {
        if (documents.size() != 1 || !heard.skipped.isEmpty()) {
            throw new AssertionError(ids() + " were loaded, and " + heard.skipped + " were skipped");
        }
        return documents.getFirst();
    }

    /** Returns the only reason for a skipped place; nothing was loaded. */
    String refusal() {
        if (!documents.isEmpty() || heard.skipped.size() != 1) {
            throw new AssertionError(ids() + " were loaded, and " + heard.skipped + " were skipped");
        }
        return heard.skipped.getFirst();
    }

    /** Returns the statements of a document's tables. */
    static List<String> stated(SourceDocument document) {
        return document.tables().stream()
                .flatMap(table -> table.rows(document.text(), 0, document.text().length()).stream())
                .flatMap(row -> row.statements().stream())
                .map(Statement::text)
                .toList();
    }
}
