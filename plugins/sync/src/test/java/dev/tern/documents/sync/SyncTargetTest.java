package dev.tern.documents.sync;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tern.GraphRag;
import dev.tern.error.TernException;
import dev.tern.error.TernException.Fault;
import dev.tern.graph.Passage;
import dev.tern.store.InMemoryGraphStore;
import dev.tern.testing.HashingEmbeddingModel;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A store of passages as simple as one can be, which keeps equal ids as often as they are added. */
class SyncTargetTest extends PassageStoreContract {
    @TempDir
    private Path folder;

    private final List<Passage> passages = new ArrayList<>();
    private final PassageStore store = new PassageStore() {
        @Override
        public void add(List<Passage> more) {
            passages.addAll(more);
        }

        @Override
        public void remove(List<String> passageIds) {
            passages.removeIf(passage -> passageIds.contains(passage.id()));
        }

        @Override
        public boolean isEmpty() {
            return passages.isEmpty();
        }
    };
    private Path ledger = Path.of("");

    @BeforeEach
    void mill() throws IOException {
        Files.writeString(
                Files.createDirectory(folder.resolve("docs")).resolve("mill.md"), "# Ham\n\nOrla grinds rye.");
        ledger = folder.resolve("docs.ledger");
    }

    @Override
    protected PassageStore store() {
        return store;
    }

    @Override
    protected List<String> texts() {
        return passages.stream().map(Passage::text).toList();
    }

    private SyncReport sync() {
        return SyncTarget.of(store, ledger).sync(folder.resolve("docs").toString());
    }

    @Test
    void passageKnowsItsSourceAndPlaceAndNotTheBookkeeping() {
        assertThat(sync()).hasToString("docs: 1 added, 0 replaced, 0 removed, 0 unchanged, 0 failed");
        Passage passage = passages.getFirst();
        assertThat(passage.documentId()).isEqualTo("docs/mill.md");
        assertThat(passage.position().heading()).isEqualTo("Ham");
        assertThat(PassageStore.text(passage)).isEqualTo("Ham\n\nOrla grinds rye.");
        assertThat(passage.metadata().values())
                .containsKey("sync_source")
                .doesNotContainKeys("sync_version", "sync_item");
        assertThat(passage.id()).matches("[0-9a-f]{8}-[0-9a-f]{4}-3[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}");
    }

    @Test
    void graphIsATargetToo() {
        try (GraphRag rag = GraphRag.builder()
                .ownedStore(new InMemoryGraphStore())
                .embeddingModel(new HashingEmbeddingModel(16))
                .build()) {
            SyncTarget graph = SyncTarget.of(rag);
            assertThat(graph.sync(folder.resolve("docs").toString())
                            .source()
                            .counts()
                            .added())
                    .isOne();
            assertThat(graph.sync(folder.resolve("docs").toString())
                            .source()
                            .counts()
                            .unchanged())
                    .isOne();
            assertThat(rag.ask("What does Orla grind?").text()).contains("rye");
            assertThat(graph.remove("docs")).contains(1);
            assertThat(graph.sources()).isEmpty();
        }
    }

    @Test
    void sourceIsRemovedWithItsDocuments() {
        sync();
        SyncTarget target = SyncTarget.of(store, ledger);
        assertThat(target.sources()).extracting(SyncedSource::name).containsExactly("docs");

        assertThat(target.remove("docs")).contains(1);

        assertThat(passages).isEmpty();
        assertThat(target.sources()).isEmpty();
        assertThat(target.remove("docs")).isEmpty();
        assertThat(sync().source().counts().added()).isOne();
    }

    @Test
    void lineThatAKillCutOffIsDropped() throws IOException {
        sync();
        String whole = Files.readString(ledger);
        Files.writeString(ledger, whole + "{\"id\":\"docs/mill.md\",\"source\":\"do");

        assertThat(sync().source().counts().unchanged()).isOne();
        assertThat(Files.readString(ledger)).doesNotContain("\"do\n").doesNotContain("\"do{");
        assertThat(sync().source().counts().unchanged()).isOne();
    }

    @Test
    void ledgerDoesNotGrowWithItsRuns() throws IOException {
        sync();
        Files.writeString(
                ledger,
                Files.readString(ledger)
                        .lines()
                        .skip(1)
                        .findFirst()
                        .orElseThrow()
                        .concat("\n")
                        .repeat(2_000)
                        .transform(lines -> firstLine() + lines));
        sync();
        assertThat(Files.readAllLines(ledger)).hasSizeLessThan(10);
    }

    private String firstLine() {
        try {
            return Files.readAllLines(ledger).getFirst() + "\n";
        } catch (IOException e) {
            throw new AssertionError(e);
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "null", ":\"docs/mill.md\"}"})
    void damagedLedgerIsRefusedByItsLine(String damage) throws IOException {
        sync();
        List<String> lines = new ArrayList<>(Files.readAllLines(ledger));
        lines.set(2, damage);
        Files.write(ledger, lines);

        assertRefused(
                Fault.STORE,
                "the ledger " + ledger
                        + " is damaged in line 3: restore it from a backup, or delete it and the next run adds every"
                        + " document again");
    }

    @Test
    void anotherFileIsNoLedger() throws IOException {
        Files.writeString(ledger, "Orla Finn grinds rye.");
        assertRefused(Fault.USER, ledger + " is not a ledger of this version of Tern: name another file, or delete it");
    }

    @Test
    void ledgerServesOneRunAtATime() {
        try (SyncLedger open = SyncLedger.open(ledger)) {
            assertThat(open.documents()).isEmpty();
            assertRefused(Fault.USER, "another run uses the ledger " + ledger + ": wait for its end, or stop it");
        }
    }

    @Test
    void ledgerInNoFolderIsTheOperators() {
        ledger = folder.resolve("nowhere/docs.ledger");
        assertRefused(Fault.OPERATOR, "the ledger " + ledger + " cannot be locked: " + ledger.getParent());
    }

    @Test
    void sourceOfTheSameNameElsewhereIsRefused() throws IOException {
        sync();
        Path other = Files.createDirectories(folder.resolve("other/docs"));
        assertThatThrownBy(() -> SyncTarget.of(store, ledger).sync(other.toString()))
                .isInstanceOf(TernException.class)
                .hasMessage("the ledger has a source \"docs\" at " + folder.resolve("docs") + ", and not at " + other
                        + ": give this one another name in its SyncPlace, or allow address changes in the SyncOptions"
                        + " if the source moved");
    }

    @Test
    void emptyFolderIsNotTheEndOfItsDocuments() throws IOException {
        sync();
        Files.delete(folder.resolve("docs/mill.md"));
        assertThat(sync().gaps()).containsExactly("it is empty, where the ledger has 1 files or pages of it");
        assertThat(passages).hasSize(1);
    }

    private void assertRefused(Fault fault, String message) {
        assertThatThrownBy(this::sync)
                .isInstanceOfSatisfying(
                        TernException.class, e -> assertThat(e.fault()).isEqualTo(fault))
                .hasMessage(message);
    }
}
