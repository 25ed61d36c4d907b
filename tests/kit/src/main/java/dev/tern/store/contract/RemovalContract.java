package dev.tern.store.contract;

import static dev.tern.store.contract.Samples.batch;
import static dev.tern.store.contract.Samples.entityId;
import static dev.tern.store.contract.Samples.passage;
import static dev.tern.store.contract.Samples.removing;
import static org.assertj.core.api.Assertions.assertThat;

import dev.tern.graph.Entity;
import dev.tern.graph.Passage;
import dev.tern.graph.Statement;
import dev.tern.store.GraphStatistics;
import dev.tern.store.GraphStore;
import dev.tern.store.RelationRow;
import dev.tern.store.RowKind;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;

/** Tests that removal keeps shared rows, and no others. */
interface RemovalContract extends OpenGraph {
    @Test
    default void sharedEntitiesStayUntilTheirLastPassageGoesAndNothingStaysBehind() {
        long seed = System.nanoTime();
        System.out.println("removal: seed " + seed);
        Random random = new Random(seed);
        Map<String, List<Passage>> documents = new TreeMap<>();
        for (int i = 0; i < 24; i++) {
            List<Passage> passages = new ArrayList<>();
            for (int part = 0; part <= random.nextInt(3); part++) {
                passages.add(randomPassage("d" + i, part, random));
            }
            documents.put("d" + i, passages);
        }
        List<String> order = new ArrayList<>(documents.keySet());
        Collections.shuffle(order, random);
        try (GraphStore store = openEmpty()) {
            order.forEach(id -> store.write(batch(documents.getOrDefault(id, List.of()))));
            Collections.shuffle(order, random);
            while (!order.isEmpty()) {
                int some = Math.min(order.size(), 1 + random.nextInt(4));
                List<String> going = order.subList(0, some);
                assertThat(store.removeDocuments(going)).as("seed %d", seed).isEqualTo(some);
                documents.keySet().removeAll(going);
                going.clear();
                requireExactly(documents, store, seed);
            }
            assertThat(Rows.of(store.latest())).as("seed %d", seed).isEqualTo(Rows.NONE);
            assertThat(store.latest().statistics()).isEqualTo(new GraphStatistics(0, 0, 0, 0));
        }
    }

    private static Passage randomPassage(String documentId, int part, Random random) {
        List<Statement> statements = new ArrayList<>();
        for (int i = random.nextInt(4); i > 0; i--) {
            statements.add(Statement.of("thing " + random.nextInt(6), "meets", "Thing " + random.nextInt(6)));
        }
        statements.add(new Statement(
                "sentence " + random.nextInt(5),
                List.of("hub", "thing " + random.nextInt(6), "own " + documentId, "thing 9", "everyone")));
        return passage(documentId, part, documentId + " part " + part, statements.toArray(Statement[]::new));
    }

    private static void requireExactly(Map<String, List<Passage>> documents, GraphStore store, long seed) {
        TreeSet<String> passages = new TreeSet<>();
        TreeSet<String> rows = new TreeSet<>();
        TreeSet<String> entities = new TreeSet<>();
        for (List<Passage> ofDocument : documents.values()) {
            for (Passage passage : ofDocument) {
                passages.add(passage.id());
                for (RelationRow row : RelationRow.of(passage)) {
                    rows.add(row.id());
                    entities.addAll(row.entityIds());
                }
            }
        }
        Rows found = Rows.of(store.latest());
        assertThat(found.passages().keySet()).as("passages, seed %d", seed).isEqualTo(passages);
        assertThat(found.relations().keySet()).as("statements, seed %d", seed).isEqualTo(rows);
        assertThat(found.entities().keySet()).as("entities, seed %d", seed).isEqualTo(entities);
    }

    @Test
    default void singleRowsGoAloneAndComeBackWithTheirPassage() {
        Statement many = new Statement("All five met.", List.of("Johann", "Daniel", "Euler", "Basel", "Hermann"));
        Passage first = passage("a", 0, "First.", Statement.of("Johann", "taught", "Euler"), many);
        Passage second = passage("b", 0, "Second.", many);
        String row = RelationRow.of(first).get(1).id();
        try (GraphStore store = openEmpty()) {
            for (RowKind kind : RowKind.values()) {
                store.write(removing(kind, row));
            }
            assertThat(store.latest().description()).isEmpty();
            store.write(batch(first, second));
            Rows whole = Rows.of(store.latest());

            store.write(removing(
                    RowKind.RELATION, row, "unknown", Entity.named("Euler").id()));
            Rows without = Rows.of(store.latest());
            assertThat(without.relations().keySet())
                    .hasSize(2)
                    .doesNotContain(row)
                    .isSubsetOf(whole.relations().keySet());
            assertThat(without.entities()).isEqualTo(whole.entities());
            assertThat(without.passages()).isEqualTo(whole.passages());

            store.write(removing(RowKind.ENTITY, entityId("Euler"), entityId("Basel")));
            assertThat(Rows.of(store.latest()).entities())
                    .hasSize(3)
                    .doesNotContainKeys(entityId("Euler"), entityId("Basel"));
            store.write(removing(RowKind.PASSAGE, second.id()));
            assertThat(Rows.of(store.latest()).passages()).containsOnlyKeys(first.id());
            assertThat(Rows.of(store.latest()).relations()).hasSize(2);

            store.write(removing(RowKind.ENTITY));
            store.write(
                    removing(RowKind.RELATION, RelationRow.of(second).getFirst().id()));
            store.write(batch(first, second));
            assertThat(Rows.of(store.latest())).isEqualTo(whole);
        }
    }
}
