package dev.tern.eval.questions;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** Writes a question set for tests. */
public record BeirFolder(Path path) {
    public BeirFolder corpus(String... lines) {
        return file("corpus.jsonl", lines);
    }

    /** Writes documents with these ids; the number after the colon is the angle. */
    public BeirFolder documents(String... idsAndAngles) {
        String[] lines = new String[idsAndAngles.length];
        for (int i = 0; i < lines.length; i++) {
            String[] parts = idsAndAngles[i].split(":", 2);
            lines[i] = "{\"_id\": \"" + parts[0] + "\", \"title\": \"\", \"text\": \"" + parts[0] + " at " + parts[1]
                    + "\"}";
        }
        return corpus(lines);
    }

    public BeirFolder queries(String... lines) {
        return file("queries.jsonl", lines);
    }

    /** Writes queries with these ids; the number after the colon is the angle. */
    public BeirFolder questions(String... idsAndAngles) {
        String[] lines = new String[idsAndAngles.length];
        for (int i = 0; i < lines.length; i++) {
            String[] parts = idsAndAngles[i].split(":", 2);
            lines[i] = "{\"_id\": \"" + parts[0] + "\", \"text\": \"what is at " + parts[1] + "\"}";
        }
        return queries(lines);
    }

    public BeirFolder judgements(String... lines) {
        return file("qrels/test.tsv", lines);
    }

    public BeirFolder file(String name, String... lines) {
        try {
            Path file = path.resolve(name);
            Files.createDirectories(file.toAbsolutePath().getParent());
            Files.writeString(file, String.join("\n", lines) + "\n");
            return this;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
