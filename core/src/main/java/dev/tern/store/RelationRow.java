package dev.tern.store;

import dev.tern.graph.ContentId;
import dev.tern.graph.Passage;
import dev.tern.graph.Relation;
import dev.tern.graph.Statement;
import java.util.ArrayList;
import java.util.List;

/**
 * One statement of one passage, as stored.
 *
 * @param id {@link ContentId#ofRelationRow}
 * @param key the key of the relation that the statement states
 * @param text the statement in words
 * @param entityIds the ids of the entities that the statement names, in the statement's order
 * @param documentId the id of the passage's document
 */
public record RelationRow(
        String id, String key, String text, List<String> entityIds, String passageId, String documentId) {
    public RelationRow {
        entityIds = List.copyOf(entityIds);
    }

    /** Returns the rows of a passage, one for each statement. */
    public static List<RelationRow> of(Passage passage) {
        List<RelationRow> rows = new ArrayList<>(passage.statements().size());
        for (Statement statement : passage.statements()) {
            List<String> entityIds = statement.entityIds();
            String key = ContentId.ofRelation(statement.text(), entityIds);
            rows.add(new RelationRow(
                    ContentId.ofRelationRow(key, passage.id()),
                    key,
                    statement.text(),
                    entityIds,
                    passage.id(),
                    passage.documentId()));
        }
        return rows;
    }

    /** Returns this row's mention of the relation. */
    public Relation.Mention mention() {
        return new Relation.Mention(passageId, documentId);
    }

    /**
     * Returns the relation of rows, in the spelling of the row with the lowest passage id.
     *
     * @param rows at least one row, all with the same key
     */
    public static Relation relation(List<RelationRow> rows) {
        RelationRow first = rows.getFirst();
        for (RelationRow row : rows) {
            if (row.passageId.compareTo(first.passageId) < 0) {
                first = row;
            }
        }
        List<Relation.Mention> mentions = rows.size() == 1
                ? List.of(first.mention())
                : rows.stream().map(RelationRow::mention).distinct().sorted().toList();
        return new Relation(first.key, first.text, first.entityIds, mentions);
    }
}
