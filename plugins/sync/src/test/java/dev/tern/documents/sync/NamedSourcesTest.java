package dev.tern.documents.sync;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tern.note.Note;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class NamedSourcesTest {
    private static final List<String> NO_KEYS = List.of("*.key");

    @TempDir
    private Path folder;

    private static SyncedSource source(String address, List<String> exclude) {
        return new SyncedSource(
                "docs",
                address,
                "folder",
                exclude,
                SyncedSource.SyncedState.DONE,
                Instant.EPOCH,
                Optional.empty(),
                SyncedSource.Counts.NONE,
                List.of(),
                "",
                new Note.Act("ada", Instant.EPOCH, ""));
    }

    @Test
    void sourceIsNamedOnlyWithItsAddressAndItsPatternsInItsGraph() {
        NamedSources named = new NamedSources(folder, "store default");
        SyncedSource source = source("/notes", NO_KEYS);
        assertThat(named.hold(source)).isFalse();

        named.keep("docs", "/notes", NO_KEYS);
        assertThat(named.hold(source)).isTrue();
        assertThat(named.hold(source("/secrets", NO_KEYS))).isFalse();
        assertThat(named.hold(source("/notes", List.of()))).isFalse();
        assertThat(new NamedSources(folder, "store other").hold(source)).isFalse();

        named.forget("docs");
        assertThat(named.hold(source)).isFalse();
    }
}
