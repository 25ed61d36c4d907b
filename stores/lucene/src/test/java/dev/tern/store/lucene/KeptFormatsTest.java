package dev.tern.store.lucene;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tern.graph.Statement;
import dev.tern.note.Edit.Merge;
import dev.tern.note.Edit.Trusted;
import dev.tern.note.EditNotes;
import dev.tern.note.Note;
import dev.tern.settings.SourceRule;
import dev.tern.store.GraphBatch;
import dev.tern.store.GraphDescription;
import dev.tern.store.GraphStore;
import dev.tern.store.contract.Rows;
import dev.tern.store.contract.Samples;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import java.util.zip.ZipEntry;
import java.util.zip.ZipInputStream;
import java.util.zip.ZipOutputStream;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * A store of each released format, as written then: {@code src/test/resources/formats/2.zip} and so
 * on. This Tern must open each, find its contents, write to it, and convert old formats; a newer
 * Lucene that cannot read an older one's files fails here too. {@code -Dtern.write=true} writes a
 * store of a new format.
 */
final class KeptFormatsTest {
    private static final int FIRST = 2;

    private static final Path KEPT = Path.of("src", "test", "resources", "formats");
    private static final String GRAPH = "default";
    private static final List<GraphBatch> BATCHES = List.of(
            Samples.batch(
                    Samples.passage("d", 0, "Ada wrote notes.", Statement.of("Ada", "wrote", "notes")),
                    Samples.passage(
                            "d", 1, "Notes were printed in London.", Statement.of("notes", "printed in", "London"))),
            Samples.batch(Samples.passage("e", 0, "Ada wrote letters.", Statement.of("Ada", "wrote", "letters"))));
    private static final GraphBatch MORE =
            Samples.batch(Samples.passage("f", 0, "London kept letters.", Statement.of("London", "kept", "letters")));

    private static final Note.Act ACT = new Note.Act("ada", Instant.parse("2026-01-31T12:00:00Z"), "one person");

    @TempDir
    private Path directory;

    static IntStream formats() {
        return IntStream.rangeClosed(FIRST, GraphDescription.CURRENT_FORMAT);
    }

    @ParameterizedTest
    @MethodSource("formats")
    void storeOfAReleaseIsReadAndWrittenByThisOne(int format) throws IOException {
        Path zip = KEPT.resolve(format + ".zip");
        if (Boolean.getBoolean("tern.write") && Files.notExists(zip)) {
            keep(said(written(directory.resolve("new"), BATCHES)), zip);
        }
        Path kept = unpacked(zip, directory.resolve("kept"));
        Path same = said(written(directory.resolve("same"), BATCHES));
        assertThat(rows(kept)).isEqualTo(rows(same));
        assertThat(sayings(kept)).isEqualTo(sayings(same)).hasSize(2);
        assertThat(rows(written(kept, List.of(MORE)))).isEqualTo(rows(written(same, List.of(MORE))));
        try (GraphStore graph = LuceneGraphStore.open(kept, GRAPH)) {
            assertThat(graph.removeDocuments(List.of("d"))).isEqualTo(1);
            assertThat(graph.isDamaged()).isFalse();
            assertThat(graph.latest().notes().sources().hidden()).containsExactly("hostile/*");
            String rule = graph.latest().notes().edits().stream()
                    .filter(edit -> edit.change() instanceof Trusted)
                    .findFirst()
                    .orElseThrow()
                    .id();
            graph.changeNotes(present -> present.without(List.of(rule)));
        }
        assertThat(sayings(kept))
                .as("hidden by a quarantine of before, and forgotten")
                .hasSize(1);
        try (GraphStore graph = LuceneGraphStore.open(kept, GRAPH)) {
            assertThat(graph.latest().notes().sources().hidden()).isEmpty();
        }
    }

    private static Rows rows(Path store) {
        try (GraphStore graph = LuceneGraphStore.open(store, GRAPH)) {
            Rows rows = Rows.of(graph.latest());
            rows.requireWhole();
            return rows;
        }
    }

    private static Path written(Path store, List<GraphBatch> batches) {
        try (GraphStore graph = LuceneGraphStore.open(store, GRAPH)) {
            batches.forEach(graph::write);
        }
        return store;
    }

    /** Writes notes to a graph, and returns its store: a hidden source, a merge of two names. */
    private static Path said(Path store) {
        Note alias = EditNotes.note(new Merge(List.of("Ada", "Countess of Lovelace")), ACT, 0);
        Note hidden = EditNotes.note(new Trusted(SourceRule.parse("hostile/*=0")), ACT, 0);
        try (GraphStore graph = LuceneGraphStore.open(store, GRAPH)) {
            graph.changeNotes(present -> present.with(List.of(alias, hidden)));
        }
        return store;
    }

    private static List<String> sayings(Path store) {
        try (GraphStore graph = LuceneGraphStore.open(store, GRAPH)) {
            return graph.latest().notes().edits().stream()
                    .map(edit -> edit.change().describe())
                    .sorted()
                    .toList();
        }
    }

    private static void keep(Path store, Path zip) throws IOException {
        Files.createDirectories(zip.getParent());
        try (OutputStream out = Files.newOutputStream(zip);
                ZipOutputStream entries = new ZipOutputStream(out);
                Stream<Path> files = Files.walk(store)) {
            for (Path file : files.filter(Files::isRegularFile).sorted().toList()) {
                entries.putNextEntry(
                        new ZipEntry(store.relativize(file).toString().replace('\\', '/')));
                Files.copy(file, entries);
            }
        }
    }

    private static Path unpacked(Path zip, Path store) throws IOException {
        try (ZipInputStream entries = new ZipInputStream(Files.newInputStream(zip))) {
            for (ZipEntry entry = entries.getNextEntry(); entry != null; entry = entries.getNextEntry()) {
                Path file = store.resolve(entry.getName());
                Files.createDirectories(file.getParent());
                Files.copy(entries, file);
            }
        }
        return store;
    }
}
