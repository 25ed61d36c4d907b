package dev.tern.query.collect;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tern.graph.Embedded;
import dev.tern.graph.Passage;
import dev.tern.graph.Relation;
import dev.tern.graph.Scored;
import dev.tern.graph.SourceDocument;
import dev.tern.graph.Statement;
import dev.tern.query.choose.PassageOrder;
import dev.tern.store.GraphBatch;
import dev.tern.store.GraphStore;
import dev.tern.store.GraphView;
import dev.tern.store.InMemoryGraphStore;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

class CollectTest {
    private static final float[] ANY = {1, 0};
    private static final Statement BOILERPLATE = new Statement("all rights reserved", List.of("rights"));

    private final GraphStore store = new InMemoryGraphStore();
    private final Passage first = passage("a", BOILERPLATE, Statement.of("Falk", "had the mentor", "Marr"));
    private final Passage second = passage("b", BOILERPLATE, Statement.of("Lena", "is a daughter of", "Marr"));
    private final Passage third = passage("c", BOILERPLATE, Statement.of("rain", "falls in", "the valley"));

    CollectTest() {
        Map<String, float[]> relations = new HashMap<>();
        Map<String, float[]> entities = new HashMap<>();
        for (Passage passage : List.of(first, second, third)) {
            for (Statement statement : passage.statements()) {
                relations.put(statement.relationKey(), ANY);
                statement.entityIds().forEach(id -> entities.put(id, ANY));
            }
        }
        List<Embedded<Passage>> passages = Stream.of(first, second, third)
                .map(passage -> new Embedded<>(passage, ANY))
                .toList();
        store.write(new GraphBatch("any", passages, relations, entities, Set.of()));
    }

    private static Passage passage(String id, Statement... statements) {
        SourceDocument document = SourceDocument.of(id, "text of " + id);
        return Passage.of(document, 0, document.text(), List.of(statements));
    }

    private Relation relation(Statement statement) {
        return store.latest()
                .relations(GraphView.RelationsBy.KEY, List.of(statement.relationKey()))
                .getFirst()
                .value();
    }

    private static List<Scored<Passage>> ranked(Passage... passages) {
        List<Scored<Passage>> ranked = new ArrayList<>();
        for (Passage passage : passages) {
            ranked.add(new Scored<>(passage, -ranked.size()));
        }
        return ranked;
    }

    private static List<String> documents(List<Scored<Passage>> passages) {
        return passages.stream().map(passage -> passage.value().documentId()).toList();
    }

    @Test
    void passagesComeInTheOrderOfTheRelationsEachOnce() {
        List<Relation> relations = List.of(
                relation(second.statements().get(1)),
                relation(first.statements().get(1)),
                relation(BOILERPLATE));

        assertThat(documents(PassageOrder.following(relations, ranked(third, second, first))))
                .containsExactly("b", "a", "c");
    }

    @Test
    void aSentenceThatStandsOnEveryPageDoesNotTakeEveryPlace() {
        List<Relation> relations =
                List.of(relation(BOILERPLATE), relation(second.statements().get(1)));

        assertThat(documents(PassageOrder.following(relations, ranked(third, first, second))))
                .containsExactly("c", "b", "a");
    }

    @Test
    void otherPassagesFillUpWhatIsMissing() {
        List<Scored<Passage>> ranked = ranked(third, first, second);

        assertThat(documents(PassageOrder.following(
                        List.of(relation(second.statements().get(1))), ranked)))
                .containsExactly("b", "c", "a");
        assertThat(documents(PassageOrder.following(List.of(), ranked))).containsExactly("c", "a", "b");
    }

    @Test
    void aPassageThatWasNotRankedIsLeftOut() {
        List<Relation> relations = List.of(relation(second.statements().get(1)), relation(BOILERPLATE));

        assertThat(documents(PassageOrder.following(relations, ranked(third, first))))
                .containsExactly("c", "a");
    }

    @Test
    void relationsThatJoinThePassagesComeFirst() {
        List<Scored<Relation>> relations = List.of(
                new Scored<>(relation(third.statements().get(1)), 0.5),
                new Scored<>(relation(first.statements().get(1)), 0.4),
                new Scored<>(relation(second.statements().get(1)), 0.35));

        assertThat(ordered(relations))
                .containsExactly("Falk had the mentor Marr", "Lena is a daughter of Marr", "rain falls in the valley");
    }

    private List<String> ordered(List<Scored<Relation>> relations) {
        return RelationOrder.order(relations.stream(), Set.of(first.id(), second.id(), third.id())).stream()
                .map(relation -> relation.value().text())
                .toList();
    }
}
