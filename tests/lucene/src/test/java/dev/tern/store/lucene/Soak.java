package dev.tern.store.lucene;

import com.sun.management.UnixOperatingSystemMXBean;
import dev.tern.GraphRag;
import dev.tern.query.Question;
import dev.tern.query.TimeLimit;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import java.util.Random;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.Stream;

/**
 * Threads that retrieve from an embedded graph while another changes it without a rest. Each result must be that of one
 * state of {@link SoakStates} that existed between its beginning and its end. Some retrievals are given up in the
 * middle.
 */
final class Soak {
    /** The number of retrievals of which one is cancelled; cancelled ones are not counted. */
    private static final int CANCELLED_OF = 50;

    private static final Path MAPS = Path.of("/proc/self/maps");

    private final Path directory;
    private final int threads;
    private final SoakStates states;
    private final AtomicLong begun = new AtomicLong();
    private final AtomicLong done = new AtomicLong();
    private final AtomicLong left = new AtomicLong();
    private final AtomicLong cancelled = new AtomicLong();
    private final AtomicLong between = new AtomicLong();
    private final BitSet seen = new BitSet();

    Soak(Path directory, int threads, SoakStates states) {
        this.directory = directory;
        this.threads = threads;
        this.states = states;
    }

    /**
     * The resources that the process holds after a garbage collection.
     *
     * @param heap bytes
     * @param files open file descriptors; -1 where the system does not tell
     * @param mapped files of the store that are mapped into memory; -1 where the system does not tell
     * @param running threads of the system
     */
    record Held(long heap, long files, long mapped, int running) {}

    /**
     * The figures of a run.
     *
     * @param retrievals how many were compared
     * @param cancelled how many more were given up
     * @param changes how many changes were made meanwhile
     * @param between how many retrievals a change began or ended within
     * @param states how many different states there are
     * @param seen in how many of them something was found
     * @param seconds how long it took
     */
    record Report(
            long retrievals,
            long cancelled,
            long changes,
            long between,
            int states,
            int seen,
            double seconds,
            Held before,
            Held after) {
        double growth() {
            return 100.0 * (after.heap - before.heap) / before.heap;
        }
    }

    /**
     * Runs.
     *
     * @param warmUp retrievals before the resources are first measured
     * @throws AssertionError if no state explains a result
     */
    Report run(long warmUp, long retrievals) throws InterruptedException, ExecutionException, IOException {
        try (GraphRag rag = GraphRag.builder()
                .ownedStore(LuceneGraphStore.open(directory, "soak"))
                .embeddingModel(new WordDirections())
                .build()) {
            rag.add(states.staying());
            retrieveAll(rag, warmUp);
            Held before = held();
            long changesBefore = done.get();
            long cancelledBefore = cancelled.get();
            between.set(0);
            long start = System.nanoTime();
            retrieveAll(rag, retrievals);
            double seconds = (System.nanoTime() - start) / 1e9;
            return new Report(
                    retrievals,
                    cancelled.get() - cancelledBefore,
                    done.get() - changesBefore,
                    between.get(),
                    states.count(),
                    seen.cardinality(),
                    seconds,
                    before,
                    held());
        }
    }

    /** Returns the minimum number of answers that any question can have. */
    int fewestAnswers() {
        int fewest = Integer.MAX_VALUE;
        for (int question = 0; question < states.questions().size(); question++) {
            fewest = Math.min(fewest, states.answersOf(question));
        }
        return fewest;
    }

    private void retrieveAll(GraphRag rag, long count) throws InterruptedException, ExecutionException {
        left.set(count);
        AtomicBoolean enough = new AtomicBoolean();
        try (ExecutorService pool = Executors.newFixedThreadPool(threads + 1)) {
            Future<?> writing = pool.submit(() -> change(rag, enough));
            List<Future<?>> reading = new ArrayList<>();
            for (int thread = 0; thread < threads; thread++) {
                Random random = new Random(thread);
                reading.add(pool.submit(() -> retrieve(rag, random)));
            }
            try {
                for (Future<?> each : reading) {
                    each.get();
                }
            } finally {
                left.set(0);
                enough.set(true);
            }
            writing.get();
        }
    }

    private void change(GraphRag rag, AtomicBoolean enough) {
        // Ends in the first state, so that the resources before and after belong to the same graph.
        while (!enough.get() || done.get() % states.count() != 0) {
            long state = begun.getAndIncrement();
            states.change(rag, state);
            done.incrementAndGet();
        }
    }

    private void retrieve(GraphRag rag, Random random) {
        while (left.getAndDecrement() > 0) {
            int number = random.nextInt(states.questions().size());
            Question question = states.questions().get(number);
            if (random.nextInt(CANCELLED_OF) == 0) {
                giveUp(rag, question, random.nextInt(2_000_000));
            }
            long first = done.get();
            String found = SoakStates.found(rag.retrieve(question));
            long last = begun.get();
            if (last > first) {
                between.incrementAndGet();
            }
            requireState(number, found, first, last);
        }
    }

    private void giveUp(GraphRag rag, Question question, int afterNanos) {
        Future<?> retrieval = TimeLimit.start(question, rag::retrieve);
        long start = System.nanoTime();
        while (System.nanoTime() - start < afterNanos) {
            Thread.onSpinWait();
        }
        if (retrieval.cancel(true)) {
            cancelled.incrementAndGet();
        }
    }

    private void requireState(int question, String found, long first, long last) {
        for (long state = first; state <= last; state++) {
            if (states.answer(state, question).equals(found)) {
                synchronized (seen) {
                    seen.set(Math.toIntExact(state % states.count()));
                }
                return;
            }
        }
        throw new AssertionError("\"" + states.questions().get(question) + "\" found what is in none of the states "
                + first + " to " + last + ":\n" + found + "\n\nIn state " + first + ":\n"
                + states.answer(first, question) + "\n\nIn state " + last + ":\n" + states.answer(last, question));
    }

    private Held held() throws InterruptedException, IOException {
        long heap = Long.MAX_VALUE;
        // A collection may leave objects to finalise or clean for the next one.
        for (int i = 0; i < 5; i++) {
            System.gc();
            Thread.sleep(100);
            heap = Math.min(
                    heap,
                    ManagementFactory.getMemoryMXBean().getHeapMemoryUsage().getUsed());
        }
        long files = ManagementFactory.getOperatingSystemMXBean() instanceof UnixOperatingSystemMXBean unix
                ? unix.getOpenFileDescriptorCount()
                : -1;
        return new Held(
                heap, files, mapped(), ManagementFactory.getThreadMXBean().getThreadCount());
    }

    private long mapped() throws IOException {
        if (!Files.exists(MAPS)) {
            return -1;
        }
        try (Stream<String> lines = Files.lines(MAPS)) {
            return lines.filter(line -> line.contains(directory.toString())).count();
        }
    }
}
