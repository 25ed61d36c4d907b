package dev.tern.transfer.verify;

import dev.tern.graph.ContentId;
import dev.tern.graph.ContentIdSet;
import dev.tern.graph.Passage;
import dev.tern.store.RelationRow;
import dev.tern.store.TitleKey;
import java.util.BitSet;
import java.util.HashMap;
import java.util.Map;

/**
 * What should be in a graph, going by its passages: their rows and entities, each as 128 bits. Of a row these are a hash of
 * all of it, so that one look tells whether it is there and as it should be.
 *
 * <p>Memory: a row of a statement takes 22 to 43 bytes, and as much again until the passages are read; an entity as much;
 * a passage twice that; a title about 80 bytes.
 */
final class ExpectedRows {
    final ContentIdSet passageIds = new ContentIdSet();
    final Marks rows = new Marks();
    final Marks entities = new Marks();
    final ContentIdSet repeatedKeys = new ContentIdSet();
    private ContentIdSet keys = new ContentIdSet();
    private ContentIdSet ordinals = new ContentIdSet();
    private final Map<Long, Integer> titles = new HashMap<>();

    /** Ids, of which each may be seen, and be bad. */
    static final class Marks {
        private final ContentIdSet ids = new ContentIdSet();
        private final BitSet seen = new BitSet();
        private final BitSet bad = new BitSet();

        void expect(String id) {
            ids.add(id);
        }

        boolean expects(String id) {
            return ids.contains(id);
        }

        /** Marks what is expected as seen, and says whether it was before. */
        boolean see(String id) {
            int place = ids.placeOf(id);
            boolean before = seen.get(place);
            seen.set(place);
            return before;
        }

        /** Marks it as something to write again. */
        void spoil(String id) {
            int place = ids.placeOf(id);
            if (place >= 0) {
                bad.set(place);
            }
        }

        boolean missing(String id) {
            return !seen.get(ids.placeOf(id));
        }

        boolean missingOrBad(String id) {
            return missing(id) || bad.get(ids.placeOf(id));
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
            titles.merge(titleHash(key), 1, Integer::sum);
        }
        return ordinals.add(ContentId.ofPassage(passage.documentId(), "ordinal " + passage.ordinal()));
    }

    /** All passages are in: what only they needed is forgotten. */
    void close() {
        keys = new ContentIdSet();
        ordinals = new ContentIdSet();
    }

    /** How many passages a key of titles should find. */
    int titled(String key) {
        return titles.getOrDefault(titleHash(key), 0);
    }

    private static long titleHash(String key) {
        return Long.parseUnsignedLong(ContentId.ofEntity(key), 0, 16, 16);
    }

    /** A hash of all that is in a row. */
    static String fingerprint(RelationRow row) {
        String ids = row.id() + ' ' + row.key() + ' ' + row.passageId() + ' ' + String.join(" ", row.entityIds());
        return ContentId.ofPassage(ids + '\n' + row.documentId(), row.text());
    }
}
