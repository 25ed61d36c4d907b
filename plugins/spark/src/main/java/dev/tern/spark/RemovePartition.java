package dev.tern.spark;

import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import org.apache.spark.api.java.function.MapPartitionsFunction;
import org.apache.spark.sql.Row;

/** Removes the documents named by the rows of a partition, and returns the number found. */
final class RemovePartition implements MapPartitionsFunction<Row, Long> {
    private static final long serialVersionUID = 1L;
    private static final int AT_ONCE = 1000;

    private final ExecutorModels models;

    RemovePartition(ExecutorModels models) {
        this.models = models;
    }

    @Override
    public Iterator<Long> call(Iterator<Row> rows) {
        return TaskFailure.runSerialisable(() -> done(rows));
    }

    private Iterator<Long> done(Iterator<Row> rows) {
        if (!rows.hasNext()) {
            return List.<Long>of().iterator();
        }
        long removed = 0;
        try (ExecutorGraph graph = ExecutorGraph.open(models.configuration(), models)) {
            while (rows.hasNext()) {
                List<String> ids = new ArrayList<>();
                while (rows.hasNext() && ids.size() < AT_ONCE) {
                    ids.add(rows.next().getString(0));
                }
                removed += graph.rag().remove(ids);
            }
        }
        return List.of(removed).iterator();
    }
}
