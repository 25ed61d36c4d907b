package dev.tern.spark.bulk;

import dev.tern.store.GraphDescription;
import java.util.List;

/**
 * A graph that is to be made.
 *
 * @param name of the graph
 * @param embeddingModel that made its vectors
 * @param dimension of its vectors
 * @param files its rows; every id in one file only, once
 */
public record BulkGraph(String name, String embeddingModel, int dimension, List<BulkFile> files) {
    /** Copies the list of files. */
    public BulkGraph {
        files = List.copyOf(files);
    }

    GraphDescription description() {
        return new GraphDescription(embeddingModel, dimension, GraphDescription.CURRENT_FORMAT);
    }

    /** The rows of a table, in all files. */
    public long rows(BulkTable table) {
        return files.stream()
                .filter(file -> file.table() == table)
                .mapToLong(BulkFile::rows)
                .sum();
    }
}
