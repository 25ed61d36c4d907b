package dev.tern.query.rank;

import dev.tern.graph.ContentId;
import dev.tern.graph.EntityName;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A normalised name, with values that depend on it alone, each computed once. Compared by identity;
 * names with equal keys may be several objects. Thread-safe.
 */
final class Name {
    private final String key;
    private final String id;
    private volatile @Nullable List<String> shortForms;

    /**
     * Creates the name with a key.
     *
     * @param key a normalised name
     */
    Name(String key) {
        this.key = key;
        this.id = ContentId.ofEntity(key);
    }

    /** Returns the normalised name. */
    String key() {
        return key;
    }

    /** Returns the id of the entity with this name. */
    String id() {
        return id;
    }

    /** Returns all short forms of this name, as defined by {@link EntityName#isShortForm}. */
    List<String> shortForms() {
        List<String> known = shortForms;
        if (known == null) {
            known = EntityName.shortForms(key).stream()
                    .filter(form -> EntityName.isShortForm(form, key))
                    .toList();
            shortForms = known;
        }
        return known;
    }
}
