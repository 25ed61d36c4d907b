package dev.tern.transfer.verify;

import dev.tern.graph.Embedded;
import dev.tern.graph.Entity;
import dev.tern.graph.Passage;
import dev.tern.store.InMemoryGraphStore;
import dev.tern.store.RelationRow;
import java.lang.reflect.Field;
import java.util.TreeMap;

/** The maps of an in-memory store, for damage that its methods do not allow. */
record RawRows(
        TreeMap<String, Embedded<Entity>> entities,
        TreeMap<String, Embedded<RelationRow>> relations,
        TreeMap<String, Embedded<Passage>> passages) {
    @SuppressWarnings("unchecked") // the fields have these types
    static RawRows of(InMemoryGraphStore store) {
        return new RawRows(
                (TreeMap<String, Embedded<Entity>>) map(store, "entities"),
                (TreeMap<String, Embedded<RelationRow>>) map(store, "relations"),
                (TreeMap<String, Embedded<Passage>>) map(store, "passages"));
    }

    private static Object map(InMemoryGraphStore store, String name) {
        try {
            Field field = InMemoryGraphStore.class.getDeclaredField(name);
            field.setAccessible(true);
            return field.get(store);
        } catch (ReflectiveOperationException e) {
            throw new LinkageError(e.getMessage(), e);
        }
    }
}
