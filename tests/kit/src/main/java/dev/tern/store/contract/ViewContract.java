package dev.tern.store.contract;

import static dev.tern.store.contract.Samples.batch;
import static dev.tern.store.contract.Samples.entityId;
import static dev.tern.store.contract.Samples.entityIds;
import static dev.tern.store.contract.Samples.passage;
import static dev.tern.store.contract.Samples.titled;
import static dev.tern.store.contract.Samples.vector;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tern.graph.Embedded;
import dev.tern.graph.Entity;
import dev.tern.graph.Passage;
import dev.tern.graph.Statement;
import dev.tern.settings.Consistency;
import dev.tern.store.GraphStore;
import dev.tern.store.GraphView;
import dev.tern.store.GraphView.PassagesBy;
import dev.tern.store.GraphView.RelationsBy;
import dev.tern.store.GraphVisitor;
import dev.tern.store.RelationRow;
import dev.tern.store.Round;
import dev.tern.store.RowKind;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;
import org.junit.jupiter.api.Test;

/** Tests of look-ups in views, and of scans. */
interface ViewContract extends OpenGraph {
    /** Two documents: one with statements, one with a title. */
    List<Passage> PASSAGES = List.of(
            passage(
                    "d",
                    0,
                    "Euler, of Basel.",
                    Statement.of("Euler", "was born in", "Basel"),
                    Statement.of("Johann", "taught", "Euler")),
            titled("t", 0, "Basel", "A town on the Rhine."));

    /** Returns a function for each look-up except full-text search, by name. */
    private static Map<String, Function<GraphView, Object>> lookUps() {
        Map<String, Function<GraphView, Object>> all = new LinkedHashMap<>();
        all.put("description", GraphView::description);
        all.put("statistics", GraphView::statistics);
        all.put("nearestEntities", view -> view.nearestEntities(vector("euler"), 2));
        all.put("nearestEntities of many", view -> view.nearestEntities(List.of(vector("a"), vector("b")), 2));
        all.put("nearestEntities of none", view -> view.nearestEntities(List.of(), 2));
        all.put("nearestRelations", view -> view.nearestRelations(vector("who was born"), 2));
        all.put("nearestPassages", view -> view.nearestPassages(vector("a river"), 2));
        all.put("relationsTouching", view -> view.relationsTouching(entityIds("euler"), vector("x"), 5));
        all.put("entities", view -> view.entities(entityIds("Basel", "nobody", "Euler")));
        for (RelationsBy by : RelationsBy.values()) {
            List<String> values = by == RelationsBy.KEY
                    ? PASSAGES.getFirst().statements().stream()
                            .map(Statement::relationKey)
                            .toList()
                    : List.of(PASSAGES.getFirst().id());
            all.put("relations by " + by, view -> view.relations(by, values));
        }
        for (PassagesBy by : PassagesBy.values()) {
            String value = switch (by) {
                case ID -> PASSAGES.getLast().id();
                case DOCUMENT -> "t";
                case TITLE -> "basel";
            };
            all.put("passages by " + by, view -> view.passages(by, List.of(value)));
        }
        all.put("scan", Rows::of);
        return all;
    }

    @Test
    default void aViewAnswersAsTheStoreDoes() {
        try (GraphStore store = openEmpty()) {
            store.write(batch(PASSAGES));
            try (GraphView usual = store.view();
                    GraphView strong = store.view(Consistency.STRONG);
                    GraphView session = store.view(Consistency.SESSION)) {
                lookUps().forEach((name, lookUp) -> {
                    Object answer = lookUp.apply(store.latest());
                    for (GraphView view : List.of(usual, strong, session)) {
                        assertThat(lookUp.apply(view)).as(name).isEqualTo(answer);
                    }
                });
            }
        }
    }

    @Test
    default void aViewOfAnEmptyGraphIsEmpty() {
        try (GraphStore store = openEmpty();
                GraphView view = store.view()) {
            assertThat(view.description()).isEmpty();
            assertThat(view.nearestPassages(vector("x"), 3)).isEmpty();
            assertThat(Rows.of(view)).isEqualTo(Rows.NONE);
        }
    }

    @Test
    default void aClosedViewRefusesEverythingAndTheStoreGoesOn() {
        try (GraphStore store = openEmpty()) {
            store.write(batch(PASSAGES));
            GraphView view = store.view();
            view.close();
            view.close();
            lookUps().forEach((name, lookUp) -> {
                assertThatThrownBy(() -> lookUp.apply(view))
                        .as(name)
                        .isInstanceOf(IllegalStateException.class)
                        .hasMessage("the view is closed");
                assertThat(lookUp.apply(store.latest())).isNotNull();
            });
        }
    }

    @Test
    default void allLookUpsOfAViewMayBeUnderWayAtOnce() {
        try (GraphStore store = openEmpty()) {
            store.write(batch(PASSAGES));
            try (GraphView view = store.view()) {
                Map<String, Round.Reply<Object>> replies = new LinkedHashMap<>();
                Round round = view.round();
                lookUps().forEach((name, lookUp) -> replies.put(name, round.ask(lookUp)));
                round.await();
                lookUps()
                        .forEach((name, lookUp) -> assertThat(replies.getOrDefault(name, () -> "no reply")
                                        .get())
                                .as(name)
                                .isEqualTo(lookUp.apply(store.latest())));
            }
        }
    }

    @Test
    default void aScanShowsOnlyTheKindsThatAreWanted() {
        try (GraphStore store = openEmpty()) {
            store.write(batch(PASSAGES));
            for (Set<RowKind> wanted : List.of(
                    EnumSet.of(RowKind.ENTITY),
                    EnumSet.of(RowKind.RELATION),
                    EnumSet.of(RowKind.PASSAGE),
                    EnumSet.of(RowKind.ENTITY, RowKind.PASSAGE),
                    EnumSet.noneOf(RowKind.class),
                    EnumSet.allOf(RowKind.class))) {
                Map<RowKind, Integer> shown = new LinkedHashMap<>();
                store.latest().scan(new GraphVisitor() {
                    @Override
                    public Set<RowKind> kinds() {
                        return wanted;
                    }

                    @Override
                    public void entity(Embedded<Entity> entity) {
                        shown.merge(RowKind.ENTITY, 1, Integer::sum);
                    }

                    @Override
                    public void relation(Embedded<RelationRow> relation) {
                        shown.merge(RowKind.RELATION, 1, Integer::sum);
                    }

                    @Override
                    public void passage(Embedded<Passage> passage) {
                        shown.merge(RowKind.PASSAGE, 1, Integer::sum);
                    }
                });
                Map<RowKind, Integer> all = Map.of(RowKind.ENTITY, 3, RowKind.RELATION, 2, RowKind.PASSAGE, 2);
                assertThat(shown.keySet()).isEqualTo(wanted);
                shown.forEach((kind, count) -> assertThat(count).isEqualTo(all.get(kind)));
            }
        }
    }

    @Test
    default void thingsCanBeLookedUpInsideAScan() {
        try (GraphStore store = openEmpty()) {
            store.write(batch(PASSAGES));
            try (GraphView view = store.view()) {
                for (GraphView scanned : List.of(store.latest(), view)) {
                    List<String> found = new ArrayList<>();
                    scanned.scan(new GraphVisitor() {
                        @Override
                        public void relation(Embedded<RelationRow> relation) {
                            scanned.entities(relation.value().entityIds())
                                    .forEach(entity -> found.add(entity.value().id()));
                            scanned.passages(
                                            PassagesBy.ID,
                                            List.of(relation.value().passageId()))
                                    .forEach(
                                            passage -> found.add(passage.value().documentId()));
                        }
                    });
                    assertThat(found)
                            .containsExactlyInAnyOrder(
                                    entityId("Euler"),
                                    entityId("Basel"),
                                    "d",
                                    entityId("Johann"),
                                    entityId("Euler"),
                                    "d");
                }
            }
        }
    }
}
