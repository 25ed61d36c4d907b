package dev.tern.query.seed;

import dev.tern.graph.Entity;
import dev.tern.graph.Passage;
import dev.tern.graph.Relation;
import dev.tern.graph.Scored;
import dev.tern.query.trace.Trace.Item;
import dev.tern.query.trace.TracedResult;
import java.util.ArrayList;
import java.util.List;

/**
 * The seeds of the search.
 *
 * @param question the question's vector
 * @param residual the vector of the question without its names
 * @param entities distinct entities nearest to the names, best first; scores are cosines
 * @param relations the relations nearest to the question, best first; scores are cosines
 * @param nearestRelations the same relations and possibly some more, from which the ranking starts
 * @param passages the passages nearest to the question, best first; scores are cosines
 * @param worded passages with words of the question, best first by BM25; empty without keyword
 *     search
 * @param shortNames short forms of the names in the first passages, candidates for entities
 * @param remarks the reason if keyword search was requested but is not supported
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
        List<String> remarks)
        implements TracedResult {
    public Seeds {
        entities = List.copyOf(entities);
        relations = List.copyOf(relations);
        nearestRelations = List.copyOf(nearestRelations);
        passages = List.copyOf(passages);
        worded = List.copyOf(worded);
        shortNames = List.copyOf(shortNames);
        remarks = List.copyOf(remarks);
    }

    /** Returns the seeds of the expansion: entities, then relations. */
    @Override
    public List<Item> items() {
        List<Item> items = new ArrayList<>();
        entities.forEach(entity -> items.add(Item.entity(entity)));
        relations.forEach(relation -> items.add(Item.relation(relation)));
        return items;
    }

    /** Returns the ids of the seed entities, nearest first. */
    public List<String> entityIds() {
        return entities.stream().map(entity -> entity.value().id()).toList();
    }

    /** Returns the unit vector half-way between the question and its residual. */
    public float[] questionVector() {
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
