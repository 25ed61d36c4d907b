package dev.tern.store.contract;

import static dev.tern.store.contract.Samples.batch;
import static dev.tern.store.contract.Samples.entityId;
import static dev.tern.store.contract.Samples.entityIds;
import static dev.tern.store.contract.Samples.passage;
import static dev.tern.store.contract.Samples.titled;
import static dev.tern.store.contract.Samples.vector;
import static org.assertj.core.api.Assertions.assertThat;

import dev.tern.graph.Embedded;
import dev.tern.graph.Entity;
import dev.tern.graph.Passage;
import dev.tern.graph.SourceDocument;
import dev.tern.graph.SourceMetadata;
import dev.tern.graph.Statement;
import dev.tern.store.GraphStore;
import dev.tern.store.GraphView.PassagesBy;
import dev.tern.store.GraphView.RelationsBy;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** Tests of look-ups by id, title and passage, and of their order. */
interface LookupContract extends OpenGraph {
    /** Texts that careless code damages: quotes, escapes, line breaks, code, many scripts. */
    List<String> HARD = List.of(
            "it's \"quoted\"",
            "back\\slash \\\" \\n",
            "100% of a_b like %_",
            "two\nlines\tand\r\nmore",
            "张三 和 李四",
            "محمد بن موسى",
            "🦅 👩‍👩‍👧 flag 🇨🇭",
            "Łódź Beyoncé ß",
            "id in [1, 2] or 1 == 1 -- {x} ${y} /* */",
            "C++",
            "C#",
            "C");

    @Test
    default void lookUpsRestoreTheAskedOrder() {
        List<Passage> passages = new ArrayList<>();
        for (int i = 0; i < 50; i++) {
            passages.add(passage("d" + i, 0, "text " + i, Statement.of("thing " + i, "is", "other " + i)));
        }
        try (GraphStore store = openEmpty()) {
            store.write(batch(passages.subList(0, 30)));
            store.write(batch(passages.subList(30, 50)));
            Collections.shuffle(passages, new Random(3));
            List<String> ids =
                    new ArrayList<>(passages.stream().map(Passage::id).toList());
            List<String> keys = passages.stream()
                    .map(passage -> passage.statements().getFirst().relationKey())
                    .toList();
            List<String> entities = passages.stream()
                    .map(passage ->
                            entityId(passage.statements().getFirst().entities().getFirst()))
                    .toList();
            assertThat(store.latest().entities(entities))
                    .extracting(found -> found.value().id())
                    .isEqualTo(entities);
            assertThat(store.latest().relations(RelationsBy.KEY, keys))
                    .extracting(found -> found.value().key())
                    .isEqualTo(keys);
            assertThat(store.latest().relations(RelationsBy.PASSAGE, ids))
                    .extracting(found -> found.value().key())
                    .isEqualTo(keys);
            ids.addAll(ids.subList(0, 5));
            ids.add(3, "unknown");
            assertThat(store.latest().passages(PassagesBy.ID, ids))
                    .extracting(Embedded::value)
                    .isEqualTo(passages);
        }
    }

    @Test
    default void unknownIdsAreLeftOut() {
        try (GraphStore store = openEmpty()) {
            store.write(batch(passage("d", 0, "text", Statement.of("a", "b", "c"))));
            List<String> unknown = List.of("unknown", "", "'", "\\", entityId("nobody"));
            assertThat(store.latest().entities(unknown)).isEmpty();
            for (RelationsBy by : RelationsBy.values()) {
                assertThat(store.latest().relations(by, unknown)).isEmpty();
                assertThat(store.latest().relations(by, List.of())).isEmpty();
            }
            for (PassagesBy by : PassagesBy.values()) {
                assertThat(store.latest().passages(by, unknown)).isEmpty();
                assertThat(store.latest().passages(by, List.of())).isEmpty();
            }
            assertThat(store.latest().entities(List.of())).isEmpty();
            assertThat(store.removeDocuments(unknown)).isZero();
        }
    }

    @Test
    default void hardIdsNamesAndTextsSurvive() {
        List<Passage> passages = new ArrayList<>();
        for (String hard : HARD) {
            SourceDocument document = SourceDocument.of(hard, hard)
                    .withTitle(hard)
                    .withMetadata(SourceMetadata.of(Map.of(hard, hard, "empty", "", "source", "/tmp/" + hard)));
            passages.add(Passage.of(document, 0, hard, List.of(Statement.of(hard, hard, "thing"))));
        }
        try (GraphStore store = openEmpty()) {
            store.write(batch(passages));
            assertThat(store.latest().passages(PassagesBy.DOCUMENT, HARD))
                    .extracting(Embedded::value)
                    .isEqualTo(passages);
            for (int i = 0; i < HARD.size(); i++) {
                String hard = HARD.get(i);
                assertThat(store.latest().entities(entityIds(hard)))
                        .extracting(Embedded::value)
                        .containsExactly(Entity.named(hard));
                assertThat(store.latest()
                                .nearestEntities(vector(hard), 1)
                                .getFirst()
                                .value())
                        .isEqualTo(Entity.named(hard));
                assertThat(store.latest().relationsTouching(entityIds(hard), vector("x"), 5))
                        .singleElement()
                        .satisfies(found -> assertThat(found.value().text())
                                .isEqualTo(Statement.of(hard, hard, "thing").text()));
            }
            assertThat(store.removeDocuments(HARD.subList(0, 6))).isEqualTo(6);
            Rows.of(store.latest()).requireWhole();
            assertThat(store.removeDocuments(HARD)).isEqualTo(HARD.size() - 6);
            assertThat(Rows.of(store.latest())).isEqualTo(Rows.NONE);
        }
    }

    @Test
    default void longTextsSurvive() {
        String text = "A long line about nothing much. ".repeat(20_000);
        String title = "Title ".repeat(2_000).strip();
        String id = "d".repeat(SourceDocument.MAX_ID_LENGTH);
        Passage passage = Passage.of(
                SourceDocument.of(id, text).withTitle(title),
                0,
                text,
                List.of(Statement.of("n".repeat(2_000), "is", "long")));
        try (GraphStore store = openEmpty()) {
            store.write(batch(passage));
            assertThat(store.latest()
                            .passages(PassagesBy.DOCUMENT, List.of(id))
                            .getFirst()
                            .value())
                    .isEqualTo(passage);
            assertThat(store.latest().passages(PassagesBy.TITLE, List.of(title.toLowerCase(java.util.Locale.ROOT))))
                    .hasSize(1);
            assertThat(store.latest().entities(entityIds("N".repeat(2_000)))).hasSize(1);
        }
    }

    @Test
    default void statementsOfOneToThirtyTwoEntitiesSurvive() {
        List<String> names = new ArrayList<>();
        for (int i = 0; i < Statement.MAX_ENTITIES; i++) {
            names.add("member " + i);
        }
        Statement many = new Statement("All members met.", names);
        Statement one = new Statement("One member slept.", List.of("member 31"));
        Passage passage = passage("d", 0, "They met, one slept.", many, one);
        try (GraphStore store = openEmpty()) {
            store.write(batch(passage));
            assertThat(store.latest()
                            .passages(PassagesBy.ID, List.of(passage.id()))
                            .getFirst()
                            .value())
                    .isEqualTo(passage);
            assertThat(store.latest().relationsTouching(entityIds("member 17"), vector("x"), 5))
                    .singleElement()
                    .satisfies(found -> assertThat(found.value().entityIds()).isEqualTo(many.entityIds()));
            assertThat(store.latest().relationsTouching(entityIds("member 31"), vector("x"), 5))
                    .hasSize(2);
            assertThat(store.latest().statistics().entities()).isEqualTo(32);
        }
    }

    @Test
    default void relationsOfPassagesComePassageByPassageAndByKey() {
        Statement shared = Statement.of("a", "knows", "b");
        Passage one =
                passage("one", 0, "one", Statement.of("b", "knows", "c"), shared, Statement.of("c", "knows", "d"));
        Passage two = passage("two", 0, "two", Statement.of("d", "knows", "e"), shared);
        try (GraphStore store = openEmpty()) {
            store.write(batch(one, two));
            List<String> expected = new ArrayList<>();
            for (Passage passage : List.of(two, one)) {
                passage.statements().stream()
                        .map(Statement::relationKey)
                        .sorted()
                        .filter(key -> !expected.contains(key))
                        .forEach(expected::add);
            }
            List<Embedded<dev.tern.graph.Relation>> found =
                    store.latest().relations(RelationsBy.PASSAGE, List.of(two.id(), one.id()));
            assertThat(found).extracting(relation -> relation.value().key()).isEqualTo(expected);
            assertThat(found)
                    .filteredOn(relation -> relation.value().key().equals(shared.relationKey()))
                    .singleElement()
                    .satisfies(relation -> {
                        assertThat(relation.value().mentions()).hasSize(2);
                        assertThat(relation.vector()).isEqualTo(vector(shared.text()));
                    });
        }
    }

    @Test
    default void passagesOfADocumentComeInItsOrder() {
        List<Passage> passages = new ArrayList<>();
        for (int i = 0; i < 12; i++) {
            passages.add(passage("d", i, "part " + i));
        }
        List<Passage> shuffled = new ArrayList<>(passages);
        Collections.shuffle(shuffled, new Random(5));
        Passage other = passage("another", 0, "alone");
        try (GraphStore store = openEmpty()) {
            store.write(batch(shuffled.subList(0, 5)));
            store.write(batch(shuffled.subList(5, 12)));
            store.write(batch(other));
            List<Passage> expected = new ArrayList<>(passages);
            expected.add(other);
            assertThat(store.latest().passages(PassagesBy.DOCUMENT, List.of("d", "another", "d")))
                    .extracting(Embedded::value)
                    .isEqualTo(expected);
        }
    }

    @Test
    default void passagesAreFoundByTitleWithAndWithoutItsBracket() {
        Passage planet = titled("a", 0, "Mercury (planet)", "It is hot.");
        Passage god = titled("b", 0, "Mercury (god)", "He is fast.");
        Passage metal = titled("c", 0, "MERCURY", "It is heavy.");
        Passage untitled = passage("d", 0, "Nothing.");
        try (GraphStore store = openEmpty()) {
            store.write(batch(untitled, metal, god, planet));
            assertThat(store.latest().passages(PassagesBy.TITLE, List.of("mercury")))
                    .extracting(Embedded::value)
                    .containsExactly(planet, god, metal);
            assertThat(store.latest().passages(PassagesBy.TITLE, List.of("mercury (god)", "mercury", "")))
                    .extracting(Embedded::value)
                    .containsExactly(god, planet, metal);
            assertThat(store.latest().passages(PassagesBy.TITLE, List.of("merc", "planet")))
                    .isEmpty();
        }
    }
}
