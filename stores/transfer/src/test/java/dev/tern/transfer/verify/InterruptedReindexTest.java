package dev.tern.transfer.verify;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tern.error.TernException;
import dev.tern.store.GraphStore;
import dev.tern.testing.SampleGraphs;
import dev.tern.transfer.checksum.GraphChecksum;
import java.lang.reflect.Proxy;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Tests that interrupted reindexing loses no passage, and that the next run completes it. */
final class InterruptedReindexTest {
    private final GraphStore graph = SampleGraphs.filled(300);
    private final GraphChecksum whole = GraphChecksum.of(graph.latest());

    @AfterEach
    void forgetInterruption() {
        Thread.interrupted();
    }

    /** A killed process gets no further than this. */
    @Test
    void aRunThatEndsAtItsThirdPageIsMadeGoodByTheNext() {
        AtomicInteger calls = new AtomicInteger();
        GraphStore dying = (GraphStore) Proxy.newProxyInstance(
                GraphStore.class.getClassLoader(), new Class<?>[] {GraphStore.class}, (self, called, arguments) -> {
                    if (called.getName().equals("write") && calls.incrementAndGet() == 3) {
                        throw new IllegalStateException("killed");
                    }
                    return called.invoke(graph, arguments);
                });
        assertThatThrownBy(() -> Reindex.run(dying, SampleGraphs.embedder(), written -> {}))
                .hasMessage("killed");
        assertThat(GraphChecksum.of(graph.latest()).passages()).isEqualTo(whole.passages());
        Reindex.run(graph, SampleGraphs.embedder(), written -> {});
        assertThat(GraphChecksum.of(graph.latest())).isEqualTo(whole);
    }

    @ParameterizedTest
    @ValueSource(longs = {256, 900})
    void anInterruptedRunSaysHowFarItCameAndWhatToDo(long at) {
        assertThatThrownBy(() -> Reindex.run(graph, SampleGraphs.none(), written -> {
                    if (written == at) {
                        Thread.currentThread().interrupt();
                    }
                }))
                .isInstanceOf(TernException.class)
                .hasMessage("reindexing was interrupted after " + at
                        + " passages; no passage was lost, and the same command repairs the rest");
        Thread.interrupted();
        Reindex.run(graph, SampleGraphs.embedder(), written -> {});
        assertThat(GraphChecksum.of(graph.latest())).isEqualTo(whole);
    }
}
