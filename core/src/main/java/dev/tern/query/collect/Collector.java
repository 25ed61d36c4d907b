package dev.tern.query.collect;

import dev.tern.graph.Passage;
import dev.tern.graph.Relation;
import dev.tern.graph.Scored;
import dev.tern.query.choose.ModelChoice;
import dev.tern.query.choose.PassageOrder;
import dev.tern.query.expand.Subgraph;
import dev.tern.query.rank.Ranking;
import dev.tern.query.seed.Seeds;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Collects the passages of chosen relations, then the first passages of a ranking, as far as the
 * source rules allow; and the relations that explain the passages.
 */
public final class Collector {
    private final SourceOrder sources;

    /** Creates a collector that applies source rules. */
    public Collector(SourceOrder sources) {
        this.sources = sources;
    }

    /** Returns the first passages of a ranking, and no relations. */
    public CollectedPassages collect(Ranking ranking) {
        List<String> remarks = new ArrayList<>();
        return new CollectedPassages(sources.select(ranking.passages(), remarks::add), List.of(), remarks);
    }

    /**
     * Returns the first passages of a ranking, and the given relations that these passages state.
     *
     * @param led the relations that led to the passages, the most useful first
     */
    public CollectedPassages collect(Ranking ranking, List<Scored<Relation>> led) {
        List<String> remarks = new ArrayList<>();
        List<Scored<Passage>> first = sources.select(ranking.passages(), remarks::add);
        Set<String> ids = first.stream().map(passage -> passage.value().id()).collect(Collectors.toSet());
        List<Scored<Relation>> stated = led.stream()
                .filter(relation ->
                        relation.value().mentions().stream().anyMatch(mention -> ids.contains(mention.passageId())))
                .toList();
        return new CollectedPassages(first, stated, remarks);
    }

    /**
     * Returns the passages of the chosen relations, then the other passages of the ranking.
     *
     * @param ranking the passages in the local order
     * @param choice the chosen relations; if there are none to follow, the local order is kept
     * @param seeds the seeds of the search
     * @param walked the expansion, whose relations explain the passages if the ranking has none
     */
    public CollectedPassages collect(Ranking ranking, ModelChoice choice, Seeds seeds, Subgraph walked) {
        List<Relation> chosen = choice.followed();
        List<String> remarks = new ArrayList<>();
        if (chosen.isEmpty()) {
            List<Scored<Passage>> first = sources.select(ranking.passages(), remarks::add);
            return new CollectedPassages(first, connectingRelations(first, ranking, seeds, walked), remarks);
        }
        List<Scored<Passage>> order = PassageOrder.following(chosen, ranking.passages());
        List<Scored<Relation>> relations = new ArrayList<>();
        chosen.forEach(relation -> relations.add(new Scored<>(relation, 1.0 / (1 + relations.size()))));
        return new CollectedPassages(sources.select(order, remarks::add), relations, remarks);
    }

    /** Returns the relations of passages, first the ones that connect them. */
    private List<Scored<Relation>> connectingRelations(
            List<Scored<Passage>> passages, Ranking ranking, Seeds seeds, Subgraph walked) {
        Set<String> ids = passages.stream().map(passage -> passage.value().id()).collect(Collectors.toSet());
        float[] asked = seeds.questionVector();
        Stream<Scored<Relation>> known = ranking.relations().isEmpty()
                ? walked.relations().stream()
                : ranking.relations().stream().map(relation -> new Scored<>(relation.value(), relation.cosine(asked)));
        return RelationOrder.order(known, ids);
    }
}
