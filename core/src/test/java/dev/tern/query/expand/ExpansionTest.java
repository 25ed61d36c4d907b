package dev.tern.query.expand;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tern.graph.Embedded;
import dev.tern.graph.Entity;
import dev.tern.graph.Passage;
import dev.tern.graph.Relation;
import dev.tern.graph.Scored;
import dev.tern.graph.SourceDocument;
import dev.tern.graph.Statement;
import dev.tern.store.GraphBatch;
import dev.tern.store.GraphStore;
import dev.tern.store.GraphView;
import dev.tern.store.GraphView.RelationsBy;
import dev.tern.store.InMemoryGraphStore;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.TreeSet;
import org.ejml.data.DMatrixSparseCSC;
import org.ejml.sparse.csc.CommonOps_DSCC;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Compares the walk with its definition: non-zero columns of literal sparse products. */
class ExpansionTest {
    private static final int DIMENSION = 8;
    private static final int GRAPHS_PER_DEGREE = 60;

    @ParameterizedTest
    @ValueSource(ints = {0, 1, 2, 3, 4})
    void the_walk_reaches_the_non_zero_columns_of_the_literal_products(int degree) {
        for (int seed = 0; seed < GRAPHS_PER_DEGREE; seed++) {
            Random random = new Random(1000L * degree + seed);
            RandomGraph graph = new RandomGraph(random);
            List<String> seedEntities = graph.someEntities(random);
            List<Relation> seedRelations = graph.someRelations(random);
            float[] question = unit(random);

            Subgraph walked = new Expansion(graph.store.latest(), 100_000, 100_000)
                    .expand(seedEntities, scored(seedRelations), List.of(), question, degree);

            Set<String> reached = new TreeSet<>();
            walked.relations()
                    .forEach(candidate -> reached.add(candidate.value().key()));
            assertThat(reached)
                    .as("random seed %d, degree %d", 1000L * degree + seed, degree)
                    .isEqualTo(graph.byDefinition(seedEntities, seedRelations, degree));
            assertThat(walked.cut()).isFalse();
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 1, 2, 3, 4})
    void every_hop_is_one_look_up(int degree) {
        RandomGraph graph = new RandomGraph(new Random(7));
        CountingTouches counting = new CountingTouches(graph.store);

        new Expansion(counting.view(), 1000, 1000)
                .expand(graph.entityIds, List.of(), List.of(), unit(new Random(1)), degree);

        assertThat(counting.calls).isLessThanOrEqualTo(degree + 1);
    }

    @Test
    void entities_beside_are_looked_up_with_the_first_hop_and_not_walked_from() {
        RandomGraph graph = new RandomGraph(new Random(19));
        float[] question = unit(new Random(5));
        List<String> seed = List.of(graph.entityIds.getFirst());
        List<String> beside = graph.relations.getLast().entityIds();
        Expansion expansion = new Expansion(graph.store.latest(), 1000, 1000);

        Subgraph walked = expansion.expand(seed, List.of(), beside, question, 2);

        Subgraph without = expansion.expand(seed, List.of(), List.of(), question, 2);
        assertThat(walked.relations()).isEqualTo(without.relations());
        assertThat(walked.entityIds()).isEqualTo(without.entityIds());
        assertThat(walked.beside())
                .isNotEmpty()
                .isEqualTo(expansion
                        .expand(beside, List.of(), List.of(), question, 0)
                        .relations());
        assertThat(without.beside()).isEmpty();
    }

    @Test
    void candidates_past_their_limit_are_the_nearest_to_the_question_and_the_cut_is_told() {
        RandomGraph graph = new RandomGraph(new Random(11));
        float[] question = unit(new Random(2));

        Subgraph whole = new Expansion(graph.store.latest(), 1000, 1000)
                .expand(graph.entityIds, List.of(), List.of(), question, 0);
        Subgraph cut =
                new Expansion(graph.store.latest(), 1000, 3).expand(graph.entityIds, List.of(), List.of(), question, 0);

        assertThat(whole.relations()).hasSizeGreaterThan(3);
        assertThat(cut.cut()).isTrue();
        assertThat(cut.relations()).isEqualTo(whole.relations().subList(0, 3));
    }

    @Test
    void a_frontier_past_its_limit_goes_on_from_the_entities_nearest_to_the_question() {
        Random random = new Random(13);
        RandomGraph graph = new RandomGraph(random);
        Subgraph cut = new Expansion(graph.store.latest(), 2, 1000)
                .expand(graph.entityIds, List.of(), List.of(), unit(random), 0);

        assertThat(cut.cut()).isTrue();
        assertThat(cut.entityIds()).hasSize(2);
    }

    @Test
    void nothing_to_start_from_reaches_nothing() {
        RandomGraph graph = new RandomGraph(new Random(17));

        Subgraph walked = new Expansion(graph.store.latest(), 10, 10)
                .expand(List.of(), List.of(), List.of(), unit(new Random(3)), 4);

        assertThat(walked.relations()).isEmpty();
        assertThat(walked.cut()).isFalse();
    }

    private static List<Scored<Relation>> scored(List<Relation> relations) {
        return relations.stream().map(relation -> new Scored<>(relation, 0.5)).toList();
    }

    private static float[] unit(Random random) {
        float[] vector = new float[DIMENSION];
        double sum = 0;
        for (int i = 0; i < DIMENSION; i++) {
            vector[i] = (float) random.nextGaussian();
            sum += (double) vector[i] * vector[i];
        }
        for (int i = 0; i < DIMENSION; i++) {
            vector[i] = (float) (vector[i] / Math.sqrt(sum));
        }
        return vector;
    }

    /** Counts the look-ups of a walk. */
    private static final class CountingTouches {
        private final GraphView delegate;
        private int calls;

        CountingTouches(GraphStore delegate) {
            this.delegate = delegate.latest();
        }

        GraphView view() {
            return (GraphView) java.lang.reflect.Proxy.newProxyInstance(
                    getClass().getClassLoader(), new Class<?>[] {GraphView.class}, (proxy, method, arguments) -> {
                        calls += method.getName().equals("relationsTouching") ? 1 : 0;
                        return method.invoke(delegate, arguments);
                    });
        }
    }

    /**
     * A random graph: triplets and statements of one to four entities, entities that are both subject and object,
     * statements repeated by other passages, and entities that nothing touches.
     */
    private static final class RandomGraph {
        private final GraphStore store = new InMemoryGraphStore();
        private final List<String> entityIds = new ArrayList<>();
        private final List<Relation> relations;

        RandomGraph(Random random) {
            int entities = 3 + random.nextInt(12);
            int statements = 4 + random.nextInt(16);
            List<Statement> all = new ArrayList<>();
            for (int i = 0; i < statements; i++) {
                all.add(statement(random, entities, i));
            }
            for (int i = 0; i < statements / 3; i++) {
                all.add(all.get(random.nextInt(statements)));
            }
            Map<String, float[]> relationVectors = new HashMap<>();
            Map<String, float[]> entityVectors = new HashMap<>();
            List<Embedded<Passage>> passages = new ArrayList<>();
            for (int i = 0; i < all.size(); i++) {
                Statement statement = all.get(i);
                relationVectors.computeIfAbsent(statement.relationKey(), key -> unit(random));
                statement.entityIds().forEach(id -> entityVectors.computeIfAbsent(id, absent -> unit(random)));
                SourceDocument document = SourceDocument.of("d" + i, "text " + i);
                passages.add(
                        new Embedded<>(Passage.of(document, 0, document.text(), List.of(statement)), unit(random)));
            }
            store.write(new GraphBatch("random", passages, relationVectors, entityVectors, Set.of()));
            for (int i = 0; i < entities + 2; i++) {
                entityIds.add(Entity.named("e" + i).id());
            }
            relations = store.latest().relations(RelationsBy.KEY, relationVectors.keySet()).stream()
                    .map(Embedded::value)
                    .toList();
        }

        private static Statement statement(Random random, int entities, int number) {
            int arity = 1 + random.nextInt(4);
            List<String> names = new ArrayList<>();
            for (int i = 0; i < arity; i++) {
                names.add("e" + random.nextInt(entities));
            }
            return new Statement("statement " + number, names);
        }

        List<String> someEntities(Random random) {
            return entityIds.stream().filter(id -> random.nextInt(4) == 0).toList();
        }

        List<Relation> someRelations(Random random) {
            return relations.stream().filter(relation -> random.nextInt(5) == 0).toList();
        }

        /** (A Aᵀ)^d A in the rows of the entities, united with (Aᵀ A)^d in the rows of the relations. */
        Set<String> byDefinition(List<String> seedEntities, List<Relation> seedRelations, int degree) {
            DMatrixSparseCSC a = new DMatrixSparseCSC(entityIds.size(), relations.size());
            for (int column = 0; column < relations.size(); column++) {
                for (String id : relations.get(column).entityIds()) {
                    a.set(entityIds.indexOf(id), column, 1);
                }
            }
            DMatrixSparseCSC transposed = CommonOps_DSCC.transpose(a, null, null);
            DMatrixSparseCSC fromEntities = a;
            DMatrixSparseCSC fromRelations = CommonOps_DSCC.identity(relations.size());
            for (int i = 0; i < degree; i++) {
                fromEntities = product(product(a, transposed), fromEntities);
                fromRelations = product(product(transposed, a), fromRelations);
            }
            Set<String> reached = new TreeSet<>();
            for (int column = 0; column < relations.size(); column++) {
                for (String id : seedEntities) {
                    if (fromEntities.get(entityIds.indexOf(id), column) != 0) {
                        reached.add(relations.get(column).key());
                    }
                }
                for (Relation relation : seedRelations) {
                    if (fromRelations.get(relations.indexOf(relation), column) != 0) {
                        reached.add(relations.get(column).key());
                    }
                }
            }
            return reached;
        }

        private static DMatrixSparseCSC product(DMatrixSparseCSC left, DMatrixSparseCSC right) {
            return CommonOps_DSCC.mult(left, right, null);
        }
    }
}
