package dev.tern.spark;

import dev.langchain4j.model.embedding.EmbeddingModel;
import dev.tern.GraphRag;
import dev.tern.app.AppSettings;
import dev.tern.app.Backend;
import dev.tern.cli.config.Configuration;
import dev.tern.graph.Document;
import dev.tern.ingest.IngestListener;
import dev.tern.model.Ledger;
import dev.tern.model.ReplyCache;
import dev.tern.model.TaskModels;
import dev.tern.store.GraphCatalog;
import dev.tern.store.GraphStore;
import java.util.Iterator;
import java.util.List;
import java.util.stream.StreamSupport;
import org.apache.spark.api.java.function.MapPartitionsFunction;
import org.apache.spark.sql.Row;

/** What a task does: opens the graph with the models of its executor, and adds the documents of its partition. */
final class IndexPartition implements MapPartitionsFunction<Row, IndexingReport> {
    private static final long serialVersionUID = 1L;

    private final ExecutorModels models;
    private final DocumentColumns columns;

    IndexPartition(ExecutorModels models, DocumentColumns columns) {
        this.models = models;
        this.columns = columns;
    }

    @Override
    public Iterator<IndexingReport> call(Iterator<Row> rows) {
        if (!rows.hasNext()) {
            return List.<IndexingReport>of().iterator();
        }
        Configuration configuration = models.configuration();
        Backend backend = new Backend();
        try (GraphCatalog catalog = backend.catalog(configuration.store());
                GraphStore store = catalog.open(configuration.graph())) {
            AppSettings settings = configuration.settings().forGraph(store.description());
            EmbeddingModel embedding = models.embedding(settings, backend);
            TaskModels chat = settings.chat().make(backend::chatModel);
            GraphRag rag = settings.graph(embedding, chat, settings.extractor(chat, ReplyCache.NONE, Ledger.NONE))
                    .sharedStore(store)
                    .build();
            Iterable<Document> documents = () -> StreamSupport.stream(((Iterable<Row>) () -> rows).spliterator(), false)
                    .map(columns::document)
                    .iterator();
            return List.of(IndexingReport.of(rag.add(documents, IngestListener.NONE)))
                    .iterator();
        }
    }
}
