package dev.tern.query.rank;

import dev.tern.graph.ContentId;
import dev.tern.graph.EntityName;
import dev.tern.graph.Passage;
import java.util.BitSet;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;

/**
 * The names around one question, each normalised, hashed and shortened once: some thousand names occur several times each.
 * For one thread.
 */
final class NameKeys {
    private static final int BITS = 1 << 16;

    private final Map<String, String> keyOfName = new HashMap<>();
    private final Map<String, String> idOfKey = new LinkedHashMap<>();
    /** The hashes of these keys, cut to a few bits. */
    private final BitSet hashes = new BitSet(BITS);

    private final Map<String, String> idOfOther = new HashMap<>();
    private final Map<String, Set<String>> topicOfPassage = new HashMap<>();

    /** The normalised form of a name. */
    String key(String name) {
        return keyOfName.computeIfAbsent(name, EntityName::normalise);
    }

    /** The id of the entity that has this name. */
    String id(String name) {
        return idOfKey.computeIfAbsent(key(name), key -> {
            hashes.set(bit(key.hashCode()));
            return ContentId.ofEntity(key);
        });
    }

    /**
     * The id of the entity that has this name, which is not asked about by that.
     *
     * @param key a normalised name
     */
    String idOf(String key) {
        String known = idOfKey.get(key);
        return known != null ? known : idOfOther.computeIfAbsent(key, ContentId::ofEntity);
    }

    /** The ids of all names that were asked about, by normalised name. */
    Map<String, String> ids() {
        return idOfKey;
    }

    /**
     * What may be short for a name and was asked about, and perhaps a few texts that were not; {@link EntityName#isAlias} says which are
     * short for it.
     *
     * @param key a normalised name
     */
    Set<String> shortForms(String key) {
        return EntityName.shortForms(key, hash -> hashes.get(bit(hash)));
    }

    private static int bit(int hash) {
        return (hash ^ hash >>> Short.SIZE) & BITS - 1;
    }

    /** The normalised names of what a passage is {@linkplain Topic about}. */
    Set<String> topic(Passage passage) {
        return topicOfPassage.computeIfAbsent(passage.id(), absent -> Topic.of(passage));
    }
}
