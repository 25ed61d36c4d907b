package dev.tern.store.milvus.schema;

import io.milvus.v2.service.collection.response.DescribeCollectionResp;
import java.util.Map;
import java.util.Optional;

/**
 * What the passages' collection says of the run that imports, or has imported, its graph. While the run goes on, the graph is
 * not there for anybody else.
 *
 * @param run the run's id
 * @param isDone whether everything was imported, so that the graph is there
 */
public record ImportMark(String run, boolean isDone) {
    private static final String PROPERTY = "tern.import";
    private static final String RUNNING = "running ";
    private static final String DONE = "done ";

    /** The mark on a collection; empty if its graph was not made by importing. */
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
