package dev.tern.transfer;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import dev.tern.store.InMemoryGraphStore;
import dev.tern.store.shared.StoreWriter;
import dev.tern.store.shared.StoreWriter.DraftKind;
import dev.tern.testing.RecordingStore;
import java.util.Set;
import java.util.concurrent.CancellationException;
import org.junit.jupiter.api.Test;

final class BatchWriterTest {
    private final RecordingStore target = new RecordingStore(new InMemoryGraphStore());

    @Test
    void interruptIsHeardWhereEveryBatchIsWrittenAlready() throws InterruptedException {
        StoreWriter queue = StoreWriter.of(target);
        try (BatchWriter writer = new BatchWriter(queue, queue.begin(this, DraftKind.GRAPH, Set.of()))) {
            writer.write(Graphs.batch(Graphs.MODEL, 8, Graphs.document(0, ""), Set.of()));
            while (writer.written() == 0) {
                Thread.sleep(1);
            }
            Thread.currentThread().interrupt();
            Throwable failure = catchThrowable(writer::finish);
            boolean still = Thread.interrupted();
            assertThat(failure)
                    .isInstanceOf(CancellationException.class)
                    .hasMessage("interrupted while writing the graph");
            assertThat(still).as("the thread is still interrupted").isTrue();
        }
    }
}
