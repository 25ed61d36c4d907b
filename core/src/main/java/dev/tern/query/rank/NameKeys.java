package dev.tern.query.rank;

import dev.tern.graph.ContentId;
import dev.tern.graph.EntityName;
import dev.tern.query.rank.PassageForms.Name;
import java.util.BitSet;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;

/** The names around one question with the ids of their entities. Not thread-safe. */
final class NameKeys {
    private static final int BITS = 1 << 16;

    private final Map<String, String> idOfKey = new LinkedHashMap<>();
    /** The hashes of the recorded keys, reduced to 16 bits. */
    private final BitSet hashes = new BitSet(BITS);

    private final Map<String, String> idOfOther = new HashMap<>();

    /** Records a name and its id. */
    void add(Name name) {
        if (idOfKey.putIfAbsent(name.key(), name.id()) == null) {
            hashes.set(bit(name.key().hashCode()));
        }
    }

    /**
     * Returns the id of the entity with a name, without recording the name.
     *
     * @param key a normalised name
     */
    String idOf(String key) {
        String known = idOfKey.get(key);
        return known != null ? known : idOfOther.computeIfAbsent(key, ContentId::ofEntity);
    }

    /** Returns the live map of all recorded names' ids, by normalised name; do not modify it. */
    Map<String, String> ids() {
        return idOfKey;
    }

    /**
     * Returns the recorded short forms of a name, with a few false ones: callers have to check
     * {@link #ids} and {@link EntityName#isShortForm}.
     *
     * @param key a normalised name
     */
    Set<String> shortForms(String key) {
        return EntityName.shortForms(key, hash -> hashes.get(bit(hash)));
    }

    private static int bit(int hash) {
        return (hash ^ hash >>> Short.SIZE) & BITS - 1;
    }
}
