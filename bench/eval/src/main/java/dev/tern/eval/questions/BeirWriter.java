package dev.tern.eval.questions;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.tern.error.TernException;
import dev.tern.files.OwnerFiles;
import dev.tern.graph.Statement;
import dev.tern.graph.Triplet;
import java.io.BufferedWriter;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Writes a question set in BEIR's layout, to temporary files until {@link #commit}. */
final class BeirWriter implements AutoCloseable {
    private static final String PART = ".part";
    private static final JsonMapper JSON = new JsonMapper();
    private static final List<String> FILES = List.of("corpus.jsonl", "queries.jsonl", "qrels/test.tsv");

    private final Path folder;
    private final Map<String, BufferedWriter> writers = new LinkedHashMap<>();

    /** A question to write, with the ids of its gold documents. */
    record QuestionLine(String id, String text, List<String> answers, String type, List<String> gold) {
        QuestionLine {
            answers = List.copyOf(answers);
            gold = List.copyOf(gold);
        }
    }

    /**
     * Creates a writer into a folder, which is created if missing.
     *
     * @throws TernException the user's fault, if the folder cannot be written
     */
    BeirWriter(Path folder) {
        this.folder = folder;
        try {
            OwnerFiles.folders(folder.resolve("qrels"));
            for (String file : FILES) {
                writers.put(file, OwnerFiles.writer(folder.resolve(file + PART)));
            }
        } catch (IOException e) {
            throw failed(e);
        }
        line("qrels/test.tsv", "query-id\tcorpus-id\tscore");
    }

    void document(String id, String title, String text, List<Statement> statements) {
        ObjectNode document = JSON.createObjectNode();
        document.put("_id", id).put("title", title).put("text", text);
        ArrayNode triplets = JSON.createArrayNode();
        for (Statement statement : statements) {
            statement.asTriplet().ifPresent(triplet -> triplets.add(array(triplet)));
        }
        ObjectNode metadata = document.putObject("metadata");
        if (!triplets.isEmpty()) {
            metadata.set("triplets", triplets);
        }
        line("corpus.jsonl", json(document));
    }

    private static ArrayNode array(Triplet triplet) {
        return JSON.createArrayNode()
                .add(triplet.subject())
                .add(triplet.predicate())
                .add(triplet.object());
    }

    void query(QuestionLine query) {
        ObjectNode written = JSON.createObjectNode();
        written.put("_id", query.id).put("text", query.text);
        ObjectNode metadata = written.putObject("metadata");
        metadata.set("answers", JSON.valueToTree(query.answers));
        if (!query.type.isEmpty()) {
            metadata.put("type", query.type);
        }
        line("queries.jsonl", json(written));
        query.gold.forEach(document -> line("qrels/test.tsv", query.id + "\t" + document + "\t1"));
    }

    private static String json(ObjectNode node) {
        try {
            return JSON.writeValueAsString(node);
        } catch (JsonProcessingException e) {
            throw new UncheckedIOException(e);
        }
    }

    private void line(String file, String text) {
        try {
            BufferedWriter writer = writers.get(file);
            if (writer != null) {
                writer.write(text);
                writer.write('\n');
            }
        } catch (IOException e) {
            throw failed(e);
        }
    }

    /** Closes the files, and renames them to their final names, replacing existing ones. */
    void commit() {
        try {
            for (Map.Entry<String, BufferedWriter> writer : writers.entrySet()) {
                writer.getValue().close();
                Path file = folder.resolve(writer.getKey());
                Files.move(folder.resolve(writer.getKey() + PART), file, StandardCopyOption.REPLACE_EXISTING);
            }
            writers.clear();
        } catch (IOException e) {
            throw failed(e);
        }
    }

    @Override
    public void close() {
        try {
            for (Map.Entry<String, BufferedWriter> writer : writers.entrySet()) {
                writer.getValue().close();
                Files.deleteIfExists(folder.resolve(writer.getKey() + PART));
            }
            writers.clear();
        } catch (IOException e) {
            throw failed(e);
        }
    }

    private TernException failed(IOException e) {
        return TernException.user(folder + " cannot be written: " + e.getMessage(), e);
    }
}
