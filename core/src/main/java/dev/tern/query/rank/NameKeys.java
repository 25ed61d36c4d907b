package dev.tern.query.rank;

import dev.tern.graph.ContentId;
import dev.tern.graph.EntityName;
import dev.tern.graph.Passage;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * The names around one question, each normalised, hashed and shortened once: some thousand names occur several times each.
 * For one thread.
 */
final class NameKeys {
    private final Map<String, String> keyOfName = new HashMap<>();
    private final Map<String, String> idOfKey = new LinkedHashMap<>();
    private final Map<String, String> idOfOther = new HashMap<>();
    private final Map<String, List<String>> shortFormsOfKey = new HashMap<>();
    private final Map<String, Set<String>> topicOfPassage = new HashMap<>();

    /** The normalised form of a name. */
    String key(String name) {
        return keyOfName.computeIfAbsent(name, EntityName::normalise);
    }

    /** The id of the entity that has this name. */
    String id(String name) {
        return idOfKey.computeIfAbsent(key(name), ContentId::ofEntity);
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
     * The names that may be short for another; {@link EntityName#isAlias} says which are.
     *
     * @param key a normalised name
     */
    List<String> shortForms(String key) {
        return shortFormsOfKey.computeIfAbsent(key, name -> List.copyOf(EntityName.shortForms(name)));
    }

    /** The normalised names of what a passage is {@linkplain Topic about}. */
    Set<String> topic(Passage passage) {
        return topicOfPassage.computeIfAbsent(passage.id(), absent -> Topic.of(passage));
    }
}
