package dev.tern.store.contract;

import static dev.tern.store.contract.Samples.batch;
import static dev.tern.store.contract.Samples.passage;
import static org.assertj.core.api.Assertions.assertThat;

import dev.tern.graph.Embedded;
import dev.tern.graph.Passage;
import dev.tern.graph.Statement;
import dev.tern.store.GraphStore;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

/** Tests of concurrent readers and writers. */
interface ConcurrencyContract extends OpenGraph {
    @Test
    default void readersSeeBatchesWhole() throws InterruptedException, ExecutionException {
        List<Passage> odd = flip("odd", 3);
        List<Passage> even = flip("even", 2);
        try (GraphStore store = openEmpty();
                ExecutorService threads = Executors.newFixedThreadPool(2)) {
            store.write(batch(even));
            AtomicBoolean done = new AtomicBoolean();
            Callable<Integer> reader = () -> {
                int looks = 0;
                do {
                    requireWholeBatches(Rows.of(store.latest()));
                    looks++;
                } while (!done.get());
                return looks;
            };
            List<Future<Integer>> readers = List.of(threads.submit(reader), threads.submit(reader));
            try {
                for (int i = 0; i < 20; i++) {
                    List<Passage> now = new ArrayList<>(i % 2 == 0 ? odd : even);
                    Set<String> stale =
                            (i % 2 == 0 ? even : odd).stream().map(Passage::id).collect(Collectors.toSet());
                    for (int part = 0; part < 5; part++) {
                        Statement statement = Statement.of("thing " + i, "has", "part " + part);
                        now.add(passage("d" + i, part, "part " + part + " of " + i, statement));
                    }
                    store.write(batch(now, stale));
                    if (i % 5 == 4) {
                        store.removeDocuments(List.of("d" + (i - 2)));
                    }
                }
            } finally {
                done.set(true);
            }
            for (Future<Integer> each : readers) {
                assertThat(each.get()).isPositive();
            }
        }
    }

    private static List<Passage> flip(String word, int parts) {
        List<Passage> passages = new ArrayList<>();
        for (int part = 0; part < parts; part++) {
            passages.add(passage("flip", part, word + " " + part, Statement.of("flip", "is " + word, "part " + part)));
        }
        return passages;
    }

    private static void requireWholeBatches(Rows rows) {
        rows.requireWhole();
        Map<String, Long> passages = rows.passages().values().stream()
                .map(Embedded::value)
                .collect(Collectors.groupingBy(Passage::documentId, Collectors.counting()));
        passages.forEach((document, count) -> {
            if (document.equals("flip")) {
                Set<String> words = rows.passages().values().stream()
                        .map(Embedded::value)
                        .filter(passage -> passage.documentId().equals("flip"))
                        .map(passage ->
                                passage.text().substring(0, passage.text().indexOf(' ')))
                        .collect(Collectors.toSet());
                assertThat(words).hasSize(1);
                assertThat(count).isEqualTo(words.contains("odd") ? 3 : 2);
            } else {
                assertThat(count).as(document).isEqualTo(5);
            }
        });
        assertThat(passages).containsKey("flip");
    }

    @Test
    default void threadsMayWriteAtOnce() throws InterruptedException, ExecutionException {
        int writers = 4;
        int batches = 5;
        try (GraphStore store = openEmpty();
                ExecutorService threads = Executors.newFixedThreadPool(writers)) {
            List<Future<?>> writing = new ArrayList<>();
            for (int w = 0; w < writers; w++) {
                int number = w;
                writing.add(threads.submit(() -> {
                    for (int i = 0; i < batches; i++) {
                        store.write(batch(passage(
                                "d" + number + "_" + i,
                                0,
                                "text " + number + " " + i,
                                Statement.of("everyone", "knows", "thing " + i),
                                Statement.of("writer " + number, "wrote", "thing " + i))));
                    }
                }));
            }
            for (Future<?> each : writing) {
                each.get();
            }
            Rows rows = Rows.of(store.latest());
            rows.requireWhole();
            assertThat(rows.passages()).hasSize(writers * batches);
            assertThat(rows.entities()).hasSize(1 + batches + writers);
            assertThat(store.latest().statistics().relations()).isEqualTo(batches + writers * batches);
        }
    }
}
