package dev.tern.store.milvus.write;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tern.note.Notes;
import dev.tern.store.GraphBatch;
import dev.tern.store.milvus.client.MilvusConnection;
import dev.tern.store.milvus.client.StubAnswers;
import dev.tern.store.milvus.client.StubMilvus;
import dev.tern.store.milvus.schema.GraphCollections;
import dev.tern.store.milvus.schema.GraphProperties;
import io.milvus.grpc.DescribeCollectionRequest;
import io.milvus.grpc.DescribeCollectionResponse;
import io.milvus.grpc.Status;
import io.milvus.shaded.io.grpc.stub.StreamObserver;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.FutureTask;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(60)
class MilvusWriterTest {
    private static final Status MISSING =
            Status.newBuilder().setCode(100).setReason("collection not found").build();

    private final CountDownLatch asked = new CountDownLatch(1);
    private final CountDownLatch answers = new CountDownLatch(1);
    private final AtomicInteger requests = new AtomicInteger();

    /** A server without a collection, which replies when released. */
    private final class Waits extends StubAnswers {
        @Override
        public void describeCollection(
                DescribeCollectionRequest request, StreamObserver<DescribeCollectionResponse> caller) {
            requests.incrementAndGet();
            asked.countDown();
            try {
                answers.await();
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
            reply(
                    caller,
                    DescribeCollectionResponse.newBuilder().setStatus(MISSING).build());
        }
    }

    /** A server with an empty graph, until it is dropped. */
    private static final class Drops extends StubAnswers {
        private volatile boolean dropped;

        @Override
        public void describeCollection(
                DescribeCollectionRequest request, StreamObserver<DescribeCollectionResponse> caller) {
            DescribeCollectionResponse.Builder reply = DescribeCollectionResponse.newBuilder();
            reply.getSchemaBuilder().addFieldsBuilder().setName("id").setIsPrimaryKey(true);
            reply.addPropertiesBuilder().setKey("tern.filtered").setValue("2");
            reply.addPropertiesBuilder()
                    .setKey("tern.graph")
                    .setValue("{\"format\":2,\"embeddingModel\":\"model\",\"dimension\":2}");
            reply(caller, dropped ? reply.setStatus(MISSING).build() : reply.build());
        }
    }

    @Test
    void a_graph_that_another_client_dropped_is_empty() throws InterruptedException {
        Drops drops = new Drops();
        try (StubMilvus server = new StubMilvus(drops);
                MilvusConnection connection = MilvusConnection.open(server.settings(0))) {
            GraphCollections collections = new GraphCollections(connection, "g");
            assertThat(collections.description()).isPresent();
            drops.dropped = true;
            assertThat(new GraphProperties(connection, collections).get()).isEqualTo(Notes.NONE);
            assertThat(collections.description()).isEmpty();
            drops.dropped = false;
            assertThat(collections.description()).isPresent();
            drops.dropped = true;
            // As long as the cached description of a graph is valid.
            Thread.sleep(1_100);
            assertThat(new MilvusWriter(connection, collections).removeDocuments(List.of("d")))
                    .isZero();
        }
    }

    private static Thread begin(FutureTask<?> task) {
        return Thread.ofPlatform().daemon().start(task);
    }

    private static void awaitWaiting(Thread thread) {
        while (thread.getState() != Thread.State.WAITING) {
            Thread.onSpinWait();
        }
    }

    @Test
    void a_writer_that_waits_while_the_store_is_closed_does_not_go_on() throws Exception {
        try (StubMilvus server = new StubMilvus(new Waits());
                MilvusConnection connection = MilvusConnection.open(server.settings(0))) {
            MilvusWriter writer = new MilvusWriter(connection, new GraphCollections(connection, "g"));
            FutureTask<Integer> first = new FutureTask<>(() -> writer.removeDocuments(List.of("d")));
            begin(first);
            asked.await();
            FutureTask<Boolean> closing = new FutureTask<>(writer::close, true);
            awaitWaiting(begin(closing));
            Callable<Boolean> write = () -> {
                writer.write(new GraphBatch("model", List.of(), Map.of(), Map.of(), Set.of()));
                return true;
            };
            List<FutureTask<?>> late =
                    List.of(new FutureTask<>(write), new FutureTask<>(() -> writer.removeDocuments(List.of("d"))));
            late.forEach(task -> awaitWaiting(begin(task)));
            answers.countDown();
            assertThat(first.get()).isZero();
            assertThat(closing.get()).isTrue();
            int before = requests.get();
            for (FutureTask<?> task : late) {
                assertThat(task)
                        .failsWithin(Duration.ofSeconds(30))
                        .withThrowableThat()
                        .withCauseInstanceOf(IllegalStateException.class)
                        .withMessageContaining("the store is closed");
            }
            assertThat(requests).hasValue(before);
        }
    }
}
