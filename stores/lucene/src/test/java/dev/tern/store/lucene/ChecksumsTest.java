package dev.tern.store.lucene;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.channels.ClosedByInterruptException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.concurrent.atomic.AtomicInteger;
import org.apache.lucene.document.Document;
import org.apache.lucene.document.Field;
import org.apache.lucene.document.StringField;
import org.apache.lucene.index.IndexWriter;
import org.apache.lucene.index.IndexWriterConfig;
import org.apache.lucene.index.NoMergePolicy;
import org.apache.lucene.index.Term;
import org.apache.lucene.store.Directory;
import org.apache.lucene.store.FSDirectory;
import org.apache.lucene.store.FilterDirectory;
import org.apache.lucene.store.IOContext;
import org.apache.lucene.store.IndexInput;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Tests of checksums of an index that is written while its files are read. */
final class ChecksumsTest {
    private static final int SEGMENTS = 3;

    @TempDir
    private Path directory;

    private static void commit(IndexWriter index, String id) throws IOException {
        Document document = new Document();
        document.add(new StringField("id", id, Field.Store.NO));
        index.addDocument(document);
        index.commit();
    }

    private static IndexWriter writer(Directory files) throws IOException {
        IndexWriter index = new IndexWriter(files, new IndexWriterConfig().setMergePolicy(NoMergePolicy.INSTANCE));
        for (int i = 0; i < SEGMENTS; i++) {
            commit(index, "row " + i);
        }
        return index;
    }

    @Test
    void filesThatWentMeanwhileAreNotMissingAndThoseReadBeforeAreNotReadAgain() throws IOException {
        try (Directory files = FSDirectory.open(directory);
                IndexWriter index = writer(files)) {
            int all = files.listAll().length - 2;
            assertThat(reads(index, Integer.MAX_VALUE)).isEqualTo(all);
            // A segment of three files is replaced by another when only the last file is left.
            assertThat(reads(index, all)).isEqualTo(all + 3);
        }
    }

    /** Returns the number of files read if the last segment is replaced before one of them. */
    private int reads(IndexWriter index, int replacedBefore) throws IOException {
        AtomicInteger reads = new AtomicInteger();
        assertThat(Checksums.damaged(directory, new HashSet<>(), () -> {
                    if (reads.incrementAndGet() == replacedBefore) {
                        replaceLast(index);
                    }
                    return false;
                }))
                .isEmpty();
        return reads.get();
    }

    private static void replaceLast(IndexWriter index) {
        try {
            index.deleteDocuments(new Term("id", "row " + (SEGMENTS - 1)));
            commit(index, "another row");
        } catch (IOException e) {
            throw new AssertionError(e);
        }
    }

    @Test
    void aFileThatIsMissingOrCutOffIsNamed() throws IOException {
        try (Directory files = FSDirectory.open(directory)) {
            writer(files).close();
        }
        Files.write(directory.resolve("_1.cfs"), new byte[] {1, 2, 3});
        Files.delete(directory.resolve("_2.cfe"));
        assertThat(Checksums.damaged(directory, new HashSet<>(), () -> false)).containsExactly("_1.cfs", "_2.cfe");
    }

    @Test
    void anInterruptAmidAFileIsNoDamage() throws IOException {
        ClosedByInterruptException interrupt = new ClosedByInterruptException();
        try (Directory files = new FilterDirectory(FSDirectory.open(directory)) {
            @Override
            public IndexInput openInput(String name, IOContext context) throws IOException {
                // Lucene's message for a file that is read through a channel.
                throw new IOException("interrupted: " + name, interrupt);
            }
        }) {
            assertThatThrownBy(() -> Checksums.isWhole(files, "_0.cfs")).hasCause(interrupt);
        }
    }

    @Test
    void aCheckThatIsStoppedNamesNothingThatItHasNotRead() throws IOException {
        try (Directory files = FSDirectory.open(directory)) {
            writer(files).close();
        }
        Files.delete(directory.resolve("_2.cfe"));
        assertThat(Checksums.damaged(directory, new HashSet<>(), () -> true)).isEmpty();
    }
}
