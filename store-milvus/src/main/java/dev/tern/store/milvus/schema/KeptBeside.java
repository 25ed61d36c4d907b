package dev.tern.store.milvus.schema;

import dev.tern.note.Notes;
import dev.tern.store.GraphDescription;
import dev.tern.store.Quarantine;
import dev.tern.store.milvus.client.MilvusConnection;
import io.milvus.v2.service.collection.request.AlterCollectionPropertiesReq;
import io.milvus.v2.service.collection.request.DescribeCollectionReq;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/**
 * What is kept beside a graph, as properties of its passages' collection: the quarantine, a source a line, and the notes, a note
 * a line. One request reads both. What another process puts there is seen a second later. Thread-safe.
 */
public final class KeptBeside {
    private static final String QUARANTINE = "tern.quarantine";
    private static final String NOTES = "tern.notes";
    private static final Duration FRESH = Duration.ofSeconds(1);

    private final MilvusConnection connection;
    private final GraphCollections collections;
    private final String collection;
    private @Nullable Said known;
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
        return keep(
                new Said(Quarantine.ofTexts(lines(properties, QUARANTINE)), Notes.ofLines(lines(properties, NOTES))),
                now);
    }

    private static List<String> lines(Map<String, String> properties, String name) {
        return properties.getOrDefault(name, "").lines().toList();
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
        put("the quarantine", QUARANTINE, changed.texts());
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
        put("the notes", NOTES, changed.lines());
        keep(new Said(before.quarantine(), changed), System.nanoTime());
    }

    private void put(String what, String property, List<String> lines) {
        connection.change("writing " + what + " of " + collection, client -> {
            client.alterCollectionProperties(AlterCollectionPropertiesReq.builder()
                    .collectionName(collection)
                    .properties(Map.of(property, String.join("\n", lines)))
                    .build());
            return collection;
        });
    }
}
