package dev.tern.transfer.verify;

import dev.tern.graph.ContentId;
import dev.tern.graph.Passage;
import dev.tern.store.RelationRow;
import dev.tern.store.TitleKey;
import dev.tern.store.shared.ContentIdSet;
import java.util.Arrays;

/**
 * The rows that a graph should have according to its passages, each as an id or a hash. A
 * statement's row is kept as a hash of its content, so that one look-up checks that the row exists
 * and is correct.
 *
 * <p>A statement, a passage, an entity and a title take 22 to 43 bytes each, statements and
 * passages twice that until all passages are read. {@link ContentIdSet} keeps large sets on disk.
 */
final class ExpectedRows {
    final ContentIdSet passageIds = new ContentIdSet();
    final MarkedIds rows = new MarkedIds();
    final MarkedIds entities = new MarkedIds();
    private final ContentIdSet repeatedKeys = new ContentIdSet();
    private ContentIdSet keys = new ContentIdSet();
    private ContentIdSet ordinals = new ContentIdSet();
    /** The number of passages with a title, minus 1, by the title's id. */
    private final ContentIdSet passagesPerTitle = new ContentIdSet();

    private final ContentIdSet firstVectors = new ContentIdSet();

    /** A set of ids with a mark for each. */
    static final class MarkedIds {
        private static final int SEEN = 1;

        private final ContentIdSet ids = new ContentIdSet();

        void expect(String id) {
            ids.add(id);
        }

        boolean expects(String id) {
            return ids.contains(id);
        }

        /** Marks an expected id as seen and returns true if it was marked before. */
        boolean see(String id) {
            boolean before = !missing(id);
            ids.number(id, SEEN);
            return before;
        }

        boolean missing(String id) {
            return ids.number(id) != SEEN;
        }
    }

    /**
     * Adds a passage in its correct form; returns false if another passage of the document has the
     * same ordinal.
     */
    boolean add(Passage passage) {
        passageIds.add(passage.id());
        for (RelationRow row : RelationRow.of(passage)) {
            rows.expect(fingerprint(row));
            row.entityIds().forEach(entities::expect);
            if (!keys.add(row.key())) {
                repeatedKeys.add(row.key());
            }
        }
        for (String key : TitleKey.of(passage.title())) {
            String title = ContentId.ofEntity(key);
            passagesPerTitle.number(title, Math.min(passagesPerTitle.number(title) + 1, ContentIdSet.MAX_NUMBER));
        }
        return ordinals.add(ContentId.ofPassage(passage.documentId(), "ordinal " + passage.ordinal()));
    }

    /** Drops the data that only {@link #add} needs, after all passages were added. */
    void close() {
        keys = new ContentIdSet();
        ordinals = new ContentIdSet();
    }

    /**
     * Returns the number of passages with a title, by a key of it; at most {@value
     * ContentIdSet#MAX_NUMBER} + 1.
     */
    int titled(String key) {
        return passagesPerTitle.number(ContentId.ofEntity(key)) + 1;
    }

    /** Returns true if this row's vector differs from the one of the relation's first row. */
    boolean hasOtherVector(RelationRow row, float[] vector) {
        if (!repeatedKeys.contains(row.key())) {
            return false;
        }
        String id = ContentId.ofPassage(row.key(), Integer.toString(Arrays.hashCode(vector)));
        if (repeatedKeys.number(row.key()) == 0) {
            repeatedKeys.number(row.key(), 1);
            firstVectors.add(id);
        }
        return !firstVectors.contains(id);
    }

    /** Returns a hash of all fields of a row. */
    static String fingerprint(RelationRow row) {
        String ids = row.id() + ' ' + row.key() + ' ' + row.passageId() + ' ' + String.join(" ", row.entityIds());
        return ContentId.ofPassage(ids + '\n' + row.documentId(), row.text());
    }
}
