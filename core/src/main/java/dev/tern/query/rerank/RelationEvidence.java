package dev.tern.query.rerank;

import dev.tern.graph.Embedded;
import dev.tern.graph.Entity;
import dev.tern.graph.Relation;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

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

    private final float[] residual;
    private final Map<String, Embedded<Entity>> entities = new HashMap<>();
    private final Map<String, Double> asked = new HashMap<>();

    /**
     * The evidence for a question.
     *
     * @param residual the vector of the question without its names
     * @param entities those that the relations touch; one that is missing is not taken out
     */
    RelationEvidence(float[] residual, Collection<Embedded<Entity>> entities) {
        this.residual = residual;
        for (Embedded<Entity> entity : entities) {
            this.entities.put(entity.value().id(), entity);
            asked.put(entity.value().id(), entity.cosine(residual));
        }
    }

    /** The evidence of passages, by id; a passage without relations has none. */
    Map<String, Double> of(Collection<Embedded<Relation>> relations) {
        Map<String, Double> sums = new HashMap<>();
        for (Embedded<Relation> relation : relations) {
            double weight = Math.exp(SHARPNESS * similarity(relation));
            relation.value().mentions().forEach(mention -> sums.merge(mention.passageId(), weight, Double::sum));
        }
        sums.replaceAll((passage, sum) -> Math.log(sum) / SHARPNESS);
        return sums;
    }

    /**
     * The cosine between the question's residual r and what is left of the relation's vector v when its parts along the
     * entities' are taken out. With e_i the entities made orthogonal to each other (Gram-Schmidt), that is
     * (v r - sum (v e_i)(r e_i)) / sqrt(1 - sum (v e_i)^2): dot products of the given vectors are enough, no vector is built.
     */
    private double similarity(Embedded<Relation> relation) {
        List<Embedded<Entity>> names = new ArrayList<>();
        for (String id : relation.value().entityIds()) {
            Embedded<Entity> name = entities.get(id);
            if (name != null) {
                names.add(name);
            }
        }
        int count = names.size();
        double[][] lower = new double[count][count];
        double[] along = new double[count];
        double[] wanted = new double[count];
        double left = 1;
        double shared = relation.cosine(residual);
        for (int i = 0; i < count; i++) {
            Embedded<Entity> name = names.get(i);
            double squared = 1;
            double v = relation.cosine(name.vector());
            double r = asked.getOrDefault(name.value().id(), 0.0);
            for (int j = 0; j < i; j++) {
                double g = name.cosine(names.get(j).vector());
                for (int k = 0; k < j; k++) {
                    g -= lower[i][k] * lower[j][k];
                }
                lower[i][j] = lower[j][j] == 0 ? 0 : g / lower[j][j];
                squared -= lower[i][j] * lower[i][j];
                v -= lower[i][j] * along[j];
                r -= lower[i][j] * wanted[j];
            }
            if (squared > SMALLEST_NORM * SMALLEST_NORM) {
                lower[i][i] = Math.sqrt(squared);
                along[i] = v / lower[i][i];
                wanted[i] = r / lower[i][i];
                left -= along[i] * along[i];
                shared -= along[i] * wanted[i];
            }
        }
        return left < SMALLEST_NORM * SMALLEST_NORM ? 0 : shared / Math.sqrt(left);
    }
}
