package dev.tern.spark.bulk;

import dev.tern.store.GraphDescription;
import java.util.List;

/**
 * A graph to create.
 *
 * @param embeddingModel the name of the model that made its vectors
 * @param dimension the dimension of its vectors
 * @param files the files of its rows; each id occurs once, in one of them
 */
public record BulkGraph(String name, String embeddingModel, int dimension, List<BulkFile> files) {
    public BulkGraph {
        files = List.copyOf(files);
    }

    GraphDescription description() {
        return new GraphDescription(embeddingModel, dimension);
    }

    /** Returns the number of rows of a table, in all files. */
    public long rows(BulkTable table) {
        return files.stream()
                .filter(file -> file.table() == table)
                .mapToLong(BulkFile::rows)
                .sum();
    }
}
