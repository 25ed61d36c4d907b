package dev.tern.store.contract;

import static dev.tern.store.contract.Samples.batch;
import static dev.tern.store.contract.Samples.entityId;
import static dev.tern.store.contract.Samples.entityIds;
import static dev.tern.store.contract.Samples.vector;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tern.graph.Embedded;
import dev.tern.graph.Entity;
import dev.tern.graph.EntityName;
import dev.tern.graph.MetadataFilter;
import dev.tern.graph.Passage;
import dev.tern.graph.Relation;
import dev.tern.graph.Scored;
import dev.tern.graph.SourceDocument;
import dev.tern.graph.SourceMetadata;
import dev.tern.graph.Statement;
import dev.tern.store.GraphStatistics;
import dev.tern.store.GraphStore;
import dev.tern.store.GraphView;
import dev.tern.store.GraphView.PassagesBy;
import dev.tern.store.GraphView.RelationsBy;
import dev.tern.store.InMemoryGraphStore;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

/** Tests of filtered views. */
interface FilterContract extends OpenGraph {
    /** Creates a passage that is a whole document with metadata. */
    private static Passage of(String id, String text, SourceMetadata metadata, Statement... statements) {
        return Passage.of(SourceDocument.of(id, text).withMetadata(metadata), 0, text, Arrays.asList(statements));
    }

    private static SourceMetadata tenant(String name) {
        return SourceMetadata.EMPTY.with("tenant", name);
    }

    @Test
    default void metadataComeBackWithTheirTypes() {
        SourceMetadata all = SourceMetadata.EMPTY
                .with("string", "7")
                .with("empty", "")
                .with("", "a name can be empty")
                .with("long", 7)
                .with("greatest", Long.MAX_VALUE)
                .with("least", Long.MIN_VALUE)
                .with("double", 7.0)
                .with("small", Double.MIN_VALUE)
                .with("third", 1.0 / 3)
                .with("true", true)
                .with("false", false)
                .with("instant", Instant.parse("1707-04-15T12:00:00.000000001Z"))
                .with("far", Instant.MIN)
                .with("long string", "größe \"😀\" ".repeat(300));
        Passage passage = of("d", "Euler was born.", all);
        try (GraphStore store = openEmpty()) {
            store.write(batch(passage));
            assertThat(store.latest().passages(PassagesBy.ID, List.of(passage.id())))
                    .extracting(Embedded::value)
                    .containsExactly(passage);
            try (GraphView visible = store.latest().visible(MetadataFilter.equal("third", 1.0 / 3))) {
                assertThat(visible.passages(PassagesBy.ID, List.of(passage.id())))
                        .extracting(Embedded::value)
                        .containsExactly(passage);
            }
        }
    }

    /** Documents of two tenants, each about Euler and about a thing that only the tenant has. */
    List<Passage> TWO_TENANTS = List.of(
            of(
                    "red's",
                    "Euler met Diderot.",
                    tenant("red"),
                    Statement.of("Euler", "met", "Diderot"),
                    Statement.of("Euler", "lived in", "Berlin")),
            of(
                    "blue's",
                    "EULER owed Goldbach money.",
                    tenant("blue"),
                    Statement.of("EULER", "owed money to", "Goldbach"),
                    Statement.of("EULER", "lived in", "BERLIN")));

    @Test
    default void nothingOfAHiddenDocumentIsSeenAnywhere() {
        for (List<Passage> order : List.of(TWO_TENANTS, TWO_TENANTS.reversed())) {
            try (GraphStore store = openEmpty()) {
                order.forEach(passage -> store.write(batch(passage)));
                assertOnlyRed(store);
            }
        }
    }

    private static void assertOnlyRed(GraphStore store) {
        Passage red = TWO_TENANTS.getFirst();
        Passage blue = TWO_TENANTS.getLast();
        try (GraphView visible = store.latest().visible(MetadataFilter.equal("tenant", "red"))) {
            assertThat(visible.nearestEntities(vector("Goldbach"), 9))
                    .extracting(found -> found.value().name())
                    .containsExactlyInAnyOrder("Euler", "Diderot", "Berlin");
            assertThat(visible.entities(entityIds("Goldbach", "euler", "berlin")))
                    .extracting(found -> found.value().name())
                    .containsExactly("Euler", "Berlin");
            String lived = Statement.of("Euler", "lived in", "Berlin").relationKey();
            String owed = Statement.of("EULER", "owed money to", "Goldbach").relationKey();
            Relation stated = visible.relations(RelationsBy.KEY, List.of(owed, lived))
                    .getFirst()
                    .value();
            assertThat(stated.text()).isEqualTo("Euler lived in Berlin");
            assertThat(stated.mentions()).containsExactly(new Relation.Mention(red.id(), "red's"));
            assertThat(visible.relations(RelationsBy.KEY, List.of(owed))).isEmpty();
            assertThat(visible.relations(RelationsBy.PASSAGE, List.of(blue.id())))
                    .isEmpty();
            assertThat(visible.nearestRelations(vector("EULER owed money to Goldbach"), 9))
                    .extracting(found -> found.value().text())
                    .containsExactlyInAnyOrder("Euler met Diderot", "Euler lived in Berlin");
            assertThat(visible.relationsTouching(entityIds("Euler", "Goldbach"), vector("money"), 9))
                    .extracting(found -> found.value().text())
                    .containsExactlyInAnyOrder("Euler met Diderot", "Euler lived in Berlin");
            assertThat(visible.nearestPassages(vector(blue.text()), 9))
                    .extracting(Scored::value)
                    .containsExactly(red);
            assertThat(visible.passages(PassagesBy.ID, List.of(blue.id()))).isEmpty();
            assertThat(visible.passages(PassagesBy.DOCUMENT, List.of("blue's", "red's")))
                    .extracting(Embedded::value)
                    .containsExactly(red);
            assertThat(visible.statistics()).isEqualTo(new GraphStatistics(1, 1, 3, 2));
            assertThat(Rows.of(visible).passages().keySet()).containsExactly(red.id());
        }
    }

    @Test
    default void titlesOfHiddenDocumentsAreNotThere() {
        Passage red = Passage.of(
                SourceDocument.of("r", "A town.").withTitle("Basel").withMetadata(tenant("red")),
                0,
                "A town.",
                List.of());
        Passage blue = Passage.of(
                SourceDocument.of("b", "A cheese.").withTitle("Basel").withMetadata(tenant("blue")),
                0,
                "A cheese.",
                List.of());
        try (GraphStore store = openEmpty()) {
            store.write(batch(red, blue));
            try (GraphView visible = store.latest().visible(MetadataFilter.equal("tenant", "blue"))) {
                assertThat(visible.passages(PassagesBy.TITLE, List.of("basel")))
                        .extracting(Embedded::value)
                        .containsExactly(blue);
            }
        }
    }

    @Test
    default void narrowedTwiceItHoldsWhatPassesBoth() {
        Passage old = of("old", "old", tenant("red").with("year", 1990));
        Passage young = of("young", "young", tenant("red").with("year", 2020));
        Passage other = of("other", "other", tenant("blue").with("year", 2020));
        try (GraphStore store = openEmpty()) {
            store.write(batch(old, young, other));
            try (GraphView visible = store.view()
                    .visible(MetadataFilter.equal("tenant", "red"))
                    .visible(MetadataFilter.greater("year", 2000))) {
                assertThat(visible.nearestPassages(vector("x"), 5))
                        .extracting(Scored::value)
                        .containsExactly(young);
            }
            try (GraphView all = store.view().visible(MetadataFilter.everything())) {
                assertThat(all.nearestPassages(vector("x"), 5)).hasSize(3);
            }
            try (GraphView none = store.latest().visible(MetadataFilter.or())) {
                assertThat(none.nearestPassages(vector("x"), 5)).isEmpty();
                assertThat(none.nearestEntities(vector("x"), 5)).isEmpty();
                assertThat(none.statistics()).isEqualTo(new GraphStatistics(0, 0, 0, 0));
            }
        }
    }

    @Test
    default void aFilterHoldsOnAnEmptyGraphToo() {
        try (GraphStore store = openEmpty();
                GraphView visible = store.latest().visible(MetadataFilter.equal("tenant", "red"))) {
            assertThat(visible.nearestPassages(vector("x"), 5)).isEmpty();
            assertThat(visible.nearestEntities(List.of(vector("x")), 5)).containsExactly(List.of());
            assertThat(visible.entities(entityIds("x"))).isEmpty();
            assertThat(visible.statistics()).isEqualTo(new GraphStatistics(0, 0, 0, 0));
        }
    }

    @Test
    default void aNarrowedViewThatIsClosedRefusesEverything() {
        try (GraphStore store = openEmpty()) {
            store.write(batch(TWO_TENANTS));
            GraphView visible = store.latest().visible(MetadataFilter.equal("tenant", "red"));
            visible.close();
            visible.close();
            assertThatThrownBy(() -> visible.nearestPassages(vector("x"), 1))
                    .isInstanceOf(IllegalStateException.class)
                    .hasMessage("the view is closed");
            assertThatThrownBy(() -> visible.visible(MetadataFilter.equal("tenant", "blue")))
                    .isInstanceOf(IllegalStateException.class)
                    .hasMessage("the view is closed");
            assertThat(store.latest().nearestPassages(vector("x"), 5)).hasSize(2);
        }
    }

    @Test
    default void newMetadataOfADocumentHoldForItsRelationsToo() {
        Passage before = TWO_TENANTS.getFirst();
        Passage after =
                of("red's", before.text(), tenant("blue"), before.statements().toArray(Statement[]::new));
        try (GraphStore store = openEmpty()) {
            store.write(batch(before));
            store.write(batch(after));
            try (GraphView red = store.latest().visible(MetadataFilter.equal("tenant", "red"));
                    GraphView blue = store.latest().visible(MetadataFilter.equal("tenant", "blue"))) {
                assertThat(red.nearestRelations(vector("x"), 9)).isEmpty();
                assertThat(red.entities(List.of(entityId("euler")))).isEmpty();
                assertThat(blue.nearestRelations(vector("x"), 9)).hasSize(2);
                assertThat(blue.nearestPassages(vector("x"), 9))
                        .extracting(Scored::value)
                        .containsExactly(after);
            }
        }
    }

    /**
     * Compares look-ups in filtered views with look-ups in the reference store, for random filters
     * and passages.
     */
    @Test
    default void underAnyFilterEveryLookUpIsThatOfAGraphWithNothingElse() {
        long seed = System.nanoTime();
        RandomPassages chance = new RandomPassages(seed);
        List<Passage> passages = chance.passages(40);
        try (GraphStore store = openEmpty();
                GraphStore literal = new InMemoryGraphStore()) {
            store.write(batch(passages));
            literal.write(batch(passages));
            List<MetadataFilter> filters = new ArrayList<>();
            for (int i = 0; i < 60; i++) {
                filters.add(chance.filter(i % 4));
            }
            for (MetadataFilter filter : filters) {
                String inputs = "seed " + seed + ", " + filter;
                try (GraphView visible = store.latest().visible(filter);
                        GraphView expected = literal.latest().visible(filter)) {
                    assertThat(lookUpAll(visible, passages)).as(inputs).isEqualTo(lookUpAll(expected, passages));
                    assertNamesAreVisible(visible, inputs);
                }
            }
        }
    }

    /** Returns the results of many look-ups, without scores or the spelling of names. */
    private static List<String> lookUpAll(GraphView view, List<Passage> all) {
        List<String> seen = new ArrayList<>();
        List<String> passageIds = all.stream().map(Passage::id).toList();
        List<String> entities = entityIds("Euler", "Basel", "Johann", "Petersburg", "Kiel", "nobody");
        seen.add("statistics " + view.statistics());
        for (String text : List.of("Euler", "Kiel", "Passage 1 of 7 on Basel")) {
            float[] vector = vector(text);
            seen.add("entities near " + text + names(view.nearestEntities(vector, 2)));
            seen.add("relations near " + text + relations(view.nearestRelations(vector, 3)));
            seen.add("relations around " + text + relations(view.relationsTouching(entities.subList(0, 2), vector, 4)));
            seen.add("passages near " + text
                    + view.nearestPassages(vector, 4).stream()
                            .map(found -> found.value().id())
                            .toList());
        }
        seen.add("entities "
                + view.entities(entities).stream()
                        .map(found -> EntityName.normalise(found.value().name()))
                        .toList());
        seen.add("relations stated "
                + view.relations(RelationsBy.PASSAGE, passageIds).stream()
                        .map(found -> shown(found.value()))
                        .toList());
        seen.add("passages " + view.passages(PassagesBy.ID, passageIds));
        seen.add("titled " + view.passages(PassagesBy.TITLE, List.of("euler", "kiel")));
        Rows rows = Rows.of(view);
        seen.add("rows " + rows.entities() + rows.relations() + rows.passages());
        return seen;
    }

    private static String names(List<Scored<Entity>> entities) {
        return entities.stream()
                .map(found -> EntityName.normalise(found.value().name()))
                .toList()
                .toString();
    }

    private static String relations(List<Scored<Relation>> relations) {
        return relations.stream().map(found -> shown(found.value())).toList().toString();
    }

    private static String shown(Relation relation) {
        return relation.text() + relation.mentions();
    }

    /** Asserts that a visible passage has each entity name in the same spelling. */
    private static void assertNamesAreVisible(GraphView visible, String inputs) {
        Rows rows = Rows.of(visible);
        Set<String> used = rows.passages().values().stream()
                .flatMap(passage -> passage.value().statements().stream())
                .flatMap(statement -> statement.entities().stream())
                .collect(Collectors.toCollection(TreeSet::new));
        assertThat(visible.nearestEntities(vector("x"), 20))
                .as(inputs)
                .allSatisfy(found -> assertThat(used).contains(found.value().name()));
    }
}
