package dev.tern.spark;

import dev.tern.GraphRag;
import dev.tern.app.config.Configuration;
import dev.tern.documents.SourceLoader;
import dev.tern.note.Notes;
import dev.tern.settings.Consistency;
import dev.tern.settings.Parameter;
import dev.tern.spark.bulk.BulkRows;
import dev.tern.store.GraphBatch;
import dev.tern.store.GraphStore;
import dev.tern.store.GraphView;
import dev.tern.store.InMemoryGraphStore;
import dev.tern.transfer.checksum.GraphChecksum;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.Collection;
import java.util.Collections;
import java.util.Iterator;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Consumer;
import java.util.function.UnaryOperator;
import org.apache.spark.TaskContext;
import org.apache.spark.api.java.function.MapPartitionsFunction;
import org.apache.spark.sql.Row;
import org.apache.spark.util.TaskCompletionListener;

/**
 * A task of a bulk run. It creates the rows of its documents as in any other run, but returns them
 * instead of writing them to the store. Its last rows are its failures and its report.
 */
final class BulkPartition implements MapPartitionsFunction<Row, Row> {
    private static final long serialVersionUID = 1L;

    private final ExecutorModels models;
    private final RunCounters counters;
    private final RowSchema schema;

    BulkPartition(ExecutorModels models, RunCounters counters, RowSchema schema) {
        this.models = models;
        this.counters = counters;
        this.schema = schema;
    }

    @Override
    public Iterator<Row> call(Iterator<Row> rows) {
        return TaskFailure.runSerialisable(() -> done(rows));
    }

    private static SpilledRows spill() {
        try {
            return new SpilledRows(LocalFolder.file("tern-rows-", ".tmp"));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private Iterator<Row> done(Iterator<Row> rows) {
        if (!rows.hasNext()) {
            return Collections.emptyIterator();
        }
        Configuration configuration = models.configuration();
        SourceLoader loader =
                configuration.loader().parserClassPath(TaskClassPath.text()).build();
        SpilledRows spilled = spill();
        TaskCompletionListener end = context -> spilled.close();
        TaskContext.get().addTaskCompletionListener(end);
        BulkRows made = new BulkRows(schema.hasWords());
        AtomicLong place = new AtomicLong();
        RowsOnly store = new RowsOnly(batch -> made.show(
                batch,
                (table, of, values) -> spilled.add(schema.row(
                        table,
                        place.incrementAndGet(),
                        of.map(GraphChecksum.Rows::of)
                                .map(GraphChecksum.Rows::sum)
                                .orElse(null),
                        values))));
        ExecutorLimits money = models.limits(configuration.spending());
        try (GraphRag rag = ExecutorGraph.rag(configuration, models, money.backend(), store)) {
            PartitionDocuments additions = new PartitionDocuments(rag, counters, spilled::mark);
            PartitionResult result = additions.add(new RowDocuments(
                    rows, loader, configuration.parameters().get(Parameter.PASSAGE_TOKEN_LIMIT), additions::failed));
            for (DocumentFailure failure : result.failures()) {
                spilled.add(schema.messageRow(RowSchema.FAILURE, 0, failure.id(), failure.reason()));
            }
            spilled.add(schema.messageRow(RowSchema.REPORT, 0, "", RowSchema.text(result.report())));
        } finally {
            money.giveBack();
        }
        return spilled.iterator();
    }

    /** A graph store that stays empty, and passes each batch to a receiver. */
    private static final class RowsOnly implements GraphStore {
        private final GraphStore empty = new InMemoryGraphStore();
        private final Consumer<GraphBatch> receiver;

        RowsOnly(Consumer<GraphBatch> receiver) {
            this.receiver = receiver;
        }

        @Override
        public GraphView view(Consistency consistency) {
            return empty.view(consistency);
        }

        @Override
        public void write(GraphBatch batch) {
            receiver.accept(batch);
        }

        @Override
        public int removeDocuments(Collection<String> documentIds) {
            return 0;
        }

        @Override
        public void changeNotes(UnaryOperator<Notes> change) {
            empty.changeNotes(change);
        }

        @Override
        public void close() {
            empty.close();
        }
    }
}
