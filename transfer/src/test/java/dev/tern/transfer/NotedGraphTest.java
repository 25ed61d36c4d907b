package dev.tern.transfer;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tern.error.TernException;
import dev.tern.note.Alias;
import dev.tern.note.Note;
import dev.tern.note.Notes;
import dev.tern.store.InMemoryGraphStore;
import dev.tern.testing.HashingEmbeddingModel;
import dev.tern.testing.Tenants;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.zip.GZIPInputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What people said of a graph goes along when the graph moves. */
class NotedGraphTest {
    private static final Note.Act ACT = new Note.Act("ada", Instant.parse("2026-01-31T12:00:00Z"), "a \"reason\"");

    private final InMemoryGraphStore store = Tenants.both(new HashingEmbeddingModel(64));

    @Test
    void copiesAndBackupsKeepItAndWhatWasSaidOfTheirTarget(@TempDir Path folder) {
        Note alias = Alias.note(List.of("Mark Twain", "Samuel \"名\" Clemens"), ACT);
        Note undone = Alias.note(List.of("A", "B"), ACT).undone(ACT);
        Note future = Note.of("future", Map.of("x", List.of("1")), ACT);
        store.notes(present -> present.with(List.of(alias, undone, future)));
        InMemoryGraphStore copy = new InMemoryGraphStore();
        GraphCopy.copy(store, copy, TransferListener.NONE);
        assertThat(copy.notes()).isEqualTo(store.notes());

        Path file = folder.resolve("backup");
        GraphBackup.write(store, file, false, TransferListener.NONE);
        Note own = Alias.note(List.of("Own", "Other"), ACT);
        copy.notes(present -> Notes.NONE.with(List.of(own, alias.undone(ACT))));
        GraphBackup.restore(file, copy, TransferListener.NONE);
        assertThat(copy.notes().all()).containsExactly(own, alias.undone(ACT), undone, future);
    }

    private static String text(Path backup) throws IOException {
        try (InputStream in = new GZIPInputStream(Files.newInputStream(backup))) {
            return new String(in.readAllBytes(), StandardCharsets.UTF_8);
        }
    }

    @Test
    void aFileWithoutNotesIsOfTheVersionThatEveryTernReads(@TempDir Path folder) throws IOException {
        Path without = folder.resolve("without");
        GraphBackup.write(store, without, false, TransferListener.NONE);
        assertThat(text(without)).contains("\"version\":1,").doesNotContain("\"notes\"");
        store.notes(present -> present.with(List.of(Alias.note(List.of("A", "B"), ACT))));
        Path with = folder.resolve("with");
        GraphBackup.write(store, with, false, TransferListener.NONE);
        String written = text(with);
        assertThat(written).contains("\"version\":2,", "\"kind\":\"alias\"");
        Files.writeString(with, written.replaceFirst("\"kind\":\"alias\"", "\"kind\":\"ALIAS\""));
        assertThatThrownBy(() -> GraphBackup.restore(with, new InMemoryGraphStore(), TransferListener.NONE))
                .isInstanceOf(TernException.class)
                .hasMessageContaining("line 1")
                .hasMessageContaining("the kind of a note is \"ALIAS\"; it is of 1 to 20 letters from a to z");
    }
}
