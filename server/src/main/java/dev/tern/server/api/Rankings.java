package dev.tern.server.api;

import dev.tern.note.Notes;
import dev.tern.store.GraphStatistics;
import dev.tern.store.GraphView;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Comparator;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Predicate;
import java.util.function.Supplier;

/**
 * A cache of the entities of graphs, ranked by statements: ranking reads every row of a graph, and
 * the page asks for it repeatedly. A ranking is reused for a minute while the graph has the same
 * numbers of rows and the same notes; a document replaced by one with as many rows shows up after
 * that minute. All rankings together have at most {@value #MOST_ENTITIES} entities, about 170 bytes
 * each; the least recently used is evicted first. Thread-safe.
 */
final class Rankings {
    /** The maximum entities cached, of one graph and of all. */
    static final int MOST_ENTITIES = 250_000;

    static final Duration KEPT = Duration.ofMinutes(1);

    private final InstantSource clock;
    private final ReentrantLock lock = new ReentrantLock();

    // Guarded by the lock, the least recently used first.
    private final Map<String, Kept> orders = new LinkedHashMap<>(16, 0.75f, true);

    Rankings(InstantSource clock) {
        this.clock = clock;
    }

    /**
     * An entity with its number of statements.
     *
     * @param id its id
     * @param name one of its spellings
     * @param statements the number of statements about it, counted once for each passage
     */
    record Connected(String id, String name, long statements) {}

    /**
     * The ranked entities of a graph.
     *
     * @param entities the first of them, at most {@value Rankings#MOST_ENTITIES}
     * @param total the number of all entities
     */
    record Ranking(List<Connected> entities, long total) {
        Ranking {
            entities = List.copyOf(entities);
        }

        boolean isWhole() {
            return entities.size() == total;
        }

        Ranking where(Predicate<Connected> wanted, Comparator<Connected> order) {
            List<Connected> found =
                    entities.stream().filter(wanted).sorted(order).toList();
            return new Ranking(found, found.size());
        }

        List<Connected> page(int from, int limit) {
            int size = entities.size();
            return entities.subList(Math.min(from, size), Math.min(from + limit, size));
        }
    }

    private record Kept(GraphStatistics statistics, Notes notes, Instant until, Ranking ranking) {
        boolean holds(GraphStatistics now, Notes said, Instant at) {
            return at.isBefore(until) && statistics.equals(now) && notes.equals(said);
        }
    }

    /**
     * Returns the ranking of a graph.
     *
     * @param view all of the graph
     * @param reading computes it
     */
    Ranking of(String graph, GraphView view, Supplier<Ranking> reading) {
        GraphStatistics statistics = view.statistics();
        Notes notes = view.notes();
        return known(graph, statistics, notes).orElseGet(() -> {
            Ranking read = reading.get();
            keep(graph, new Kept(statistics, notes, clock.instant().plus(KEPT), read));
            return read;
        });
    }

    private Optional<Ranking> known(String graph, GraphStatistics statistics, Notes notes) {
        lock.lock();
        try {
            return Optional.ofNullable(orders.get(graph))
                    .filter(one -> one.holds(statistics, notes, clock.instant()))
                    .map(Kept::ranking);
        } finally {
            lock.unlock();
        }
    }

    private void keep(String graph, Kept one) {
        lock.lock();
        try {
            orders.put(graph, one);
            long entities = orders.values().stream()
                    .mapToLong(kept -> kept.ranking().entities().size())
                    .sum();
            Iterator<Kept> longest = orders.values().iterator();
            while (entities > MOST_ENTITIES) {
                entities -= longest.next().ranking().entities().size();
                longest.remove();
            }
        } finally {
            lock.unlock();
        }
    }
}
