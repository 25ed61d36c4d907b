package dev.tern.store.milvus.view;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tern.graph.Relation;
import dev.tern.graph.Scored;
import dev.tern.store.RelationRow;
import dev.tern.store.milvus.read.ScoredRow;
import dev.tern.store.milvus.schema.Fields;
import dev.tern.store.milvus.schema.Row;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

final class RelationGroupsTest {
    private static Row row(String key, String passage) {
        return new Row(Map.of(
                Fields.KEY,
                key,
                Fields.PASSAGE,
                passage,
                Fields.FIRST_ENTITY,
                "e",
                Fields.TEXT,
                "text",
                Fields.ID,
                "i"));
    }

    private static Scored<Relation> whole(String key, double score, String... passages) {
        return new Scored<>(
                RelationRow.relation(List.of(passages).stream()
                        .map(passage -> new RelationRow("r " + passage, key, "text", List.of("e"), passage, "d"))
                        .toList()),
                score);
    }

    @Test
    void aRelationThatOnePartOfTheEntitiesBringsWholeAndAnotherAsRowsIsThereOnce() {
        for (boolean wholeFirst : new boolean[] {true, false}) {
            RelationSearch.RelationGroups groups = new RelationSearch.RelationGroups();
            if (wholeFirst) {
                groups.add(whole("both", 0.5, "p1", "p2"));
            }
            groups.add(new ScoredRow(row("both", "p1"), 0.5));
            groups.add(new ScoredRow(row("rows", "p3"), 0.7));
            if (!wholeFirst) {
                groups.add(whole("both", 0.5, "p1", "p2"));
            }
            List<Scored<Relation>> best = groups.best(3);
            assertThat(best).extracting(found -> found.value().key()).containsExactly("rows", "both");
            assertThat(best.getLast().value().mentions()).hasSize(2);
        }
    }
}
