package dev.tern.store.lucene;

import dev.tern.error.TernException;
import dev.tern.note.Notes;
import dev.tern.store.GraphDescription;
import dev.tern.store.GraphStatistics;
import dev.tern.store.Once;
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
 * @param description how the graph was made; none of an empty graph
 * @param notes what people said of the graph
 * @param counts what it holds
 * @param shown the rows that the notes let through
 * @param segmentVectors those of all commits that are open
 */
record Snapshot(
        IndexReader reader,
        @Nullable GraphDescription description,
        Notes notes,
        Once<GraphStatistics> counts,
        Once<VisibleRows> shown,
        SegmentVectors segmentVectors)
        implements AutoCloseable {
    private static final String MODEL = "tern.embeddingModel";
    private static final String DIMENSION = "tern.dimension";
    private static final String FORMAT = "tern.format";
    private static final String MAKING = "tern.making";
    /** How the words of passages are cut. */
    private static final String WORDS = "tern.words";

    private static final String WORDS_VERSION = "1";

    /** How metadata stand on rows, the source among them since the second version. */
    private static final String METADATA = "tern.metadata";

    private static final String METADATA_VERSION = "2";

    /** The sources that the first versions kept in quarantine, one a line, until notes are written. */
    private static final String QUARANTINE = "tern.quarantine";

    /** What people said of the graph, one note a line. */
    private static final String NOTES = "tern.notes";

    static Snapshot empty(SegmentVectors segmentVectors) throws IOException {
        return new Snapshot(new MultiReader(), null, Notes.NONE, new Once<>(), new Once<>(), segmentVectors);
    }

    static Snapshot of(DirectoryReader reader, Path path, SegmentVectors segmentVectors) throws IOException {
        segmentVectors.open(reader);
        Map<String, String> userData = reader.getIndexCommit().getUserData();
        return new Snapshot(
                reader, describe(userData, path), notes(userData), new Once<>(), new Once<>(), segmentVectors);
    }

    /** What the first commit of a new graph says of it, and all later ones repeat. */
    static Map<String, String> userData(GraphDescription description) {
        return Map.of(
                MODEL, description.embeddingModel(),
                DIMENSION, Integer.toString(description.dimension()),
                FORMAT, Integer.toString(description.formatVersion()),
                WORDS, WORDS_VERSION,
                METADATA, METADATA_VERSION,
                MAKING, UUID.randomUUID().toString());
    }

    private static Notes notes(Map<String, String> userData) {
        return Notes.ofLines(
                userData.getOrDefault(NOTES, "").lines().toList(),
                userData.getOrDefault(QUARANTINE, "").lines().toList());
    }

    /** What a commit says, with other notes. */
    static Map<String, String> userData(Map<String, String> before, Notes notes) {
        Map<String, String> changed = new HashMap<>(before);
        changed.put(NOTES, String.join("\n", notes.lines()));
        changed.remove(QUARANTINE);
        return changed;
    }

    /** Whether two commits are of one graph, and not of one that was dropped and one that was made in its place. */
    static boolean sameGraph(Map<String, String> userData, Map<String, String> otherUserData) {
        return Objects.equals(userData.get(MAKING), otherUserData.get(MAKING));
    }

    /**
     * What a commit says of its graph.
     *
     * @throws TernException if Tern did not write it, or another version did
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
        if (!WORDS_VERSION.equals(userData.get(WORDS)) || !METADATA_VERSION.equals(userData.get(METADATA))) {
            throw TernException.operator("the graph in " + path
                    + " was made by a Tern before 0.1.0, without words or metadata to search by: export it with that"
                    + " version and import it with this one (tern export, tern import)");
        }
        return new GraphDescription(model, Integer.parseInt(dimension), GraphDescription.CURRENT_FORMAT);
    }

    /** Gives the commit back, which other readers may share. */
    @Override
    public void close() throws IOException {
        reader.decRef();
    }
}
