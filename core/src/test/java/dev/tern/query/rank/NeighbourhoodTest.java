package dev.tern.query.rank;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tern.graph.ContentId;
import dev.tern.graph.Passage;
import dev.tern.graph.Relation;
import dev.tern.graph.Scored;
import dev.tern.graph.SourceDocument;
import dev.tern.graph.Statement;
import dev.tern.query.rank.Neighbourhood.Node;
import dev.tern.store.RelationRow;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import org.junit.jupiter.api.Test;

class NeighbourhoodTest {
    private final Neighbourhood neighbourhood = new Neighbourhood(new PassageCache());
    private final Passage lena = passage(
            "lena",
            Statement.of("Lena", "is a daughter of", "Marr"),
            Statement.of("Lena", "built", "the bridge"),
            Statement.of("Marr", "praised", "the bridge"));

    private static Passage passage(String id, Statement... statements) {
        return Passage.of(SourceDocument.of(id, "text of " + id), 0, "text of " + id, List.of(statements));
    }

    /** Returns the weights of a node's edges by neighbour. */
    static Map<Node, Integer> edges(Node node) {
        Map<Node, Integer> edges = new LinkedHashMap<>();
        for (int place = 0; place < node.degree(); place++) {
            assertThat(edges.put(node.neighbour(place), node.weight(place))).isNull();
        }
        return edges;
    }

    private static int stated(Node node, Node neighbour) {
        return node.statementCount(List.copyOf(edges(node).keySet()).indexOf(neighbour));
    }

    private static List<Scored<Relation>> relations(Passage... passages) {
        List<Scored<Relation>> relations = new ArrayList<>();
        for (Passage passage : passages) {
            RelationRow.of(passage)
                    .forEach(row -> relations.add(new Scored<>(RelationRow.relation(List.of(row)), 0.5)));
        }
        return relations;
    }

    private Node entity(String name) {
        return neighbourhood.entity(ContentId.ofEntity(name));
    }

    @Test
    void aPassageHasAnEdgeToAnEntityForEachStatementAboutIt() {
        neighbourhood.addEdges(lena);
        neighbourhood.addEdges(lena);

        assertThat(edges(neighbourhood.passage(lena.id())))
                .containsOnly(
                        Map.entry(entity("lena"), 2), Map.entry(entity("marr"), 2), Map.entry(entity("the bridge"), 2));
        assertThat(neighbourhood.passage(lena.id()).isComplete()).isTrue();
    }

    @Test
    void anEntityThatNobodyLookedUpHasTheEdgesThatPassagesMake() {
        neighbourhood.addEdges(lena);

        assertThat(edges(entity("Lena")))
                .containsOnly(
                        Map.entry(entity("marr"), 1),
                        Map.entry(entity("the bridge"), 1),
                        Map.entry(neighbourhood.passage(lena.id()), 2));
        assertThat(entity("Lena").isComplete()).isFalse();
        assertThat(entity("Lena").passageCount()).isEqualTo(1);
    }

    @Test
    void whatWasLookedUpTakesThePlaceOfWhatPassagesTold() {
        Passage falk = passage("falk", Statement.of("Falk", "met", "Lena"));
        neighbourhood.addEdges(lena);
        assertThat(edges(entity("Lena"))).hasSize(3);

        neighbourhood.addEdges(List.of(ContentId.ofEntity("lena")), relations(lena, falk), true);
        neighbourhood.addEdges(falk);

        assertThat(edges(entity("Lena")))
                .containsOnly(
                        Map.entry(entity("marr"), 1),
                        Map.entry(entity("the bridge"), 1),
                        Map.entry(entity("falk"), 1),
                        Map.entry(neighbourhood.passage(lena.id()), 2),
                        Map.entry(neighbourhood.passage(falk.id()), 1));
        assertThat(entity("Lena").isComplete()).isTrue();
        assertThat(entity("Lena").passageCount()).isEqualTo(2);
        assertThat(edges(entity("Falk")))
                .containsOnly(Map.entry(entity("lena"), 1), Map.entry(neighbourhood.passage(falk.id()), 1));
    }

    @Test
    void anEntityIsNotWholeWhereSomeOfItsRelationsMayBeMissing() {
        neighbourhood.addEdges(List.of(ContentId.ofEntity("lena")), relations(lena), false);

        assertThat(entity("Lena").isComplete()).isFalse();
        assertThat(edges(entity("Lena"))).isNotEmpty();
    }

    @Test
    void anEntityThatNothingTouchesCountsAsOnePassage() {
        assertThat(entity("nobody").passageCount()).isEqualTo(1);
    }

    @Test
    void passagesAndLookUpsTellTheSameWhereAllAreHere() {
        for (int seed = 0; seed < 50; seed++) {
            Random random = new Random(seed);
            List<Passage> passages = new ArrayList<>();
            Set<String> entityIds = new LinkedHashSet<>();
            for (int i = 0; i < 6; i++) {
                List<Statement> statements = new ArrayList<>();
                for (int s = 0; s < 4; s++) {
                    List<String> names =
                            List.of("e" + random.nextInt(8), "e" + random.nextInt(8), "e" + random.nextInt(8));
                    statements.add(new Statement("says " + i + " " + s, names));
                }
                statements.forEach(statement -> entityIds.addAll(statement.entityIds()));
                passages.add(passage("d" + i, statements.toArray(Statement[]::new)));
            }
            Neighbourhood byPassages = new Neighbourhood(new PassageCache());
            passages.forEach(byPassages::addEdges);
            Neighbourhood byLookUp = new Neighbourhood(new PassageCache());
            byLookUp.addEdges(entityIds, relations(passages.toArray(Passage[]::new)), true);

            for (String id : entityIds) {
                assertThat(weights(byPassages.entity(id))).as("seed %d", seed).isEqualTo(weights(byLookUp.entity(id)));
            }
        }
    }

    private static Map<String, Integer> weights(Node node) {
        Map<String, Integer> weights = new HashMap<>();
        edges(node).forEach((neighbour, weight) -> weights.put(neighbour.id, weight));
        return weights;
    }

    @Test
    void aTitleAndAShortFormAreJoinedOnceAndCountAsNoStatement() {
        Passage bridge = Passage.of(
                SourceDocument.of("b", "text").withTitle("The bridge (river)"),
                0,
                "text",
                List.of(Statement.of("Lena Marr", "crossed", "the bridge")));
        neighbourhood.addEdges(lena);
        neighbourhood.addEdges(bridge);
        int before = entity("the bridge").passageCount();

        neighbourhood.link(List.of(lena, bridge));
        neighbourhood.link(List.of(lena, bridge));

        Node passage = neighbourhood.passage(bridge.id());
        assertThat(edges(entity("the bridge"))).containsEntry(passage, 1 + 5);
        assertThat(stated(entity("the bridge"), passage)).isEqualTo(1);
        assertThat(edges(passage)).containsEntry(entity("the bridge"), 1 + 5);
        assertThat(edges(entity("marr"))).containsEntry(entity("lena marr"), 1);
        assertThat(edges(entity("lena marr"))).containsEntry(entity("marr"), 1);
        assertThat(stated(entity("marr"), entity("lena marr"))).isZero();
        assertThat(entity("the bridge").passageCount()).isEqualTo(before);
    }
}
