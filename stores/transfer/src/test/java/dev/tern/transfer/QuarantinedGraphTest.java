package dev.tern.transfer;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tern.store.InMemoryGraphStore;
import dev.tern.store.Quarantine;
import dev.tern.testing.HashingEmbeddingModel;
import dev.tern.testing.SampleGraphs;
import dev.tern.testing.Tenants;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What is in quarantine stays there when the graph moves. */
class QuarantinedGraphTest {
    private final InMemoryGraphStore store = Tenants.both(new HashingEmbeddingModel(64));

    @Test
    void copiesAndBackupsKeepItAndWhatTheirTargetHidesAlready(@TempDir Path folder) {
        Quarantine hidden = Quarantine.ofTexts(List.of("blue/*"));
        store.quarantine(present -> hidden);
        InMemoryGraphStore copy = new InMemoryGraphStore();
        GraphCopy.copy(store, copy, TransferListener.NONE);
        assertThat(copy.quarantine()).isEqualTo(hidden);

        Path file = folder.resolve("backup");
        GraphExport.write(store, ExportSettings.WHOLE, file, false, TransferListener.NONE);
        Quarantine other = Quarantine.ofTexts(List.of("else"));
        copy.quarantine(present -> other);
        GraphImport.read(file, copy, SampleGraphs.none(), ForeignNotes.TAKEN, TransferListener.NONE);
        assertThat(copy.quarantine()).isEqualTo(hidden.with(other.sources()));
    }
}
