package dev.tern.store.lucene;

import dev.tern.error.TernException;
import dev.tern.note.Notes;
import dev.tern.store.GraphDescription;
import dev.tern.store.GraphStatistics;
import dev.tern.store.shared.LazyValue;
import java.io.IOException;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import java.util.Objects;
import java.util.UUID;
import org.apache.lucene.index.DirectoryReader;
import org.apache.lucene.index.IndexReader;
import org.apache.lucene.index.MultiReader;
import org.jspecify.annotations.Nullable;

/**
 * One commit of a graph, held open while it is read.
 *
 * @param description the graph's description; null if there is no graph
 * @param counts the statistics, counted at most once
 * @param shown the rows that the notes do not hide, found at most once
 * @param decoded a cache of passages
 * @param segmentVectors the sketches and {@link EqualVectors} of all open segments
 */
record Snapshot(
        IndexReader reader,
        @Nullable GraphDescription description,
        LazyValue<GraphStatistics> counts,
        LazyValue<VisibleRows> shown,
        DecodedPassages decoded,
        SegmentVectors segmentVectors)
        implements AutoCloseable {
    private static final String MODEL = "tern.embeddingModel";
    private static final String DIMENSION = "tern.dimension";
    private static final String FORMAT = "tern.format";
    private static final String MAKING = "tern.making";
    /** The key of the version of the tokenizer of passages. */
    private static final String WORDS = "tern.words";

    private static final String WORDS_VERSION = "1";

    /** The key of the version of row metadata, which includes the source since version 2. */
    private static final String METADATA = "tern.metadata";

    private static final String METADATA_VERSION = "2";

    /**
     * The key with which versions before 0.1.0 recorded hidden sources; commits with it are
     * refused.
     */
    private static final String QUARANTINE = "tern.quarantine";

    /** The key of the graph's notes, one note per line. */
    private static final String NOTES = "tern.notes";

    static Snapshot empty(SegmentVectors segmentVectors) throws IOException {
        return new Snapshot(
                new MultiReader(), null, new LazyValue<>(), new LazyValue<>(), new DecodedPassages(), segmentVectors);
    }

    static Snapshot of(DirectoryReader reader, Path path, SegmentVectors segmentVectors) throws IOException {
        segmentVectors.open(reader);
        Map<String, String> userData = reader.getIndexCommit().getUserData();
        return new Snapshot(
                reader,
                describe(userData, path),
                new LazyValue<>(),
                new LazyValue<>(),
                new DecodedPassages(),
                segmentVectors);
    }

    /** Returns the user data of a new graph's first commit, which later commits repeat. */
    static Map<String, String> userData(GraphDescription description) {
        return Map.of(
                MODEL, description.embeddingModel(),
                DIMENSION, Integer.toString(description.dimension()),
                FORMAT, Integer.toString(description.formatVersion()),
                WORDS, WORDS_VERSION,
                METADATA, METADATA_VERSION,
                MAKING, UUID.randomUUID().toString());
    }

    Notes notes() {
        return description == null ? Notes.NONE : description.notes();
    }

    /** Returns the user data of a commit with other notes. */
    static Map<String, String> userData(Map<String, String> before, Notes notes) {
        Map<String, String> changed = new HashMap<>(before);
        changed.put(NOTES, String.join("\n", notes.lines()));
        return changed;
    }

    /** Returns true if two commits belong to one graph that was not created anew between them. */
    static boolean sameGraph(Map<String, String> userData, Map<String, String> otherUserData) {
        return Objects.equals(userData.get(MAKING), otherUserData.get(MAKING));
    }

    /**
     * Parses the description of a commit's graph.
     *
     * @throws TernException if another program made the index, or a version of Tern whose graphs
     *     this version cannot read
     */
    static GraphDescription describe(Map<String, String> userData, Path path) {
        String model = userData.get(MODEL);
        String dimension = userData.get(DIMENSION);
        String format = userData.get(FORMAT);
        if (model == null || dimension == null || format == null) {
            throw TernException.operator(path + " holds a Lucene index that Tern did not write");
        }
        if (!format.equals(Integer.toString(GraphDescription.CURRENT_FORMAT))) {
            throw TernException.operator("the graph in " + path + " has format " + format
                    + "; this version of Tern reads and writes format " + GraphDescription.CURRENT_FORMAT);
        }
        if (!WORDS_VERSION.equals(userData.get(WORDS))
                || !METADATA_VERSION.equals(userData.get(METADATA))
                || userData.containsKey(QUARANTINE)) {
            throw TernException.operator("the graph in " + path
                    + " was made by a Tern before 0.1.0, with other words, metadata or rules: export it"
                    + " with that version and import it with this one (tern export, tern import)");
        }
        return new GraphDescription(model, Integer.parseInt(dimension))
                .with(Notes.ofLines(userData.getOrDefault(NOTES, "").lines().toList()));
    }

    /** Releases this reference to the commit, which other readers may share. */
    @Override
    public void close() throws IOException {
        reader.decRef();
    }
}
