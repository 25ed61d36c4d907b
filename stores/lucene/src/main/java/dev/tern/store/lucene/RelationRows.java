package dev.tern.store.lucene;

import dev.tern.graph.Relation;
import dev.tern.graph.Scored;
import dev.tern.store.RelationRow;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.apache.lucene.util.BytesRef;
import org.apache.lucene.util.BytesRefHash;

/** The relations of the rows that were read, with their cosines to a vector. Not thread-safe. */
final class RelationRows {
    private final float[] vector;
    private final BytesRefHash keys = new BytesRefHash();
    private final List<List<RelationRow>> rowsOfKey = new ArrayList<>();
    private final List<Double> cosines = new ArrayList<>();

    RelationRows(float[] vector) {
        this.vector = vector;
    }

    /** Reads rows, none of which may have been read before. */
    void read(MatchingRows matches) throws IOException {
        matches.visit(IndexFields.RELATION_VECTOR, (rows, doc) -> {
            BytesRef bytes = rows.row(doc);
            int place = keys.add(RowBytes.idBytes(bytes));
            if (place >= 0) {
                rowsOfKey.add(new ArrayList<>(1));
                cosines.add(rows.cosine(doc, vector));
            }
            rowsOfKey.get(place >= 0 ? place : -place - 1).add(RowBytes.relation(bytes));
        });
    }

    /** Returns the number of relations with at least the given cosine. */
    int count(double cosine) {
        return (int) cosines.stream().filter(each -> each >= cosine).count();
    }

    /** Returns the relations with all their rows, nearest first, at most {@code limit}. */
    List<Scored<Relation>> nearest(int limit) {
        List<Scored<Relation>> found = new ArrayList<>(cosines.size());
        for (int place = 0; place < cosines.size(); place++) {
            found.add(new Scored<>(RelationRow.relation(rowsOfKey.get(place)), cosines.get(place)));
        }
        found.sort(Scored.bestFirst(Relation::key));
        return found.size() <= limit ? found : List.copyOf(found.subList(0, limit));
    }
}
