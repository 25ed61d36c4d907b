package dev.tern.smallmodel;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import dev.tern.GraphRag;
import dev.tern.graph.SourceDocument;
import dev.tern.ingest.IngestListener;
import dev.tern.ingest.IngestReport;
import dev.tern.ingest.extract.LanguageModelExtractor;
import dev.tern.model.Ledger;
import dev.tern.models.CloseableChatModel;
import dev.tern.models.CloseableEmbeddingModel;
import dev.tern.query.Question;
import dev.tern.settings.Mode;
import dev.tern.settings.Parameter;
import dev.tern.settings.Parameters;
import dev.tern.smallmodel.Front.Asked;
import dev.tern.store.InMemoryGraphStore;
import java.io.IOException;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Documents are indexed with the triplets that a small model finds in them, even useless ones. */
@Tag("small-model")
@ExtendWith(WithSmallModel.class)
final class ExtractionBySmallModelTest {
    @ParameterizedTest(name = "JSON schemas known: {0}")
    @ValueSource(booleans = {true, false})
    void everyPassageIsIndexedAndEveryCallIsInTheLedger(boolean schemas, SmallModel small) throws IOException {
        List<Ledger.Expense> expenses = new CopyOnWriteArrayList<>();
        List<SourceDocument> documents = Library.documents().subList(0, 2);
        try (Front front = new Front(small, schemas);
                CloseableChatModel chat = front.chatModel();
                CloseableEmbeddingModel embeddings = Library.embeddings();
                GraphRag rag = GraphRag.builder()
                        .store(new InMemoryGraphStore())
                        .embeddingModel(embeddings)
                        .parameters(Parameters.of(Parameter.PARALLEL_EXTRACTIONS, 1))
                        .extractor(LanguageModelExtractor.builder(chat)
                                .modelName("smollm2-135m")
                                .maxOutputTokens(SmallModel.REPLY)
                                .ledger(expenses::add)
                                .build())
                        .build()) {
            IngestReport report = rag.add(documents, IngestListener.NONE);
            assertThat(report.passages()).isEqualTo(documents.size());
            assertThat(report.extracted() + report.failed()).isEqualTo(documents.size());
            List<Asked> answered = front.asked().stream()
                    .filter(asked -> asked.status() == 200)
                    .toList();
            assertThat(answered)
                    .extracting(Asked::format)
                    .containsOnly(schemas ? "json_schema" : "json_object")
                    .hasSizeGreaterThanOrEqualTo(documents.size());
            assertThat(front.asked().size() - answered.size()).isEqualTo(schemas ? 0 : 1);
            assertThat(expenses)
                    .extracting(Ledger.Expense::inputTokens, Ledger.Expense::outputTokens)
                    .containsExactlyElementsOf(answered.stream()
                            .map(asked -> tuple(asked.read(), asked.written()))
                            .toList());
            assertThat(rag.retrieve(Question.of("Who was Bastian Wray?", Mode.LOCAL))
                            .passages())
                    .isNotEmpty();
            assertThat(rag.retryFailed(IngestListener.NONE).passages()).isEqualTo(report.failed());
        }
    }
}
