package dev.tern.transfer.verify;

import dev.tern.graph.ContentId;
import dev.tern.graph.ContentIdSet;
import dev.tern.graph.Passage;
import dev.tern.store.RelationRow;
import dev.tern.store.TitleKey;
import java.util.Arrays;

/**
 * What should be in a graph, going by its passages: their rows and entities, each as 128 bits. Of a row these are a hash of
 * all of it, so that one look tells whether it is there and as it should be.
 *
 * <p>A row of a statement takes 22 to 43 bytes, and as much again until the passages are read; an entity and a title as much; a
 * passage twice that; of which {@link ContentIdSet} has in memory only what is not much.
 */
final class ExpectedRows {
    final ContentIdSet passageIds = new ContentIdSet();
    final Marks rows = new Marks();
    final Marks entities = new Marks();
    private final ContentIdSet repeatedKeys = new ContentIdSet();
    private ContentIdSet keys = new ContentIdSet();
    private ContentIdSet ordinals = new ContentIdSet();
    private final ContentIdSet titles = new ContentIdSet();
    private final ContentIdSet firstVectors = new ContentIdSet();

    /** Ids, of which each may be seen. */
    static final class Marks {
        private static final int SEEN = 1;

        private final ContentIdSet ids = new ContentIdSet();

        void expect(String id) {
            ids.add(id);
        }

        boolean expects(String id) {
            return ids.contains(id);
        }

        /** Marks what is expected as seen, and says whether it was before. */
        boolean see(String id) {
            boolean before = !missing(id);
            ids.note(id, SEEN);
            return before;
        }

        boolean missing(String id) {
            return ids.note(id) != SEEN;
        }
    }

    /** Takes in a passage as it should be; says whether its place in the document is its own. */
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
            titles.note(title, Math.min(titles.note(title) + 1, ContentIdSet.MOST_NOTE));
        }
        return ordinals.add(ContentId.ofPassage(passage.documentId(), "ordinal " + passage.ordinal()));
    }

    /** All passages are in: what only they needed is forgotten. */
    void close() {
        keys = new ContentIdSet();
        ordinals = new ContentIdSet();
    }

    /** How many passages a key of titles should find; a larger number is capped at {@value ContentIdSet#MOST_NOTE}. */
    int titled(String key) {
        return titles.note(ContentId.ofEntity(key)) + 1;
    }

    /** Whether a statement that several passages make has another vector here than where it was seen first. */
    boolean hasOtherVector(RelationRow row, float[] vector) {
        if (!repeatedKeys.contains(row.key())) {
            return false;
        }
        String id = ContentId.ofPassage(row.key(), Integer.toString(Arrays.hashCode(vector)));
        if (repeatedKeys.note(row.key()) == 0) {
            repeatedKeys.note(row.key(), 1);
            firstVectors.add(id);
        }
        return !firstVectors.contains(id);
    }

    /** A hash of all that is in a row. */
    static String fingerprint(RelationRow row) {
        String ids = row.id() + ' ' + row.key() + ' ' + row.passageId() + ' ' + String.join(" ", row.entityIds());
        return ContentId.ofPassage(ids + '\n' + row.documentId(), row.text());
    }
}
