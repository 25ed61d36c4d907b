package dev.tern.store.lucene;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.management.ThreadMXBean;
import dev.tern.store.GraphStore;
import dev.tern.store.contract.Samples;
import java.lang.management.ManagementFactory;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class RemovalMemoryTest {
    private static final int PASSAGES = 1_000;
    private static final int TEXT = 20_000;

    /** A removal of 500 books must not load their texts and vectors into memory. */
    @Test
    void removingALargeDocumentReadsNoneOfItsTexts(@TempDir Path path) {
        try (GraphStore store = LuceneGraphStore.open(path, "default")) {
            String text = "x".repeat(TEXT);
            store.write(Samples.batch(IntStream.range(0, PASSAGES)
                    .mapToObj(number -> Samples.passage("book", number, number + text))
                    .toList()));
            ThreadMXBean threads = ManagementFactory.getPlatformMXBean(ThreadMXBean.class);
            long before = threads.getCurrentThreadAllocatedBytes();
            assertThat(store.removeDocuments(List.of("book"))).isOne();
            assertThat(threads.getCurrentThreadAllocatedBytes() - before).isLessThan((long) PASSAGES * TEXT);
            assertThat(store.latest().statistics().passages()).isZero();
        }
    }
}
