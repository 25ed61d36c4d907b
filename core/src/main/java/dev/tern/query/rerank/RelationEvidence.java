package dev.tern.query.rerank;

import dev.tern.graph.Embedded;
import dev.tern.graph.Entity;
import dev.tern.graph.Relation;
import dev.tern.store.GraphStore;
import dev.tern.store.GraphStore.RelationsBy;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * How well what passages say of their entities answers what the question asks of its own.
 *
 * <p>The vector of "Daniel Bernoulli was the son of Johann Bernoulli" lies near to everything about a Bernoulli. Taking
 * out the directions of the two names leaves what is said of them, "was the son of", which is compared with the question
 * without its names. No text is embedded for it: the vectors of relations and entities are there. A passage's evidence
 * is the soft maximum over its relations, ln(Σ exp(20 s)) / 20 with s the cosines, so that a second fitting relation
 * counts a little.
 */
final class RelationEvidence {
    private static final double SHARPNESS = 20;
    private static final double SMALLEST_NORM = 1e-3;

    private final GraphStore store;

    RelationEvidence(GraphStore store) {
        this.store = store;
    }

    /**
     * The evidence of passages, by id; a passage without relations has none.
     *
     * @param residual the vector of the question without its names
     */
    Map<String, Double> of(Collection<String> passageIds, float[] residual) {
        List<Embedded<Relation>> relations = store.relations(RelationsBy.PASSAGE, passageIds);
        Set<String> entityIds = new LinkedHashSet<>();
        relations.forEach(relation -> entityIds.addAll(relation.value().entityIds()));
        Map<String, float[]> entities = new HashMap<>();
        for (Embedded<Entity> entity : store.entities(entityIds)) {
            entities.put(entity.value().id(), entity.vector());
        }
        Map<String, Double> sums = new HashMap<>();
        for (Embedded<Relation> relation : relations) {
            List<float[]> names = new ArrayList<>();
            for (String id : relation.value().entityIds()) {
                float[] name = entities.get(id);
                if (name != null) {
                    names.add(name);
                }
            }
            double weight = Math.exp(SHARPNESS * cosine(without(relation.vector(), names), residual));
            relation.value().mentions().forEach(mention -> sums.merge(mention.passageId(), weight, Double::sum));
        }
        sums.replaceAll((passage, sum) -> Math.log(sum) / SHARPNESS);
        return sums;
    }

    /** What is left of a vector when its parts along some directions are taken out (Gram-Schmidt). */
    private static double[] without(float[] vector, List<float[]> directions) {
        double[] rest = copy(vector);
        List<double[]> basis = new ArrayList<>(directions.size());
        for (float[] direction : directions) {
            double[] unit = copy(direction);
            basis.forEach(other -> subtract(unit, other));
            double norm = Math.sqrt(dot(unit, unit));
            if (norm > SMALLEST_NORM) {
                for (int i = 0; i < unit.length; i++) {
                    unit[i] /= norm;
                }
                basis.add(unit);
                subtract(rest, unit);
            }
        }
        return rest;
    }

    private static void subtract(double[] vector, double[] unit) {
        double along = dot(vector, unit);
        for (int i = 0; i < vector.length; i++) {
            vector[i] -= along * unit[i];
        }
    }

    private static double cosine(double[] vector, float[] unit) {
        double norm = Math.sqrt(dot(vector, vector));
        return norm < SMALLEST_NORM ? 0 : dot(vector, copy(unit)) / norm;
    }

    private static double dot(double[] a, double[] b) {
        double sum = 0;
        for (int i = 0; i < a.length; i++) {
            sum += a[i] * b[i];
        }
        return sum;
    }

    private static double[] copy(float[] vector) {
        double[] copy = new double[vector.length];
        for (int i = 0; i < copy.length; i++) {
            copy[i] = vector[i];
        }
        return copy;
    }
}
