package dev.tern.store.milvus.schema;

import io.milvus.v2.service.collection.response.DescribeCollectionResp;
import java.util.Map;
import java.util.Optional;

/**
 * The mark of a bulk import on the passages' collection. Until the run is done, no store can open
 * the graph, and catalogs do not list it.
 *
 * @param isDone true if everything was imported
 */
public record ImportMark(String run, boolean isDone) {
    private static final String PROPERTY = "tern.import";
    private static final String RUNNING = "running ";
    private static final String DONE = "done ";

    /** Returns the mark on a collection; empty if its graph was not imported in bulk. */
    public static Optional<ImportMark> of(DescribeCollectionResp collection) {
        String value = collection.getProperties().getOrDefault(PROPERTY, "");
        boolean done = value.startsWith(DONE);
        return value.isEmpty()
                ? Optional.empty()
                : Optional.of(new ImportMark(value.substring(value.indexOf(' ') + 1), done));
    }

    Map<String, String> properties() {
        return Map.of(PROPERTY, (isDone ? DONE : RUNNING) + run);
    }
}
