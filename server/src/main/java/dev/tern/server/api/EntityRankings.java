package dev.tern.server.api;

import com.fasterxml.jackson.annotation.JsonIgnore;
import dev.tern.graph.NameDoubt;
import dev.tern.note.Notes;
import dev.tern.server.graphs.Locked;
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
 * that minute. All rankings together have at most {@value #MAX_ENTITIES} entities, about 170 bytes
 * each; the least recently used is evicted first. Thread-safe.
 */
final class EntityRankings {
    /** The maximum number of entities cached, of one graph and of all. */
    static final int MAX_ENTITIES = 250_000;

    static final Duration CACHE_TIME = Duration.ofMinutes(1);

    private final InstantSource clock;
    private final ReentrantLock lock = new ReentrantLock();

    // Guarded by the lock, the least recently used first.
    private final Map<String, CachedRanking> rankings = new LinkedHashMap<>(16, 0.75f, true);

    EntityRankings(InstantSource clock) {
        this.clock = clock;
    }

    /**
     * An entity with its number of statements.
     *
     * @param name one of its spellings
     * @param statements the number of statements about the entity; equal ones count once per
     *     passage
     * @param isMain true for a {@linkplain NameDoubt#isMain main name}, which is ranked first
     */
    record RankedEntity(
            String id,
            String name,
            long statements,
            @JsonIgnore boolean isMain) {
        RankedEntity(String id, String name, long statements) {
            this(id, name, statements, NameDoubt.isMain(name));
        }
    }

    /**
     * Entities in ranked order: those of a graph, or those that match a search.
     *
     * @param entities the first ones, at most {@value EntityRankings#MAX_ENTITIES}
     * @param total the number of all of them
     */
    record EntityRanking(List<RankedEntity> entities, long total) {
        EntityRanking {
            entities = List.copyOf(entities);
        }

        boolean isWhole() {
            return entities.size() == total;
        }

        EntityRanking filter(Predicate<RankedEntity> wanted, Comparator<RankedEntity> order) {
            List<RankedEntity> found =
                    entities.stream().filter(wanted).sorted(order).toList();
            return new EntityRanking(found, found.size());
        }

        List<RankedEntity> page(int from, int limit) {
            int size = entities.size();
            return entities.subList(Math.min(from, size), Math.min(from + limit, size));
        }
    }

    private record CachedRanking(GraphStatistics statistics, Notes notes, Instant until, EntityRanking ranking) {
        boolean isValid(GraphStatistics now, Notes said, Instant at) {
            return at.isBefore(until) && statistics.equals(now) && notes.equals(said);
        }
    }

    /**
     * Returns the ranking of a graph.
     *
     * @param reading computes the ranking if none is cached
     */
    EntityRanking of(String graph, GraphView view, Supplier<EntityRanking> reading) {
        GraphStatistics statistics = view.statistics();
        Notes notes = view.notes();
        return cached(graph, statistics, notes).orElseGet(() -> {
            EntityRanking read = reading.get();
            keep(graph, new CachedRanking(statistics, notes, clock.instant().plus(CACHE_TIME), read));
            return read;
        });
    }

    private Optional<EntityRanking> cached(String graph, GraphStatistics statistics, Notes notes) {
        return Locked.get(lock, () -> Optional.ofNullable(rankings.get(graph)))
                .filter(one -> one.isValid(statistics, notes, clock.instant()))
                .map(CachedRanking::ranking);
    }

    private void keep(String graph, CachedRanking one) {
        Locked.run(lock, () -> {
            rankings.put(graph, one);
            long entities = rankings.values().stream()
                    .mapToLong(
                            cachedRanking -> cachedRanking.ranking().entities().size())
                    .sum();
            Iterator<CachedRanking> oldest = rankings.values().iterator();
            while (entities > MAX_ENTITIES) {
                entities -= oldest.next().ranking().entities().size();
                oldest.remove();
            }
        });
    }
}
