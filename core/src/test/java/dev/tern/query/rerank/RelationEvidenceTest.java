package dev.tern.query.rerank;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.tern.graph.Document;
import dev.tern.graph.Embedded;
import dev.tern.graph.Entity;
import dev.tern.graph.Passage;
import dev.tern.graph.Relation;
import dev.tern.graph.Statement;
import dev.tern.store.RelationRow;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** Evidence against its definition: the vectors written out and the directions of the names taken out one by one. */
class RelationEvidenceTest {
    private static final int DIMENSION = 12;

    @Test
    void equalsTheCosineOfWhatIsLeftWithoutTheNames() {
        for (int seed = 0; seed < 200; seed++) {
            Random random = new Random(seed);
            List<String> names = new ArrayList<>();
            for (int i = 0; i < 1 + random.nextInt(5); i++) {
                names.add("n" + i);
            }
            Statement statement = new Statement("says something", names);
            float[] relation = unit(random);
            float[] residual = unit(random);
            Map<String, float[]> entities = new HashMap<>();
            statement.entityIds().forEach(id -> entities.put(id, unit(random)));
            Passage passage = Passage.of(Document.of("d", "text"), 0, "text", List.of(statement));

            double evidence = new RelationEvidence(residual, embedded(entities))
                    .of(List.of(new Embedded<>(relation(passage), relation)))
                    .getOrDefault(passage.id(), Double.NaN);

            List<float[]> directions =
                    statement.entityIds().stream().map(entities::get).toList();
            assertThat(evidence).as("seed %d", seed).isEqualTo(literal(relation, directions, residual), within(1e-4));
        }
    }

    @Test
    void aRelationThatIsNothingButItsNameSaysNothing() {
        Statement statement = new Statement("falk", List.of("falk"));
        float[] vector = unit(new Random(1));
        Passage passage = Passage.of(Document.of("d", "text"), 0, "text", List.of(statement));
        Map<String, float[]> entities = Map.of(statement.entityIds().getFirst(), vector);

        assertThat(new RelationEvidence(vector, embedded(entities))
                        .of(List.of(new Embedded<>(relation(passage), vector)))
                        .get(passage.id()))
                .isEqualTo(0.0, within(1e-6));
    }

    @Test
    void aPassageWithoutRelationsHasNone() {
        assertThat(new RelationEvidence(unit(new Random(2)), List.of()).of(List.of()))
                .isEmpty();
    }

    private static Relation relation(Passage passage) {
        return RelationRow.relation(RelationRow.of(passage));
    }

    private static List<Embedded<Entity>> embedded(Map<String, float[]> vectors) {
        List<Embedded<Entity>> entities = new ArrayList<>();
        vectors.forEach((id, vector) -> entities.add(new Embedded<>(new Entity(id, "any"), vector)));
        return entities;
    }

    private static double literal(float[] relation, List<float[]> names, float[] residual) {
        double[] rest = widen(relation);
        List<double[]> basis = new ArrayList<>();
        for (float[] name : names) {
            double[] direction = widen(name);
            for (double[] other : basis) {
                subtract(direction, other);
            }
            double norm = Math.sqrt(dot(direction, direction));
            for (int i = 0; i < DIMENSION; i++) {
                direction[i] /= norm;
            }
            basis.add(direction);
            subtract(rest, direction);
        }
        return dot(rest, widen(residual)) / Math.sqrt(dot(rest, rest));
    }

    private static void subtract(double[] vector, double[] unit) {
        double along = dot(vector, unit);
        for (int i = 0; i < DIMENSION; i++) {
            vector[i] -= along * unit[i];
        }
    }

    private static double dot(double[] a, double[] b) {
        double sum = 0;
        for (int i = 0; i < DIMENSION; i++) {
            sum += a[i] * b[i];
        }
        return sum;
    }

    private static double[] widen(float[] vector) {
        double[] wide = new double[DIMENSION];
        for (int i = 0; i < DIMENSION; i++) {
            wide[i] = vector[i];
        }
        return wide;
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
}
