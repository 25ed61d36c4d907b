package dev.tern.transfer;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tern.error.TernException;
import dev.tern.error.TernException.Fault;
import dev.tern.files.Sha256;
import dev.tern.graph.ContentId;
import dev.tern.store.GraphStore;
import dev.tern.store.InMemoryGraphStore;
import dev.tern.testing.HashingEmbeddingModel;
import dev.tern.testing.RecordingStore;
import dev.tern.testing.SampleGraphs;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import java.util.zip.GZIPOutputStream;
import org.assertj.core.api.SoftAssertions;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Tests that an invalid file is refused before writing, with the place of the error. */
final class BadFileTest {
    @TempDir
    private Path folder;

    private final RecordingStore target = new RecordingStore(new InMemoryGraphStore());
    private final SoftAssertions softly = new SoftAssertions();
    private Path file = Path.of("");
    private List<String> lines = List.of();

    @BeforeEach
    void export() throws IOException {
        file = folder.resolve("graph");
        GraphExport.write(SampleGraphs.filled(2), ExportSettings.WHOLE_GRAPH, file, true, TransferListener.NONE);
        lines = new ArrayList<>(Files.readAllLines(file));
    }

    @Test
    void noFile() throws IOException {
        file = folder.resolve("none");
        assertRefused("there is no file " + file);
        file = folder;
        assertRefused(folder + " is a folder, not an exported graph");
        file = Path.of("/dev/null");
        assertRefused(
                file + " is not a file: a graph is checked before it is written, so it is read twice; put it into a"
                        + " file first");
        file = Files.createFile(folder.resolve("empty"));
        assertRefused(file + " is empty");
    }

    @Test
    void noHeader() throws IOException {
        String message =
                file + " is not an exported graph: its first line is not a header (documents are added with tern add)";
        for (String first : List.of("{\"_id\": \"a\"}", "text", "[]", "1", "", "{\"header\":{\"format\":\"other\"}}")) {
            Files.writeString(file, first + "\n");
            assertRefused(message);
        }
        Files.write(file, lines.subList(1, lines.size()));
        assertRefused(message);
    }

    @Test
    void newerFormat() throws IOException {
        Files.writeString(file, "{\"header\":{\"format\":\"tern-graph\",\"version\":3,\"unheard\":\"of\"}}\n");
        assertRefused(file + " has version 3 of the format, and this version of Tern reads up to 2; use a newer Tern");
    }

    @Test
    void truncatedAnywhere() throws IOException {
        byte[] zipped = zipped();
        for (byte[] bytes : List.of(Files.readAllBytes(file), zipped)) {
            for (int end : new int[] {bytes.length / 3, bytes.length / 2, bytes.length - 1, bytes.length - 9}) {
                Files.write(file, Arrays.copyOf(bytes, end));
                assertThatThrownBy(this::read)
                        .isInstanceOf(TernException.class)
                        .hasMessageStartingWith(file + " is truncated: it ends at line ")
                        .hasMessageEndingWith(" and has no footer; nothing can be imported");
            }
        }
        Files.write(file, Arrays.copyOf(zipped, 5));
        assertRefused(file + " is truncated: it ends within the header of gzip");
        Files.write(file, lines.subList(0, lines.size() - 1));
        assertRefused(file + " is truncated: it ends at line " + (lines.size() - 1)
                + " and has no footer; nothing can be imported");
        assertThat(target.writes()).isEmpty();
    }

    @Test
    void damagedInside() throws IOException {
        int passage = indexOf("{\"passage\"");
        lines.set(passage, lines.get(passage).replace("\"by\":\"model ", "\"by\":\"nobody "));
        Files.write(file, lines);
        assertThatThrownBy(this::read)
                .isInstanceOf(TernException.class)
                .hasMessageStartingWith(
                        file + " is damaged, or was changed after the export: the SHA-256 of its lines is ");
        assertThat(target.writes()).isEmpty();
    }

    private byte[] zipped() throws IOException {
        ByteArrayOutputStream zipped = new ByteArrayOutputStream();
        try (OutputStream to = new GZIPOutputStream(zipped)) {
            to.write(Files.readAllBytes(file));
        }
        return zipped.toByteArray();
    }

    @Test
    void damagedGzip() throws IOException {
        byte[] bytes = zipped();
        bytes[bytes.length - 6] ^= 1;
        Files.write(file, bytes);
        assertThatThrownBy(this::read).isInstanceOf(TernException.class).hasMessageStartingWith(file + " is damaged: ");
    }

    @Test
    void badLinesAreToldByNumberAndColumn() {
        int passage = indexOf("{\"passage\"");
        int entity = indexOf("{\"entity\"");
        String start = file + ", line ";
        assertBad(passage, "{\"passage\":", start + (passage + 1) + ", column 12: no JSON: Unexpected end-of-input");
        assertBad(
                passage,
                "{\"chunk\":{}}",
                start + (passage + 1)
                        + ", column 2: expected a header, entity, relation, passage or footer, found \"chunk\"");
        assertBad(
                entity,
                "{\"entity\":{\"id\":\"a\",\"colour\":1,\"name\":\"b\",\"vector\":\"\"}}",
                start + (entity + 1) + ", column ");
        assertBad(
                entity,
                "{\"entity\":{\"id\":\"a\",\"name\":\"b\",\"vector\":\"\"}}",
                start + (entity + 1) + ", column 43: the id of the entity is a; its content has the id "
                        + ContentId.ofEntity("b"));
        assertBad(entity, "{\"entity\":{\"id\":1}}", start + (entity + 1) + ", column 18: name: it is missing");
        assertBad(
                entity,
                lines.get(entity).replaceAll("\"vector\":\".{8}", "\"vector\":\""),
                start + (entity + 1) + ": the vector has 58 bytes; 16 dimensions have 64");
        assertBad(
                entity,
                lines.get(entity).replaceAll("\"vector\":\"[^\"]*", "\"vector\":\"" + "A".repeat(86) + "=="),
                start + (entity + 1) + ": the vector has length 0.0; it must have length 1");
        assertBad(
                passage,
                lines.get(passage).replaceAll("\"ordinal\":\\d", "\"ordinal\":-1"),
                start + (passage + 1) + ": a passage's ordinal is -1; the first is 0");
        assertBad(
                passage,
                lines.get(passage).replaceAll("\"ordinal\":\\d", "\"ordinal\":null"),
                start + (passage + 1) + ", column ");
        assertBad(
                passage,
                lines.get(passage).replaceAll("\"state\":\"[A-Z]+", "\"state\":\"ASLEEP"),
                start + (passage + 1) + ", column ");
        assertBad(
                0,
                lines.getFirst().replace("\"dimension\":16", "\"dimension\":" + (1 << 30)),
                start + "2: the vector has 64 bytes; 1073741824 dimensions have 4294967296");
        assertBad(passage + 1, lines.get(passage), start + (passage + 2) + ": the passage ");
        assertBad(entity, lines.get(entity + 1), start);
        assertBad(1, lines.getFirst(), start + "2: a second header (version 1)");
        softly.assertAll();
    }

    private void assertBad(int index, String line, String start) {
        List<String> changed = new ArrayList<>(lines);
        changed.set(index, line);
        try {
            Files.write(file, signed(changed));
        } catch (IOException e) {
            throw new AssertionError(e);
        }
        softly.assertThatThrownBy(this::read)
                .isInstanceOfSatisfying(
                        TernException.class, e -> assertThat(e.fault()).isEqualTo(Fault.USER))
                .hasMessageStartingWith(start)
                .message()
                .doesNotContain("dev.tern");
        assertThat(target.writes()).isEmpty();
    }

    /** Fixes the hash in the footer, so that it is not the reason. */
    static List<String> signed(List<String> changed) {
        String before = String.join("\n", changed.subList(0, changed.size() - 1)) + "\n";
        MessageDigest sha = Sha256.digest();
        String hash = HexFormat.of().formatHex(sha.digest(before.getBytes(StandardCharsets.UTF_8)));
        changed.set(changed.size() - 1, changed.getLast().replaceAll("\"sha256\":\"[^\"]*", "\"sha256\":\"" + hash));
        return changed;
    }

    @Test
    void aFooterThatCountsOtherwise() throws IOException {
        lines.set(lines.size() - 1, lines.getLast().replace("\"passages\":6", "\"passages\":7"));
        Files.write(file, lines);
        assertRefused(file + " is damaged: it holds 6 passages with 10 statements, and its footer says 7 with 10");
    }

    @Test
    void moreThanTheFooter() throws IOException {
        lines.add("x");
        Files.write(file, lines);
        assertRefused(file + ", line " + lines.size() + ": there is data after the footer");
    }

    @Test
    void anotherModelOrDimensionIsRefusedWithBothNamed() {
        GraphStore other = new InMemoryGraphStore();
        Path plain = folder.resolve("plain");
        ExportSettings withoutVectors = new ExportSettings(ExportFormat.JSONL, false);
        GraphExport.write(SampleGraphs.filled(1), withoutVectors, plain, false, TransferListener.NONE);
        GraphImport.read(plain, other, SampleGraphs.embedder(new HashingEmbeddingModel(24)), TransferListener.NONE);
        assertThatThrownBy(() -> GraphImport.read(file, other, SampleGraphs.none(), TransferListener.NONE))
                .isInstanceOf(TernException.class)
                .hasMessage(
                        file + " has vectors of the embedding model \"hashing-16\" (16 dimensions), and the graph has"
                             + " vectors of \"hashing-24\" (24 dimensions); nothing was imported. Import into another"
                             + " graph, or export without vectors");
    }

    private int indexOf(String start) {
        for (int i = 0; i < lines.size(); i++) {
            if (lines.get(i).startsWith(start)) {
                return i;
            }
        }
        throw new AssertionError("no " + start);
    }

    private void read() {
        GraphImport.read(file, target, SampleGraphs.none(), TransferListener.NONE);
    }

    private void assertRefused(String message) {
        assertThatThrownBy(this::read)
                .isInstanceOfSatisfying(
                        TernException.class, e -> assertThat(e.fault()).isEqualTo(Fault.USER))
                .hasMessage(message);
        assertThat(target.writes()).isEmpty();
    }
}
