package dev.tern.models.kept;

import dev.tern.model.Ledger;
import dev.tern.model.Ledger.Expense;
import dev.tern.model.ReplyCache.Reply;
import dev.tern.models.money.PriceTable;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.function.IntConsumer;

/** Measures storing and lookups; the argument is a directory. Runs on the test class path. */
final class KeptBenchmark {
    private static final int COUNT = 20_000;

    private KeptBenchmark() {}

    public static void main(String[] arguments) throws Exception {
        Path directory = Files.createTempDirectory(Path.of(arguments[0]), "kept");
        long start = System.nanoTime();
        ModelCache cache = ModelCache.in(directory, 1L << 30);
        cache.replies().find("first");
        print("first look-up of a new file, library included", "%.0f ms", millisSince(start));
        start = System.nanoTime();
        AccountBook book = AccountBook.in(directory);
        Ledger ledger = book.begin(new RunStart("run", "add", "s", "g")).ledger(PriceTable.EMPTY);
        print("first entry of a new account book", "%.0f ms", millisSince(start));
        Reply reply = new Reply("r".repeat(1_500), 1_000, 300);
        for (int threads : new int[] {1, 32}) {
            String round = threads + " threads: ";
            rate(round + "replies kept", threads, i -> cache.replies().keep(threads + "/" + i, reply));
            rate(round + "replies found", threads, i -> cache.replies().find(threads + "/" + i));
            rate(round + "replies not found", threads, i -> cache.replies().find(threads + "-" + i));
            rate(
                    round + "expenses recorded",
                    threads,
                    i -> ledger.record(new Expense("extract", "document " + i % 100, "small", 1_000, 300)));
        }
        vectors(cache);
        start = System.nanoTime();
        book.costs().byDocument(CostFilter.ALL, 0, 100);
        print("costs by document of " + 2 * COUNT + " calls", "%.0f ms", millisSince(start));
        cache.close();
        book.close();
        print("account book", "%.0f bytes a call", (double) Files.size(directory.resolve("costs.db")) / (2 * COUNT));
        start = System.nanoTime();
        try (ModelCache again = ModelCache.in(directory, 1L << 30)) {
            again.replies().find("1/1");
            print("first look-up of an old file, library loaded", "%.1f ms", millisSince(start));
        }
    }

    private static void vectors(ModelCache cache) {
        Random random = new Random(1);
        Map<String, float[]> batch = new HashMap<>();
        for (int i = 0; i < 512; i++) {
            float[] vector = new float[1536];
            for (int d = 0; d < vector.length; d++) {
                vector[d] = random.nextFloat();
            }
            batch.put("text " + i, vector);
        }
        for (int round = 0; round < 3; round++) {
            long start = System.nanoTime();
            cache.vectors().keep("model " + round, batch);
            print("512 vectors of 1,536 numbers kept", "%.0f ms", millisSince(start));
            start = System.nanoTime();
            cache.vectors().find("model " + round, batch.keySet());
            print("512 vectors of 1,536 numbers found", "%.0f ms", millisSince(start));
        }
    }

    private static void rate(String what, int threads, IntConsumer work) throws Exception {
        long start = System.nanoTime();
        try (ExecutorService executor = Executors.newVirtualThreadPerTaskExecutor()) {
            List<Future<?>> all = new ArrayList<>();
            for (int t = 0; t < threads; t++) {
                int thread = t;
                all.add(executor.submit(() -> {
                    for (int i = thread; i < COUNT; i += threads) {
                        work.accept(i);
                    }
                }));
            }
            for (Future<?> one : all) {
                one.get();
            }
        }
        double millis = millisSince(start);
        print(what, "%.0f a second, %.0f us each", COUNT / millis * 1000, millis * 1000 / COUNT * threads);
    }

    private static double millisSince(long start) {
        return (System.nanoTime() - start) / 1e6;
    }

    private static void print(String what, String format, Object... values) {
        System.out.printf(Locale.ROOT, "%-50s " + format + "%n", prepend(what, values));
    }

    private static Object[] prepend(String what, Object... values) {
        List<Object> all = new ArrayList<>();
        all.add(what);
        all.addAll(List.of(values));
        return all.toArray();
    }
}
