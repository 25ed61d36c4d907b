package dev.tern.eval.baseline;

import dev.tern.eval.baseline.Baseline.Ranker;
import dev.tern.graph.Embedded;
import dev.tern.graph.Entity;
import dev.tern.graph.Passage;
import dev.tern.graph.Relation;
import dev.tern.graph.Scored;
import dev.tern.query.expand.Expansion;
import dev.tern.query.expand.Subgraph;
import dev.tern.settings.Parameter;
import dev.tern.settings.Parameters;
import dev.tern.store.GraphStore;
import dev.tern.store.GraphView;
import dev.tern.store.GraphView.PassagesBy;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * The basic graph method, without a chat model. It starts from the entities nearest to the
 * question's names and the relations nearest to the question, expands them by some hops, and ranks
 * all relations found by similarity to the question. The result is the passages that state these
 * relations, in this order, filled up with the nearest passages.
 */
final class SeedMethod implements Ranker {
    private final GraphStore store;
    private final QuestionReader reader;
    private final Parameters parameters;

    SeedMethod(GraphStore store, QuestionReader reader, Parameters parameters) {
        this.store = store;
        this.reader = reader;
        this.parameters = parameters;
    }

    @Override
    public List<Scored<Passage>> rank(String question, int limit) {
        QuestionReader.BaselineQuestion read = reader.read(question, parameters.get(Parameter.ENTITY_TOP_K));
        Set<String> seedEntities = new LinkedHashSet<>();
        for (List<Scored<Entity>> near : read.near()) {
            near.forEach(entity -> seedEntities.add(entity.value().id()));
        }
        try (GraphView view = store.view()) {
            List<Scored<Relation>> seedRelations =
                    view.nearestRelations(read.vector(), parameters.get(Parameter.RELATION_TOP_K));
            Subgraph subgraph = new Expansion(
                            view, parameters.get(Parameter.FRONTIER_LIMIT), parameters.get(Parameter.RELATION_LIMIT))
                    .expand(seedEntities, seedRelations, List.of(), read.vector(), parameters.get(Parameter.DEGREE));
            Map<String, Double> scores = new LinkedHashMap<>();
            for (Scored<Relation> candidate : subgraph.relations()) {
                for (Relation.Mention mention : candidate.value().mentions()) {
                    if (scores.size() < limit) {
                        scores.putIfAbsent(mention.passageId(), candidate.score());
                    }
                }
            }
            Map<String, Passage> passages = new LinkedHashMap<>();
            for (Embedded<Passage> passage : view.passages(PassagesBy.ID, scores.keySet())) {
                passages.put(passage.value().id(), passage.value());
            }
            List<Scored<Passage>> found = new ArrayList<>();
            scores.forEach((id, score) -> Optional.ofNullable(passages.get(id))
                    .ifPresent(passage -> found.add(new Scored<>(passage, score))));
            for (Scored<Passage> near : view.nearestPassages(read.vector(), limit)) {
                if (found.size() < limit && !passages.containsKey(near.value().id())) {
                    found.add(near);
                }
            }
            return found;
        }
    }
}
