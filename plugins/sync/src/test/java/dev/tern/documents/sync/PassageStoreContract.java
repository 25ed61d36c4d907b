package dev.tern.documents.sync;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tern.documents.LoadListener;
import dev.tern.documents.SourceLoader;
import dev.tern.documents.sync.SyncedSource.Counts;
import dev.tern.error.TernException;
import dev.tern.graph.Passage;
import dev.tern.ingest.split.SentenceSplitter;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Tests of the texts in a framework's store, without a graph, after runs of every kind. */
public abstract class PassageStoreContract {
    private static final String FIRST = "Orla Finn grinds rye in the old mill of Ham.";
    private static final String SECOND = "Piet Moll bakes bread from it every morning.";
    private static final String THIRD = "Lena Marr built the bridge between the two.";

    @TempDir
    private Path directory;

    private final List<String> added = new ArrayList<>();
    private final List<String> removed = new ArrayList<>();
    private final List<String> ids = new ArrayList<>();
    private final List<String> remarks = new ArrayList<>();
    private boolean dryRun;
    private Runnable afterAdding = () -> {};
    private Runnable afterRemoving = () -> {};

    /** Returns the store under test, one for each test. */
    protected abstract PassageStore store();

    /** Returns the texts of the store, twice where it has a passage twice. */
    protected abstract List<String> texts();

    @BeforeEach
    final void begin() throws IOException {
        Files.createDirectory(directory.resolve("notes"));
    }

    private void write(String name, String text) throws IOException {
        Files.writeString(directory.resolve("notes").resolve(name), text);
    }

    private void delete(String name) throws IOException {
        Files.delete(directory.resolve("notes").resolve(name));
    }

    private Path ledger() {
        return directory.resolve("notes.ledger");
    }

    private SyncReport run() {
        added.clear();
        removed.clear();
        PassageStore watched = new PassageStore() {
            @Override
            public void add(List<Passage> passages) {
                store().add(passages);
                passages.forEach(passage -> added.add(passage.text()));
                passages.forEach(passage -> ids.add(passage.id()));
                afterAdding.run();
            }

            @Override
            public void remove(List<String> passageIds) {
                int before = texts().size();
                store().remove(passageIds);
                removed.addAll(passageIds.subList(0, before - texts().size()));
                afterRemoving.run();
            }

            @Override
            public boolean isEmpty() {
                return store().isEmpty();
            }
        };
        SourceLoader loader = SourceLoader.builder().build();
        return SyncTarget.of(
                        watched,
                        ledger(),
                        SentenceSplitter.builder().tokenLimit(16).overlap(0).build())
                .sync(
                        SyncPlace.of("notes", Optional.empty(), directory, Optional.empty()),
                        SyncOptions.of(loader::excluding).withDryRun(dryRun),
                        new LoadListener() {
                            @Override
                            public void documentChanged(String source, String remark) {
                                remarks.add(remark);
                            }
                        });
    }

    /** Simulates a kill: the run ends, and the ledger is read from the disk again. */
    private static final class Kill extends Error {
        private static final long serialVersionUID = 1;

        Kill() {
            super("killed");
        }
    }

    private void runAndBeKilled(boolean whileAdding) throws IOException {
        Path kept = directory.resolve("kept.ledger");
        Runnable kill = () -> {
            try {
                Files.copy(ledger(), kept, StandardCopyOption.REPLACE_EXISTING);
            } catch (IOException e) {
                throw new AssertionError(e);
            }
            throw new Kill();
        };
        if (whileAdding) {
            afterAdding = kill;
        } else {
            afterRemoving = kill;
        }
        assertThatThrownBy(this::run).isInstanceOf(Kill.class);
        Files.move(kept, ledger(), StandardCopyOption.REPLACE_EXISTING);
        afterAdding = () -> {};
        afterRemoving = () -> {};
    }

    @Test
    void newDocumentsAreAddedAndUnchangedOnesAreNot() throws IOException {
        write("mill.txt", FIRST);
        assertThat(run().source().counts()).isEqualTo(new Counts(1, 1, 0, 0, 0, 0));
        write("baker.txt", SECOND);

        assertThat(run().source().counts()).isEqualTo(new Counts(2, 1, 0, 0, 1, 0));
        assertThat(added).containsExactly(SECOND);
        assertThat(run().source().counts()).isEqualTo(new Counts(2, 0, 0, 0, 2, 0));
        assertThat(added).isEmpty();
        assertThat(texts()).containsExactlyInAnyOrder(FIRST, SECOND);
    }

    @Test
    void onlyChangedPassagesOfADocumentAreReplaced() throws IOException {
        write("ham.txt", FIRST + " " + SECOND + " " + THIRD);
        run();
        assertThat(texts()).containsExactlyInAnyOrder(FIRST, SECOND, THIRD);
        String changed = "Piet Moll bakes cakes from it every evening.";
        write("ham.txt", FIRST + " " + changed + " " + THIRD);

        SyncReport report = run();

        assertThat(report.source().counts()).isEqualTo(new Counts(1, 0, 1, 0, 0, 0));
        assertThat(report.ingest()).hasValueSatisfying(ingest -> {
            assertThat(ingest.documents()).isOne();
            assertThat(ingest.passages()).isOne();
            assertThat(ingest.removedPassages()).isOne();
        });
        assertThat(added).containsExactly(changed);
        assertThat(removed).hasSize(1);
        assertThat(texts()).containsExactlyInAnyOrder(FIRST, changed, THIRD);
    }

    @Test
    void vanishedDocumentsAreRemoved() throws IOException {
        write("mill.txt", FIRST);
        write("baker.txt", SECOND);
        run();
        delete("mill.txt");

        assertThat(run().source().counts()).isEqualTo(new Counts(1, 0, 0, 1, 1, 0));

        assertThat(texts()).containsExactly(SECOND);
        assertThat(run().source().counts()).isEqualTo(new Counts(1, 0, 0, 0, 1, 0));
    }

    @Test
    void manyVanishedDocumentsStayWithoutPermission() throws IOException {
        for (int i = 0; i < 20; i++) {
            write(i + ".txt", "Person " + i + " grinds rye.");
        }
        run();
        for (int i = 0; i < 6; i++) {
            delete(i + ".txt");
        }

        assertThat(run().source().remark())
                .isEqualTo("6 of its 20 files or pages are gone: nothing was removed; allow large removals in the"
                        + " SyncOptions to remove them from the store");
        assertThat(texts()).hasSize(20);
    }

    @Test
    void runThatFailsBetweenTwoBatchesIsGoneOnWith() throws IOException {
        List<String> all = IntStream.range(0, 150)
                .mapToObj(i -> "Person " + i + " grinds rye.")
                .toList();
        for (int i = 0; i < all.size(); i++) {
            write(i + ".txt", all.get(i));
        }
        afterAdding = () -> {
            if (added.size() > 100) {
                throw TernException.store("the disk is full");
            }
        };
        assertThatThrownBy(this::run).isInstanceOf(TernException.class).hasMessage("the disk is full");
        assertThat(texts()).hasSize(150);
        afterAdding = () -> {};

        assertThat(run().source().counts()).isEqualTo(new Counts(150, 0, 50, 0, 100, 0));

        assertThat(added).hasSize(50);
        assertThat(texts()).containsExactlyInAnyOrderElementsOf(all);
    }

    @Test
    void passagesOfAKilledRunAreNeitherLeftNorThereTwice() throws IOException {
        write("ham.txt", FIRST + " " + SECOND);
        runAndBeKilled(true);
        assertThat(texts()).hasSize(2);
        write("ham.txt", FIRST + " " + THIRD);

        run();

        assertThat(texts()).containsExactlyInAnyOrder(FIRST, THIRD);
        assertThat(run().source().counts()).isEqualTo(new Counts(1, 0, 0, 0, 1, 0));
    }

    @Test
    void replacementThatIsKilledIsCompleted() throws IOException {
        write("ham.txt", FIRST + " " + SECOND);
        run();
        write("ham.txt", FIRST + " " + THIRD);
        runAndBeKilled(true);

        run();

        assertThat(texts()).containsExactlyInAnyOrder(FIRST, THIRD);
    }

    @Test
    void removalThatIsKilledIsCompletedEvenIfTheFileIsThereAgain() throws IOException {
        write("mill.txt", FIRST);
        write("baker.txt", SECOND);
        run();
        delete("mill.txt");
        runAndBeKilled(false);
        write("mill.txt", FIRST);

        run();

        assertThat(texts()).containsExactlyInAnyOrder(FIRST, SECOND);
    }

    @Test
    void linesOfAFileThatAKilledRunDidNotReachAreAdded() throws IOException {
        StringBuilder lines = new StringBuilder();
        for (int i = 0; i < 150; i++) {
            lines.append("{\"_id\": \"")
                    .append(i)
                    .append("\", \"text\": \"Person ")
                    .append(i)
                    .append(" bakes.\"}\n");
        }
        write("people.jsonl", lines.toString());
        afterAdding = () -> {
            if (added.size() > 100) {
                throw new Kill();
            }
        };
        assertThatThrownBy(this::run).isInstanceOf(Kill.class);
        afterAdding = () -> {};

        run();

        assertThat(texts()).hasSize(150).doesNotHaveDuplicates();
    }

    @Test
    void lostLedgerAddsNothingTwice() throws IOException {
        write("ham.txt", FIRST + " " + SECOND);
        run();
        Files.delete(ledger());

        run();

        assertThat(texts()).containsExactlyInAnyOrder(FIRST, SECOND);
    }

    @Test
    void emptiedStoreGetsEverythingAgain() throws IOException {
        write("mill.txt", FIRST);
        write("baker.txt", SECOND);
        run();
        store().remove(ids);
        dryRun = true;
        assertThat(run().source().counts()).isEqualTo(new Counts(2, 2, 0, 0, 0, 0));
        dryRun = false;

        assertThat(run().source().counts()).isEqualTo(new Counts(2, 2, 0, 0, 0, 0));

        assertThat(remarks).containsOnly("is read again completely, as the store is empty");
        assertThat(texts()).containsExactlyInAnyOrder(FIRST, SECOND);
        assertThat(run().source().counts()).isEqualTo(new Counts(2, 0, 0, 0, 2, 0));
    }

    @Test
    void interruptEndsARun() throws IOException {
        write("mill.txt", FIRST);
        Thread.currentThread().interrupt();
        assertInterrupted();
        assertThat(texts()).isEmpty();
        afterAdding = () -> Thread.currentThread().interrupt();
        assertInterrupted();
        afterAdding = () -> {};

        run();

        assertThat(texts()).containsExactly(FIRST);
    }

    private void assertInterrupted() {
        assertThatThrownBy(this::run)
                .isInstanceOf(TernException.class)
                .hasMessage("the run was interrupted; its documents so far are kept, and the next run resumes");
        assertThat(Thread.interrupted()).isTrue();
    }
}
