package dev.tern.store.contract;

import static dev.tern.store.contract.SearchContract.assertSameSearch;
import static org.assertj.core.api.Assertions.assertThat;

import dev.tern.graph.Embedded;
import dev.tern.graph.Entity;
import dev.tern.graph.Passage;
import dev.tern.graph.Scored;
import dev.tern.graph.Statement;
import dev.tern.store.GraphBatch;
import dev.tern.store.GraphStore;
import dev.tern.store.GraphView.PassagesBy;
import dev.tern.store.GraphView.RelationsBy;
import dev.tern.store.InMemoryGraphStore;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** Tests that the store equals the reference store after each of many random steps. */
interface ModelContract extends OpenGraph {
    int STEPS = 60;

    @Test
    default void behavesAsTheReferenceDoes() {
        behavesAsTheReferenceDoes(System.nanoTime());
    }

    /** Runs the test with a given seed, for example to repeat a failure. */
    default void behavesAsTheReferenceDoes(long seed) {
        System.out.println("behavesAsTheReferenceDoes: seed " + seed);
        Random random = new Random(seed);
        try (GraphStore store = openEmpty();
                GraphStore reference = new InMemoryGraphStore()) {
            for (int step = 0; step < STEPS; step++) {
                String life = "seed " + seed + ", step " + step;
                if (random.nextInt(4) == 0) {
                    List<String> documents = List.of(document(random), document(random));
                    assertThat(store.removeDocuments(documents))
                            .as(life)
                            .isEqualTo(reference.removeDocuments(documents));
                } else {
                    GraphBatch batch = randomBatch(random, reference);
                    store.write(batch);
                    reference.write(batch);
                }
                try {
                    assertSame(store, reference, random);
                } catch (AssertionError e) {
                    throw new AssertionError(life + ": " + e.getMessage(), e);
                }
            }
        }
    }

    private static String document(Random random) {
        return "document " + random.nextInt(8);
    }

    private static String thing(Random random) {
        String name = "thing " + random.nextInt(15);
        return random.nextBoolean() ? name : name.toUpperCase(java.util.Locale.ROOT);
    }

    /**
     * Returns a batch that rewrites one or two documents; passages that they no longer have are
     * stale.
     */
    private static GraphBatch randomBatch(Random random, GraphStore reference) {
        Map<String, Passage> passages = new LinkedHashMap<>();
        Set<String> stale = new HashSet<>();
        for (int document = 0; document <= random.nextInt(2); document++) {
            String id = document(random);
            reference
                    .latest()
                    .passages(PassagesBy.DOCUMENT, List.of(id))
                    .forEach(passage -> stale.add(passage.value().id()));
            int count = random.nextInt(4);
            for (int ordinal = 0; ordinal < count; ordinal++) {
                String text = "text " + random.nextInt(6);
                Passage passage = Samples.passage(id, ordinal, text, statements(random));
                passages.put(passage.id(), passage);
            }
        }
        stale.removeAll(passages.keySet());
        return Samples.batch(new ArrayList<>(passages.values()), stale);
    }

    private static Statement[] statements(Random random) {
        Statement[] statements = new Statement[random.nextInt(5)];
        for (int i = 0; i < statements.length; i++) {
            if (random.nextInt(4) > 0) {
                statements[i] = Statement.of(thing(random), "verb " + random.nextInt(3), thing(random));
            } else {
                List<String> names = new ArrayList<>();
                for (int name = 0; name <= random.nextInt(5); name++) {
                    names.add(thing(random));
                }
                statements[i] = new Statement("sentence " + random.nextInt(4), names);
            }
        }
        return statements;
    }

    private static void assertSame(GraphStore store, GraphStore reference, Random random) {
        Rows rows = Rows.of(reference.latest());
        assertThat(Rows.of(store.latest())).isEqualTo(rows);
        assertThat(store.latest().statistics()).isEqualTo(reference.latest().statistics());
        assertThat(store.latest().description()).isEqualTo(reference.latest().description());

        int all = Integer.MAX_VALUE;
        int limit = 1 + random.nextInt(12);
        float[] vector = Samples.vector("question " + random.nextInt());
        assertSameSearch(
                ids(store.latest().nearestEntities(vector, limit)),
                ids(reference.latest().nearestEntities(vector, all)),
                limit);
        assertSameSearch(
                store.latest().nearestRelations(vector, limit),
                reference.latest().nearestRelations(vector, all),
                limit);
        assertSameSearch(
                store.latest().nearestPassages(vector, limit),
                reference.latest().nearestPassages(vector, all),
                limit);

        List<String> frontier = Samples.entityIds(thing(random), thing(random), thing(random));
        assertSameSearch(
                store.latest().relationsTouching(frontier, vector, 1_000),
                reference.latest().relationsTouching(frontier, vector, all),
                1_000);

        List<String> entityIds = picked(rows.entities().keySet(), random);
        assertThat(store.latest().entities(entityIds))
                .extracting(entity -> entity.value().id())
                .isEqualTo(entityIds);
        List<String> passageIds = picked(rows.passages().keySet(), random);
        assertThat(store.latest().passages(PassagesBy.ID, passageIds))
                .isEqualTo(reference.latest().passages(PassagesBy.ID, passageIds));
        List<Embedded<dev.tern.graph.Relation>> relations =
                reference.latest().relations(RelationsBy.PASSAGE, passageIds);
        assertThat(store.latest().relations(RelationsBy.PASSAGE, passageIds)).isEqualTo(relations);
        List<String> keys = relations.stream()
                .map(relation -> relation.value().key())
                .toList()
                .reversed();
        assertThat(store.latest().relations(RelationsBy.KEY, keys))
                .isEqualTo(reference.latest().relations(RelationsBy.KEY, keys));
        List<String> documents = List.of(document(random), document(random));
        assertThat(store.latest().passages(PassagesBy.DOCUMENT, documents))
                .isEqualTo(reference.latest().passages(PassagesBy.DOCUMENT, documents));
    }

    /** Returns the ids and scores of entities, as a store may show any spelling of a name. */
    private static List<Scored<String>> ids(List<Scored<Entity>> entities) {
        return entities.stream()
                .map(entity -> new Scored<>(entity.value().id(), entity.score()))
                .toList();
    }

    private static List<String> picked(Set<String> ids, Random random) {
        List<String> picked = new ArrayList<>(ids);
        java.util.Collections.shuffle(picked, random);
        return picked.subList(0, Math.min(5, picked.size()));
    }
}
