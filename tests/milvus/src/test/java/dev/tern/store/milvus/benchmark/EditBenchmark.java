package dev.tern.store.milvus.benchmark;

import dev.tern.GraphRag;
import dev.tern.curation.Curation;
import dev.tern.curation.Edits;
import dev.tern.graph.SourceDocument;
import dev.tern.graph.Statement;
import dev.tern.ingest.IngestListener;
import dev.tern.note.Edit.Merge;
import dev.tern.note.Edit.Rename;
import dev.tern.note.Note;
import dev.tern.query.Question;
import dev.tern.settings.Mode;
import dev.tern.store.GraphStore;
import dev.tern.store.lucene.LuceneGraphStore;
import dev.tern.store.milvus.MilvusGraphCatalog;
import dev.tern.store.milvus.MilvusSettings;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** Measures an edit, and a question before and after it, by the entity's number of statements. */
final class EditBenchmark {
    private static final int QUESTIONS = Integer.getInteger("questions", 20);
    private static final int WARM_UP = QUESTIONS / 4;
    private static final int STATEMENTS = 20;
    private static final Note.Act ACT = new Note.Act("bench", Instant.EPOCH, "");

    private EditBenchmark() {}

    static void run(List<Integer> sizes) throws IOException {
        Path folder = Files.createTempDirectory("tern-edits");
        try (GraphStore store = LuceneGraphStore.open(folder, "edits")) {
            measure("embedded", store, sizes);
        }
        Servers.each((name, uri) -> {
            try (MilvusGraphCatalog catalog =
                            MilvusGraphCatalog.connect(MilvusSettings.at(uri).build());
                    GraphStore store = catalog.open("edits")) {
                measure(name, store, sizes);
            }
        });
    }

    private static void measure(String name, GraphStore store, List<Integer> sizes) {
        GraphRag rag = GraphRag.builder()
                .store(store)
                .embeddingModel(new WordEmbeddingModel())
                .build();
        Edits edits = Curation.of(rag).edits();
        for (int size : sizes) {
            rag.add(documents("Harbour " + size, size), IngestListener.NONE);
            rag.add(documents("Haven " + size, 10), IngestListener.NONE);
            String before = ask(rag, "Harbour " + size);
            Timings renaming = new Timings();
            renaming.measure(() -> edits.make(new Rename("Harbour " + size, "Port " + size), ACT));
            Timings merging = new Timings();
            merging.measure(() -> edits.make(new Merge(List.of("Port " + size, "Haven " + size)), ACT));
            System.out.printf(
                    Locale.ROOT,
                    "%-16s %,7d statements: rename %8.0f ms   merge %8.0f ms   question before %s   after %s%n",
                    name,
                    size,
                    renaming.percentile(0),
                    merging.percentile(0),
                    before,
                    ask(rag, "Port " + size));
        }
    }

    private static String ask(GraphRag rag, String place) {
        Timings timings = new Timings();
        for (int i = 0; i < WARM_UP + QUESTIONS; i++) {
            Question question =
                    Question.of("Which cargo did ship number " + i + " bring to " + place + "?", Mode.LOCAL);
            if (i < WARM_UP) {
                rag.retrieve(question);
            } else {
                timings.measure(() -> rag.retrieve(question));
            }
        }
        return QUESTIONS == 0 ? "-" : timings.toString();
    }

    /** Returns documents of up to twenty statements about one place. */
    private static List<SourceDocument> documents(String place, int relations) {
        List<SourceDocument> documents = new ArrayList<>();
        for (int first = 0; first < relations; first += STATEMENTS) {
            List<Statement> statements = new ArrayList<>();
            for (int i = first; i < Math.min(first + STATEMENTS, relations); i++) {
                statements.add(Statement.of(
                        "ship " + MadeUpCorpus.name(i) + " of " + place, "brought cargo " + i + " to", place));
            }
            documents.add(SourceDocument.of(place + " " + first, "Arrivals of week " + first)
                    .withStatements(statements));
        }
        return documents;
    }
}
