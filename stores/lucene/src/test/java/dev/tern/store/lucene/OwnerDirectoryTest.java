package dev.tern.store.lucene;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tern.error.TernException;
import dev.tern.graph.Statement;
import dev.tern.store.GraphBatch;
import dev.tern.store.GraphStore;
import dev.tern.store.contract.Samples;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.apache.lucene.store.FSDirectory;
import org.apache.lucene.store.FSLockFactory;
import org.apache.lucene.store.Lock;
import org.apache.lucene.store.NativeFSLockFactory;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Tests that graphs are private, and that a stranger's store leads to no other file. */
final class OwnerDirectoryTest {
    private static final GraphBatch BATCH =
            Samples.batch(Samples.passage("d", 0, "Ada wrote notes.", Statement.of("Ada", "wrote", "notes")));

    @TempDir
    private Path folder;

    private static String mode(Path path) throws IOException {
        return PosixFilePermissions.toString(Files.getPosixFilePermissions(path));
    }

    @Test
    void everyFileOfAStoreIsTheOwnersAloneWhileItIsWrittenAndAfterwards() throws IOException {
        Path store = folder.resolve("new/store");
        try (GraphStore graph = LuceneGraphStore.open(store, "default")) {
            graph.write(BATCH);
            requireOwnersAlone(store);
        }
        requireOwnersAlone(folder.resolve("new"));
    }

    private static void requireOwnersAlone(Path place) throws IOException {
        try (Stream<Path> found = Files.walk(place)) {
            List<Path> all = found.toList();
            assertThat(all).hasSizeGreaterThan(5);
            for (Path path : all) {
                String name = path.getFileName().toString();
                assertThat(mode(path)).as(name).isEqualTo(Files.isDirectory(path) ? "rwx------" : "rw-------");
            }
            assertThat(all).anyMatch(path -> path.endsWith("write.lock"));
        }
    }

    @Test
    void anInterruptDoesNotKeepNamesFromTheDisk() throws IOException {
        try (OwnerDirectory directory = new OwnerDirectory(FSDirectory.open(folder))) {
            Thread.currentThread().interrupt();
            try {
                directory.syncMetaData();
            } finally {
                assertThat(Thread.interrupted())
                        .as("the thread stays interrupted")
                        .isTrue();
            }
        }
    }

    @Test
    void folderThatWasThereKeepsItsMode() throws IOException {
        Path store = Files.createDirectory(
                folder.resolve("shared"),
                PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rwxr-xr-x")));
        try (GraphStore graph = LuceneGraphStore.open(store, "default")) {
            graph.write(BATCH);
        }
        assertThat(mode(store)).isEqualTo("rwxr-xr-x");
        assertThat(mode(store.resolve("default"))).isEqualTo("rwx------");
    }

    /** In a cloned project's store the writer's file may be a link to a file of the user. */
    @Test
    void noteOfAWriterIsNotWrittenThroughALink() throws IOException {
        Path store = folder.resolve("store");
        try (GraphStore graph = LuceneGraphStore.open(store, "default")) {
            graph.write(BATCH);
        }
        Path precious = Files.writeString(folder.resolve("precious"), "precious");
        Files.createSymbolicLink(store.resolve("default").resolve(WriterPid.FILE), precious);
        try (GraphStore graph = LuceneGraphStore.open(store, "default")) {
            graph.write(
                    Samples.batch(Samples.passage("e", 0, "Ada wrote more.", Statement.of("Ada", "wrote", "more"))));
        }
        assertThat(precious).hasContent("precious");
    }

    /** A file that is deleted later may be the file of the next writer. */
    @Test
    void noteOfAWriterGoesBeforeItsLock() throws IOException {
        Path graph = folder.resolve("store").resolve("default");
        List<Boolean> notes = new ArrayList<>();
        FSLockFactory locks = new FSLockFactory() {
            @Override
            protected Lock obtainFSLock(FSDirectory files, String name) throws IOException {
                Lock lock = NativeFSLockFactory.INSTANCE.obtainLock(files, name);
                return new Lock() {
                    @Override
                    public void ensureValid() throws IOException {
                        lock.ensureValid();
                    }

                    @Override
                    public void close() throws IOException {
                        notes.add(Files.exists(graph.resolve(WriterPid.FILE)));
                        lock.close();
                    }
                };
            }
        };
        try (GraphStore store = LuceneGraphStore.open(
                folder.resolve("store"),
                "default",
                LuceneOptions.DEFAULTS,
                files -> new OwnerDirectory(FSDirectory.open(files, locks)))) {
            store.write(BATCH);
            assertThat(WriterPid.holder(graph)).contains(ProcessHandle.current().pid());
        }
        assertThat(notes).containsExactly(false);
    }

    @Test
    void graphThatIsALinkIsNotWrittenTo() throws IOException {
        Path store = folder.resolve("store");
        LuceneGraphStore.open(store, "other").close();
        Path elsewhere = Files.createDirectory(folder.resolve("elsewhere"));
        Files.createDirectory(store);
        Files.writeString(store.resolve(StoreDirectory.MARKER), "");
        Files.createSymbolicLink(store.resolve("default"), elsewhere);
        try (GraphStore graph = LuceneGraphStore.open(store, "default")) {
            assertThatThrownBy(() -> graph.write(BATCH))
                    .isInstanceOf(TernException.class)
                    .hasMessage("the graph in " + store.resolve("default")
                            + " is a symbolic link, and is not written through: make the whole store the link");
        }
        assertThat(elsewhere).isEmptyDirectory();
    }
}
