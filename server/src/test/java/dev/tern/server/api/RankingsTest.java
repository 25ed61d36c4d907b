package dev.tern.server.api;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tern.GraphRag;
import dev.tern.graph.SourceDocument;
import dev.tern.graph.Statement;
import dev.tern.server.api.EntityRankings.EntityRanking;
import dev.tern.server.api.EntityRankings.RankedEntity;
import dev.tern.store.GraphView;
import dev.tern.store.InMemoryGraphStore;
import dev.tern.testing.HashingEmbeddingModel;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Tests of the cache of rankings. */
final class RankingsTest {
    private static final EntityRanking ONE = new EntityRanking(List.of(new RankedEntity("1", "Oro", 1)), 1);

    private final InMemoryGraphStore store = new InMemoryGraphStore();
    private final List<String> read = new ArrayList<>();
    private Instant now = Instant.parse("2026-01-31T12:00:00Z");
    private final EntityRankings rankings = new EntityRankings(() -> now);

    private EntityRanking order(String graph, EntityRanking found) {
        try (GraphView view = store.view()) {
            return rankings.of(graph, view, () -> {
                read.add(graph);
                return found;
            });
        }
    }

    private void add(String id, String object) {
        try (GraphRag rag = GraphRag.builder()
                .store(store)
                .embeddingModel(new HashingEmbeddingModel(8))
                .build()) {
            rag.add(SourceDocument.of(id, "Oro is near " + object)
                    .withStatements(List.of(Statement.of("Oro", "is near", object))));
        }
    }

    @Test
    void anOrderIsKeptForAMinute() {
        assertThat(order("a", ONE)).isEqualTo(order("a", ONE));
        assertThat(read).containsExactly("a");
        now = now.plus(EntityRankings.CACHE_TIME);
        order("a", ONE);

        assertThat(read).containsExactly("a", "a");
    }

    @Test
    void aGraphThatHasChangedIsReadAtOnce() {
        order("a", ONE);
        add("first", "Port Sereno");
        order("a", ONE);
        order("a", ONE);

        assertThat(read).containsExactly("a", "a");
    }

    @Test
    void theOrderThatWasNotAskedForLongestGoesWhenThereAreTooManyEntities() {
        int half = EntityRankings.MAX_ENTITIES / 2;
        EntityRanking large = new EntityRanking(Collections.nCopies(half, new RankedEntity("1", "Oro", 1)), half);
        order("a", large);
        order("b", large);
        order("a", large);
        order("c", large);
        order("a", large);
        order("b", large);

        assertThat(read).containsExactly("a", "b", "c", "b");
    }

    @Test
    void aPageMayBeginBehindTheEnd() {
        assertThat(ONE.page(0, 5)).hasSize(1);
        assertThat(ONE.page(7, 5)).isEmpty();
        assertThat(ONE.isWhole()).isTrue();
        assertThat(new EntityRanking(ONE.entities(), 2).isWhole()).isFalse();
        assertThat(ONE.filter(one -> one.name().equals("Emil"), Comparator.comparing(RankedEntity::name))
                        .total())
                .isZero();
    }
}
