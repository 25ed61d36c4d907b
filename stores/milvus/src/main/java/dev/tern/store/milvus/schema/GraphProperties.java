package dev.tern.store.milvus.schema;

import dev.tern.error.TernException;
import dev.tern.note.Note;
import dev.tern.note.Notes;
import dev.tern.store.milvus.client.MilvusConnection;
import io.milvus.v2.service.collection.request.AlterCollectionPropertiesReq;
import io.milvus.v2.service.collection.request.DropCollectionPropertiesReq;
import io.milvus.v2.service.collection.response.DescribeCollectionResp;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/**
 * Reads and changes the notes of a graph. Each note is a property of the passages' collection, with
 * the note's position and text as its value. One request reads all notes. Changes by other
 * processes are visible after at most a second. A change writes only the changed notes, and the
 * server merges them with the notes of other processes. Thread-safe.
 *
 * <p>The property of a deleted note is dropped. A server before 2.5 cannot drop a property, so the
 * property stays with an empty value; if there are more than {@value #MAX_EMPTY} empty ones, new
 * notes reuse them.
 */
public final class GraphProperties {
    private static final String NOTE = "tern.note.";

    /**
     * The number of empty properties above which new notes reuse them. Two processes rarely choose
     * the same one of so many.
     */
    private static final int MAX_EMPTY = 100;

    private static final Duration FRESH = Duration.ofSeconds(1);

    private final MilvusConnection connection;
    private final GraphCollections collections;
    private final String collection;
    private @Nullable Notes known;
    private SortedMap<String, String> properties = new TreeMap<>();
    private long readNanos;

    /** Creates the accessor of a graph's notes; sends no request. */
    public GraphProperties(MilvusConnection connection, GraphCollections collections) {
        this.connection = connection;
        this.collections = collections;
        this.collection = collections.name(CollectionKind.PASSAGES);
    }

    /** Returns the notes, at most a second old. */
    public synchronized Notes get() {
        Notes found = known;
        if (found == null || System.nanoTime() - readNanos > FRESH.toNanos()) {
            found = read();
        }
        return found;
    }

    private Notes read() {
        long now = System.nanoTime();
        Map<String, String> all = collections
                .passages()
                .map(DescribeCollectionResp::getProperties)
                .orElse(Map.of());
        return keep(notes(all), now);
    }

    /** Parses the notes; returns the previous object if no property of a note has changed. */
    private Notes notes(Map<String, String> all) {
        SortedMap<String, String> found = new TreeMap<>(all);
        found.keySet().removeIf(name -> !name.startsWith(NOTE));
        Notes before = known;
        if (before != null && found.equals(properties)) {
            return before;
        }
        Notes read =
                Notes.ofLines(parseNotes(found).stream().map(StoredNote::line).toList());
        properties = found;
        return read;
    }

    /**
     * A note in a property.
     *
     * @param order its position; concurrent notes of equal position are ordered by name
     */
    private record StoredNote(String property, int order, String line) {
        static StoredNote of(String property, String value) {
            int space = value.indexOf(' ');
            try {
                return new StoredNote(
                        property, Integer.parseInt(value.substring(0, Math.max(space, 0))), value.substring(space + 1));
            } catch (NumberFormatException e) {
                throw TernException.operator(
                        "the collection has a note that this version of Tern did not write: " + value, e);
            }
        }

        String id() {
            return Notes.ofLines(List.of(line)).all().getFirst().id();
        }
    }

    /** Parses the notes in properties, in order of position, then of property name. */
    private static List<StoredNote> parseNotes(SortedMap<String, String> properties) {
        List<StoredNote> placed = new ArrayList<>();
        properties.forEach((name, value) -> {
            if (!value.isEmpty()) {
                placed.add(StoredNote.of(name, value));
            }
        });
        placed.sort(Comparator.comparingInt(StoredNote::order));
        return placed;
    }

    private Notes keep(Notes kept, long now) {
        known = kept;
        readNanos = now;
        return kept;
    }

    /**
     * Reads the notes anew, changes them, and stores the result if it differs.
     *
     * @throws dev.tern.error.TernException if the graph is empty
     */
    public synchronized void changeNotes(UnaryOperator<Notes> change) {
        Notes before = collections.description().isEmpty() ? Notes.NONE : read();
        Notes changed = Notes.applyChange(collections.description().isEmpty(), before, change);
        if (changed.equals(before)) {
            return;
        }
        write(propertiesOf(changed));
        keep(changed, System.nanoTime());
    }

    /** Returns the properties of all notes; existing notes keep their property and position. */
    private Map<String, String> propertiesOf(Notes changed) {
        Map<String, StoredNote> present = new HashMap<>();
        int last = 0;
        for (StoredNote note : parseNotes(properties)) {
            present.putIfAbsent(note.id(), note);
            last = Math.max(last, note.order());
        }
        List<String> free = new ArrayList<>(properties.keySet());
        free.removeIf(name -> !isEmpty(name));
        Map<String, String> wanted = new HashMap<>();
        List<Note> all = changed.all();
        List<String> lines = changed.lines();
        for (int i = 0; i < lines.size(); i++) {
            StoredNote before = present.get(all.get(i).id());
            int place = before == null ? ++last : before.order();
            String property = before == null ? unused(free, all.get(i).id(), wanted.keySet()) : before.property();
            wanted.put(property, place + " " + lines.get(i));
        }
        return wanted;
    }

    private boolean isEmpty(String property) {
        return properties.getOrDefault(property, "").isEmpty();
    }

    /** Returns a property for a new note: one named after its id, or an empty one to reuse. */
    private String unused(List<String> free, String id, Set<String> taken) {
        if (!canDrop() && free.size() > MAX_EMPTY) {
            return free.remove(Math.floorMod(id.hashCode(), free.size()));
        }
        String own = NOTE + id;
        while (!isEmpty(own) || taken.contains(own)) {
            own += "x";
        }
        free.remove(own);
        return own;
    }

    private boolean canDrop() {
        return connection.atLeast(2, 5);
    }

    /** Writes these properties, and drops or empties the properties of all other notes. */
    private void write(Map<String, String> wanted) {
        Map<String, String> written = new HashMap<>(wanted);
        written.entrySet().removeIf(one -> one.getValue().equals(properties.get(one.getKey())));
        List<String> left = properties.keySet().stream()
                .filter(name -> !wanted.containsKey(name))
                .toList();
        if (!canDrop()) {
            left.stream().filter(name -> !isEmpty(name)).forEach(name -> written.put(name, ""));
        }
        if (!written.isEmpty()) {
            put(written);
        }
        if (canDrop() && !left.isEmpty()) {
            drop(left);
        }
        properties.putAll(written);
        if (canDrop()) {
            properties.keySet().removeAll(left);
        }
    }

    private void put(Map<String, String> properties) {
        connection.change("writing the notes of " + collection, client -> {
            client.alterCollectionProperties(AlterCollectionPropertiesReq.builder()
                    .collectionName(collection)
                    .properties(properties)
                    .build());
            return collection;
        });
    }

    private void drop(List<String> properties) {
        connection.change("deleting notes of " + collection, client -> {
            client.dropCollectionProperties(DropCollectionPropertiesReq.builder()
                    .collectionName(collection)
                    .propertyKeys(properties)
                    .build());
            return collection;
        });
    }
}
