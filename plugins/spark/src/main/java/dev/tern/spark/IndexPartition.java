package dev.tern.spark;

import dev.tern.GraphRag;
import dev.tern.app.config.Configuration;
import dev.tern.documents.SourceLoader;
import dev.tern.settings.Parameter;
import java.util.Iterator;
import java.util.List;
import org.apache.spark.api.java.function.FlatMapFunction;
import org.apache.spark.sql.Row;

/** A task that opens the graph with its executor's models and adds a partition's documents. */
final class IndexPartition implements FlatMapFunction<Iterator<Row>, PartitionResult> {
    private static final long serialVersionUID = 1L;

    private final ExecutorModels models;
    private final RunCounters counters;

    IndexPartition(ExecutorModels models, RunCounters counters) {
        this.models = models;
        this.counters = counters;
    }

    @Override
    public Iterator<PartitionResult> call(Iterator<Row> rows) {
        return TaskFailure.runSerialisable(() -> done(rows));
    }

    private Iterator<PartitionResult> done(Iterator<Row> rows) {
        if (!rows.hasNext()) {
            return List.<PartitionResult>of().iterator();
        }
        Configuration configuration = models.configuration();
        SourceLoader loader =
                configuration.loader().parserClassPath(TaskClassPath.text()).build();
        try (ExecutorGraph graph = ExecutorGraph.open(configuration, models)) {
            GraphRag rag = graph.rag();
            PartitionDocuments additions = new PartitionDocuments(rag, counters);
            RowDocuments documents = new RowDocuments(
                    rows, loader, configuration.parameters().get(Parameter.PASSAGE_TOKEN_LIMIT), additions::failed);
            return List.of(additions.add(documents)).iterator();
        }
    }
}
