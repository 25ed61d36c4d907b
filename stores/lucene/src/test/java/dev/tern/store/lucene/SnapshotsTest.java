package dev.tern.store.lucene;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tern.error.TernException;
import dev.tern.store.GraphStore;
import dev.tern.store.contract.Rows;
import dev.tern.store.contract.Samples;
import java.io.IOException;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import org.apache.lucene.index.IndexFileNames;
import org.apache.lucene.store.FSDirectory;
import org.apache.lucene.store.FilterDirectory;
import org.apache.lucene.store.IOContext;
import org.apache.lucene.store.IndexInput;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Tests of listed commit files that are gone when opened. */
final class SnapshotsTest {
    private static final String GRAPH = "default";

    @TempDir
    private Path store;

    @BeforeEach
    void writeOnePassage() {
        try (GraphStore graph = LuceneGraphStore.open(store, GRAPH)) {
            graph.write(Samples.batch(Samples.passage("d1", 0, "text")));
        }
    }

    @Test
    void aCommitThatItsWriterTookBackWhileItWasOpenedIsLookedForAgain() {
        try (GraphStore graph = openWhereFilesAreGone(IndexFileNames.SEGMENTS + "_", 1)) {
            assertThat(Rows.of(graph.latest())).isNotEqualTo(Rows.NONE);
        }
    }

    @Test
    void aCommitWhoseSegmentItsWriterTookBackWhileItWasOpenedIsLookedForAgain() {
        try (GraphStore graph = openWhereFilesAreGone("_0.", 1)) {
            assertThat(Rows.of(graph.latest())).isNotEqualTo(Rows.NONE);
        }
    }

    @Test
    void aCommitWhoseSegmentIsGoneEachTimeIsDamaged() {
        assertThatThrownBy(() -> openWhereFilesAreGone("_0.", Integer.MAX_VALUE))
                .isInstanceOf(TernException.class)
                .hasMessageStartingWith(store.resolve(GRAPH) + " is damaged: ");
    }

    @Test
    void aCommitWhoseFileIsGoneEachTimeCannotBeRead() {
        assertThatThrownBy(() -> openWhereFilesAreGone(IndexFileNames.SEGMENTS + "_", Integer.MAX_VALUE))
                .isInstanceOf(TernException.class)
                .hasMessageStartingWith("cannot read " + store.resolve(GRAPH) + ": ");
    }

    private GraphStore openWhereFilesAreGone(String start, int times) {
        int[] left = {times};
        return LuceneGraphStore.open(
                store, GRAPH, LuceneOptions.DEFAULTS, path -> new FilterDirectory(FSDirectory.open(path)) {
                    @Override
                    public IndexInput openInput(String name, IOContext context) throws IOException {
                        if (name.startsWith(start) && left[0]-- > 0) {
                            throw new NoSuchFileException(name);
                        }
                        return super.openInput(name, context);
                    }

                    @Override
                    public org.apache.lucene.store.ChecksumIndexInput openChecksumInput(String name)
                            throws IOException {
                        if (name.startsWith(start) && left[0]-- > 0) {
                            throw new NoSuchFileException(name);
                        }
                        return super.openChecksumInput(name);
                    }
                });
    }
}
