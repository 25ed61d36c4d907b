package dev.tern.store.contract;

import static dev.tern.store.contract.Samples.batch;
import static dev.tern.store.contract.Samples.entityIds;
import static dev.tern.store.contract.Samples.passage;
import static dev.tern.store.contract.Samples.vector;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import dev.tern.graph.Embedded;
import dev.tern.graph.Entity;
import dev.tern.graph.Passage;
import dev.tern.graph.Relation;
import dev.tern.graph.Scored;
import dev.tern.graph.Statement;
import dev.tern.store.GraphBatch;
import dev.tern.store.GraphStore;
import dev.tern.store.GraphView;
import dev.tern.store.InMemoryGraphStore;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** Tests of vector searches, and of their order. */
interface SearchContract extends OpenGraph {
    @Test
    default void nearestIsItselfWithCosineOne() {
        Passage passage = passage("d", 0, "Euler, of Basel.", Statement.of("Euler", "was born in", "Basel"));
        try (GraphStore store = openEmpty()) {
            store.write(batch(passage, passage("e", 0, "else", Statement.of("sea", "is", "wide"))));
            Scored<Entity> entity =
                    store.latest().nearestEntities(vector("Basel"), 1).getFirst();
            assertThat(entity.value()).isEqualTo(Entity.named("Basel"));
            assertThat(entity.score()).isCloseTo(1, within(1e-4));
            Scored<Relation> relation = store.latest()
                    .nearestRelations(vector("Euler was born in Basel"), 1)
                    .getFirst();
            assertThat(relation.value().text()).isEqualTo("Euler was born in Basel");
            assertThat(relation.value().entityIds()).isEqualTo(entityIds("Euler", "Basel"));
            assertThat(relation.value().mentions()).containsExactly(new Relation.Mention(passage.id(), "d"));
            assertThat(relation.score()).isCloseTo(1, within(1e-4));
            assertThat(store.latest()
                            .nearestPassages(vector("Euler, of Basel."), 1)
                            .getFirst()
                            .value())
                    .isEqualTo(passage);
        }
    }

    @Test
    default void entitiesNearestToManyVectorsAreThoseNearestToEach() {
        List<Passage> passages = new ArrayList<>();
        List<float[]> vectors = new ArrayList<>();
        for (int i = 0; i < 60; i++) {
            passages.add(passage("d" + i, 0, "text " + i, Statement.of("thing " + i, "is", "other " + i)));
        }
        for (String name : List.of("thing 7", "nobody", "other 3", "thing 7", "thing 59")) {
            vectors.add(vector(name));
        }
        try (GraphStore store = openEmpty()) {
            assertThat(store.latest().nearestEntities(vectors, 3)).hasSize(5).allMatch(List::isEmpty);
            store.write(batch(passages));
            for (int limit : new int[] {1, 3, 200}) {
                List<List<Scored<Entity>>> together = store.latest().nearestEntities(vectors, limit);
                assertThat(together).hasSize(vectors.size());
                for (int i = 0; i < vectors.size(); i++) {
                    // Products computed together may differ in the last digit from separate ones.
                    List<Scored<Entity>> alone = store.latest().nearestEntities(vectors.get(i), limit);
                    assertSameSearch(together.get(i), alone, limit);
                }
            }
            assertThat(store.latest().nearestEntities(List.of(), 3)).isEmpty();
        }
    }

    @Test
    default void scoresAreCosinesDownToMinusOne() {
        Passage passage = passage("d", 0, "text");
        float[] opposite = vector("text");
        for (int i = 0; i < opposite.length; i++) {
            opposite[i] = -opposite[i];
        }
        try (GraphStore store = openEmpty()) {
            store.write(batch(passage));
            assertThat(store.latest().nearestPassages(opposite, 5).getFirst().score())
                    .isCloseTo(-1, within(1e-4));
        }
    }

    @Test
    default void limitBelowOneIsRefused() {
        try (GraphStore store = openEmpty()) {
            store.write(batch(passage("d", 0, "text", Statement.of("a", "b", "c"))));
            for (int limit : new int[] {0, -1, Integer.MIN_VALUE}) {
                String message = "limit is " + limit + "; it must be at least 1";
                assertThatThrownBy(() -> store.latest().nearestEntities(vector("a"), limit))
                        .isInstanceOf(IllegalArgumentException.class)
                        .hasMessage(message);
                assertThatThrownBy(() -> store.latest().nearestRelations(vector("a"), limit))
                        .hasMessage(message);
                assertThatThrownBy(() -> store.latest().nearestPassages(vector("a"), limit))
                        .hasMessage(message);
                assertThatThrownBy(() -> store.latest().relationsTouching(entityIds("a"), vector("a"), limit))
                        .hasMessage(message);
            }
        }
    }

    @Test
    default void limitMayBeAnyNumberFromOneOn() {
        int passages = 300;
        try (GraphStore store = openEmpty()) {
            List<Passage> batch = new ArrayList<>();
            for (int i = 0; i < passages; i++) {
                batch.add(passage("d" + i, 0, "text " + i, Statement.of("thing " + i, "is", "here")));
            }
            store.write(batch(batch));
            for (int limit : new int[] {1 << 29, Integer.MAX_VALUE - 1, Integer.MAX_VALUE}) {
                assertThat(store.latest().nearestEntities(vector("here"), limit))
                        .hasSize(passages + 1);
                assertThat(store.latest().nearestRelations(vector("here"), limit))
                        .hasSize(passages);
                assertThat(store.latest().nearestPassages(vector("here"), limit))
                        .hasSize(passages);
                assertThat(store.latest().relationsTouching(entityIds("here"), vector("here"), limit))
                        .hasSize(passages);
            }
        }
    }

    @Test
    default void tiesAreInTheOrderOfIdsWhereverTheyAreCut() {
        List<Passage> passages = new ArrayList<>();
        for (int i = 0; i < 40; i++) {
            // The vector depends on the normalised text: 40 passages with one vector.
            passages.add(passage("d" + i, 0, "SAME" + " ".repeat(i + 1) + "words"));
        }
        try (GraphStore store = openEmpty()) {
            store.write(batch(passages.subList(0, 25)));
            store.write(batch(passages.subList(25, 40)));
            List<String> ids = passages.stream().map(Passage::id).sorted().toList();
            for (int limit : new int[] {1, 7, 26, 39, 40, 50}) {
                assertThat(store.latest().nearestPassages(vector("same words"), limit))
                        .extracting(scored -> scored.value().id())
                        .isEqualTo(ids.subList(0, Math.min(limit, 40)));
            }
        }
    }

    @Test
    default void relationStatedByTwoPassagesIsOneWithTwoMentions() {
        Statement shared = Statement.of("Johann Bernoulli", "taught", "Leonhard Euler");
        Statement spelled = Statement.of("johann  bernoulli", "TAUGHT", "Leonhard Euler");
        Passage one = passage("a", 0, "Johann taught Euler.", shared);
        Passage two = passage("b", 0, "Euler's teacher was Johann.", spelled);
        try (GraphStore store = openEmpty()) {
            store.write(batch(one));
            store.write(batch(two));
            Relation relation = onlyRelation(store.latest().nearestRelations(vector(shared.text()), 10));
            assertThat(relation.mentions())
                    .containsExactlyInAnyOrder(new Relation.Mention(one.id(), "a"), new Relation.Mention(two.id(), "b"))
                    .isSorted();
            assertThat(relation.text()).isEqualTo(one.id().compareTo(two.id()) < 0 ? shared.text() : spelled.text());
            assertThat(onlyRelation(store.latest().relationsTouching(entityIds("leonhard euler"), vector("x"), 10)))
                    .isEqualTo(relation);
            assertThat(store.latest().relations(GraphView.RelationsBy.KEY, List.of(relation.key())))
                    .extracting(Embedded::value)
                    .containsExactly(relation);
            assertThat(store.latest().statistics().relations()).isOne();
        }
    }

    private static Relation onlyRelation(List<Scored<Relation>> found) {
        assertThat(found).hasSize(1);
        return found.getFirst().value();
    }

    @Test
    default void relationOfManyPassagesDoesNotCrowdOutItsNeighbours() {
        Statement boilerplate = Statement.of("This site", "uses", "cookies");
        int passages = 5_000;
        try (GraphStore store = openEmpty()) {
            List<Passage> batch = new ArrayList<>();
            for (int i = 0; i < passages; i++) {
                batch.add(passage("page " + i, 0, "Page " + i, boilerplate));
                if (batch.size() == 1_000) {
                    store.write(batch(batch));
                    batch.clear();
                }
            }
            for (int i = 0; i < 20; i++) {
                batch.add(passage("other " + i, 0, "Other " + i, Statement.of("This site", "shows", "picture " + i)));
            }
            store.write(batch(batch));
            List<Scored<Relation>> nearest = store.latest().nearestRelations(vector(boilerplate.text()), 10);
            assertThat(nearest).extracting(scored -> scored.value().key()).doesNotHaveDuplicates();
            assertThat(nearest).hasSize(10);
            assertThat(nearest.getFirst().value().mentions()).hasSize(passages);
            assertThat(store.latest().relationsTouching(entityIds("this site"), vector(boilerplate.text()), 10))
                    .isEqualTo(nearest);
            assertThat(store.latest().relationsTouching(entityIds("this site"), vector(boilerplate.text()), 21))
                    .hasSize(21);
        }
    }

    @Test
    default void relationsTouchingAHubAreExactUpToTheLimit() {
        int spokes = 300;
        List<Passage> passages = new ArrayList<>();
        for (int i = 0; i < spokes; i++) {
            passages.add(passage("d" + i, 0, "text " + i, Statement.of("hub", "meets", "spoke " + i)));
            passages.add(passage("e" + i, 0, "rest " + i, Statement.of("spoke " + i, "avoids", "spoke " + (i + 1))));
        }
        GraphBatch batch = batch(passages);
        float[] question = vector("who meets whom");
        try (GraphStore store = openEmpty();
                GraphStore reference = new InMemoryGraphStore()) {
            store.write(batch);
            reference.write(batch);
            List<String> frontier = entityIds("hub", "spoke 3", "nobody at all");
            for (int limit : new int[] {spokes + 2, 1_000, Integer.MAX_VALUE}) {
                assertSameSearch(
                        store.latest().relationsTouching(frontier, question, limit),
                        reference.latest().relationsTouching(frontier, question, Integer.MAX_VALUE),
                        limit);
            }
            List<Scored<Relation>> few = store.latest().relationsTouching(frontier, question, 10);
            assertThat(few)
                    .hasSize(10)
                    .allSatisfy(scored -> assertThat(scored.value().entityIds()).containsAnyElementsOf(frontier));
            assertThat(few).extracting(Scored::score).isSortedAccordingTo((a, b) -> Double.compare(b, a));
            assertThat(store.latest().relationsTouching(List.of(), question, 10))
                    .isEmpty();
            assertThat(store.latest().relationsTouching(List.of("no such id"), question, 10))
                    .isEmpty();
            assertThat(store.latest().relationsTouching(entityIds("spoke 5"), question, 10))
                    .hasSize(3);
        }
    }

    @Test
    default void removedRowsAreNotFound() {
        try (GraphStore store = openEmpty()) {
            List<Passage> passages = new ArrayList<>();
            for (int i = 0; i < 200; i++) {
                passages.add(passage("d" + i, 0, "text " + i, Statement.of("thing " + i, "is", "here")));
            }
            store.write(batch(passages));
            Set<String> gone = new HashSet<>();
            for (int i = 0; i < 200; i += 2) {
                gone.add("d" + i);
            }
            assertThat(store.removeDocuments(gone)).isEqualTo(100);
            assertThat(store.latest().nearestPassages(vector("text 4"), 200))
                    .hasSize(100)
                    .noneMatch(scored -> gone.contains(scored.value().documentId()));
            assertThat(store.latest().nearestEntities(vector("thing 4"), 200)).hasSize(101);
            assertThat(store.latest().nearestRelations(vector("thing 4 is here"), 200))
                    .hasSize(100);
            assertThat(store.latest().relationsTouching(entityIds("here"), vector("thing 4 is here"), 200))
                    .hasSize(100);
        }
    }

    /**
     * Asserts that a search finds the best of all results: as many as {@code limit} allows, with
     * the same scores in the same order, and each result with its own score. Scores may differ by
     * 0.00001, as vector databases use single precision; so near ties may change places.
     *
     * @param all the expected results, best first, without a limit or with at least this one
     */
    static <T> void assertSameSearch(List<Scored<T>> found, List<Scored<T>> all, int limit) {
        double precision = 1e-5;
        Map<T, Double> scores = new HashMap<>();
        all.forEach(scored -> scores.put(scored.value(), scored.score()));
        assertThat(found).hasSize(Math.min(limit, all.size()));
        assertThat(found).extracting(Scored::value).doesNotHaveDuplicates();
        for (int i = 0; i < found.size(); i++) {
            Scored<T> scored = found.get(i);
            assertThat(scores).containsKey(scored.value());
            assertThat(scored.score()).isCloseTo(all.get(i).score(), within(precision));
            assertThat(scored.score()).isCloseTo(scores.getOrDefault(scored.value(), Double.NaN), within(precision));
        }
    }
}
