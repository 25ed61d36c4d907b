package dev.tern.store.milvus.schema;

import dev.tern.error.TernException;
import dev.tern.note.Note;
import dev.tern.note.Notes;
import dev.tern.store.GraphDescription;
import dev.tern.store.Quarantine;
import dev.tern.store.milvus.client.MilvusConnection;
import io.milvus.v2.service.collection.request.AlterCollectionPropertiesReq;
import io.milvus.v2.service.collection.request.DescribeCollectionReq;
import java.time.Duration;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/**
 * What is kept beside a graph, as properties of its passages' collection: the quarantine, a source a line, and each note under
 * its own name, behind its place in the order. One request reads all of it. What another process puts there is seen a second
 * later; a change writes only the notes that it changes, and the server adds them to those of others. Thread-safe.
 */
public final class KeptBeside {
    private static final String QUARANTINE = "tern.quarantine";
    private static final String NOTE = "tern.note.";
    private static final Duration FRESH = Duration.ofSeconds(1);

    private final MilvusConnection connection;
    private final GraphCollections collections;
    private final String collection;
    private @Nullable Said known;
    private SortedMap<String, String> notes = new TreeMap<>();
    private long readNanos;

    /**
     * What is said of a graph beside its rows.
     *
     * @param quarantine the sources that no question sees
     * @param notes what people said of it
     */
    public record Said(Quarantine quarantine, Notes notes) {
        /** Of an empty graph nothing is said. */
        public static final Said NOTHING = new Said(Quarantine.NONE, Notes.NONE);
    }

    /** What is kept beside a graph. */
    public KeptBeside(MilvusConnection connection, GraphCollections collections) {
        this.connection = connection;
        this.collections = collections;
        this.collection = collections.name(CollectionKind.PASSAGES);
    }

    /** What was there a second ago, or is now. */
    public synchronized Said get() {
        Said found = known;
        if (found == null || System.nanoTime() - readNanos > FRESH.toNanos()) {
            found = read();
        }
        return found;
    }

    /** What is there now. */
    private Said read() {
        long now = System.nanoTime();
        Map<String, String> properties = connection.call(
                "reading the quarantine and the notes of " + collection,
                client -> client.describeCollection(DescribeCollectionReq.builder()
                                .collectionName(collection)
                                .build())
                        .getProperties());
        Quarantine quarantine = Quarantine.ofTexts(
                properties.getOrDefault(QUARANTINE, "").lines().toList());
        return keep(new Said(quarantine, notes(properties)), now);
    }

    /** The notes among properties; the same as before if nothing has changed, for what follows from them is worked out once. */
    private Notes notes(Map<String, String> properties) {
        SortedMap<String, String> found = new TreeMap<>(properties);
        found.keySet().removeIf(name -> !name.startsWith(NOTE));
        Said before = known;
        if (before != null && found.equals(notes)) {
            return before.notes();
        }
        Notes read = Notes.ofLines(found.values().stream()
                .filter(value -> !value.isEmpty())
                .map(Placed::of)
                .sorted(Comparator.comparingInt(Placed::place))
                .map(Placed::line)
                .toList());
        notes = found;
        return read;
    }

    /**
     * A note as a property says it.
     *
     * @param place in the order of all; two of the same place, made at the same time, stand in the order of their names
     */
    private record Placed(int place, String line) {
        static Placed of(String value) {
            int space = value.indexOf(' ');
            try {
                return new Placed(Integer.parseInt(value.substring(0, Math.max(space, 0))), value.substring(space + 1));
            } catch (NumberFormatException e) {
                throw TernException.operator(
                        "the collection has a note that this version of Tern did not write: " + value, e);
            }
        }

        String value() {
            return place + " " + line;
        }
    }

    private Said keep(Said said, long now) {
        known = said;
        readNanos = now;
        return said;
    }

    /**
     * Changes the quarantine and keeps the result.
     *
     * @throws dev.tern.error.TernException if the graph is empty
     */
    public synchronized void changeQuarantine(UnaryOperator<Quarantine> change) {
        GraphDescription made = collections.description().orElse(null);
        Said before = made == null ? Said.NOTHING : read();
        Quarantine changed = Quarantine.changed(made, before.quarantine(), change);
        put("the quarantine", Map.of(QUARANTINE, String.join("\n", changed.texts())));
        keep(new Said(changed, before.notes()), System.nanoTime());
    }

    /**
     * Changes the notes and keeps the result.
     *
     * @throws dev.tern.error.TernException if the graph is empty
     */
    public synchronized void changeNotes(UnaryOperator<Notes> change) {
        boolean empty = collections.description().isEmpty();
        Said before = empty ? Said.NOTHING : read();
        Notes changed = Notes.changed(empty, before.notes(), change);
        if (changed.equals(before.notes())) {
            return;
        }
        Map<String, String> written = written(before.notes(), changed);
        put("the notes", written);
        notes.putAll(written);
        keep(new Said(before.quarantine(), changed), System.nanoTime());
    }

    /** The properties that make one collection of notes another; one that is empty is a note that was forgotten. */
    private Map<String, String> written(Notes before, Notes changed) {
        Map<String, String> written = new HashMap<>();
        before.all().stream()
                .filter(note -> changed.find(note.id()).isEmpty())
                .forEach(note -> written.put(NOTE + note.id(), ""));
        int next = notes.values().stream()
                        .filter(value -> !value.isEmpty())
                        .mapToInt(value -> Placed.of(value).place())
                        .max()
                        .orElse(0)
                + 1;
        List<Note> all = changed.all();
        List<String> lines = changed.lines();
        for (int i = 0; i < lines.size(); i++) {
            String name = NOTE + all.get(i).id();
            String present = notes.getOrDefault(name, "");
            int place = present.isEmpty() ? next++ : Placed.of(present).place();
            String value = new Placed(place, lines.get(i)).value();
            if (!value.equals(present)) {
                written.put(name, value);
            }
        }
        return written;
    }

    private void put(String what, Map<String, String> properties) {
        connection.change("writing " + what + " of " + collection, client -> {
            client.alterCollectionProperties(AlterCollectionPropertiesReq.builder()
                    .collectionName(collection)
                    .properties(properties)
                    .build());
            return collection;
        });
    }
}
