package dev.tern.store.milvus.write;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tern.store.GraphBatch;
import dev.tern.store.milvus.client.MilvusConnection;
import dev.tern.store.milvus.client.StubAnswers;
import dev.tern.store.milvus.client.StubMilvus;
import dev.tern.store.milvus.schema.GraphCollections;
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
    private static final int COLLECTION_NOT_FOUND = 100;

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
            Status missing = Status.newBuilder()
                    .setCode(COLLECTION_NOT_FOUND)
                    .setReason("collection not found")
                    .build();
            reply(
                    caller,
                    DescribeCollectionResponse.newBuilder().setStatus(missing).build());
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
