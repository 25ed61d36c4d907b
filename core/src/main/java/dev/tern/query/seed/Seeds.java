package dev.tern.query.seed;

import dev.tern.graph.Entity;
import dev.tern.graph.Passage;
import dev.tern.graph.Relation;
import dev.tern.graph.Scored;
import dev.tern.query.trace.Trace.Item;
import dev.tern.query.trace.Traced;
import java.util.ArrayList;
import java.util.List;

/**
 * Where the walk begins.
 *
 * @param question the question's vector
 * @param residual the vector of the question without its names
 * @param entities the entities nearest to the names, each once, best first; scores are cosines to the name
 * @param relations the relations nearest to the question, best first; scores are cosines
 * @param nearestRelations these and some more, where there are more: from these the ranking starts
 * @param passages the passages nearest to the question, best first; scores are cosines
 * @param worded the passages that share words with the question, best first; scores are those of BM25, none where the store
 *     has no words
 * @param shortNames short forms of the names in the first passages, for which the graph may have entities
 * @param notes why passages were not searched for by their words, where that was asked for
 */
@SuppressWarnings("ArrayRecordComponent") // passed from one step to the next, never compared
public record Seeds(
        float[] question,
        float[] residual,
        List<Scored<Entity>> entities,
        List<Scored<Relation>> relations,
        List<Scored<Relation>> nearestRelations,
        List<Scored<Passage>> passages,
        List<Scored<Passage>> worded,
        List<Entity> shortNames,
        List<String> notes)
        implements Traced {
    public Seeds {
        entities = List.copyOf(entities);
        relations = List.copyOf(relations);
        nearestRelations = List.copyOf(nearestRelations);
        passages = List.copyOf(passages);
        worded = List.copyOf(worded);
        shortNames = List.copyOf(shortNames);
        notes = List.copyOf(notes);
    }

    /** The seeds of the walk: entities, then relations. */
    @Override
    public List<Item> items() {
        List<Item> items = new ArrayList<>();
        entities.forEach(entity -> items.add(Item.entity(entity)));
        relations.forEach(relation -> items.add(Item.relation(relation)));
        return items;
    }

    /** The ids of the seed entities, nearest first. */
    public List<String> entityIds() {
        return entities.stream().map(entity -> entity.value().id()).toList();
    }

    /** The direction half-way between the question and what it asks of its names, of unit length. */
    public float[] asked() {
        float[] mean = new float[question.length];
        double sum = 0;
        for (int i = 0; i < mean.length; i++) {
            mean[i] = question[i] + residual[i];
            sum += (double) mean[i] * mean[i];
        }
        double norm = Math.sqrt(sum);
        if (norm < 1e-6) {
            return question;
        }
        for (int i = 0; i < mean.length; i++) {
            mean[i] = (float) (mean[i] / norm);
        }
        return mean;
    }
}
