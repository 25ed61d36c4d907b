package dev.tern.ingest;

import static org.assertj.core.api.Assertions.assertThat;

import dev.langchain4j.data.embedding.Embedding;
import dev.langchain4j.data.segment.TextSegment;
import dev.langchain4j.model.embedding.EmbeddingModel;
import dev.langchain4j.model.output.Response;
import dev.tern.error.TernException;
import dev.tern.graph.SourceDocument;
import dev.tern.ingest.extract.TripletExtractor;
import dev.tern.ingest.split.Splitter;
import dev.tern.settings.Parameter;
import dev.tern.settings.Parameters;
import dev.tern.store.InMemoryGraphStore;
import dev.tern.testing.HashingEmbeddingModel;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** Tests of a budget for models that is spent while documents are added. */
class SpentBudgetTest {
    private final HashingEmbeddingModel model = new HashingEmbeddingModel(16);
    private final InMemoryGraphStore store = new InMemoryGraphStore();

    private static SourceDocument numbered(String id) {
        return SourceDocument.of(id, "the text of " + id);
    }

    @Test
    void nothingMoreIsBegunOnceItCannotBePaid() {
        AtomicInteger left = new AtomicInteger(5);
        FakeExtractor extractor = new FakeExtractor("fake", passage -> {
            if (left.getAndDecrement() <= 0) {
                throw TernException.budget("all is spent");
            }
            return FakeExtractor.statements(passage);
        });
        List<SourceDocument> read = new ArrayList<>();
        Iterable<SourceDocument> documents = () -> IntStream.range(0, 20_000)
                .mapToObj(i -> numbered("d" + i))
                .peek(read::add)
                .iterator();

        IngestReport report = new Ingestion(
                        store,
                        model,
                        Parameters.of(Parameter.PARALLEL_EXTRACTIONS, 2),
                        Splitter.keepWhole(1_000),
                        extractor,
                        TripletExtractor.names())
                .ingest(documents, IngestListener.NONE);

        assertThat(report.stoppedByBudget()).isTrue();
        assertThat(report.extracted()).isEqualTo(5);
        assertThat(report.failed()).isZero();
        assertThat(report.waiting()).isEqualTo(report.passages() - 5);
        assertThat(read).hasSizeLessThan(2_000);
        assertThat(store.statistics().waiting()).isEqualTo(report.waiting());
    }

    @Test
    void aBatchWhoseVectorsCannotBePaidIsNotStoredAndThoseBeforeStay() {
        AtomicInteger left = new AtomicInteger(300);
        EmbeddingModel paid = new EmbeddingModel() {
            @Override
            public Response<List<Embedding>> embedAll(List<TextSegment> texts) {
                if (left.addAndGet(-texts.size()) < 0) {
                    throw TernException.budget("all is spent");
                }
                return model.embedAll(texts);
            }

            @Override
            public String modelName() {
                return model.modelName();
            }
        };
        List<SourceDocument> documents =
                IntStream.range(0, 600).mapToObj(i -> numbered("d" + i)).toList();

        IngestReport report = new Ingestion(store, paid, Parameters.DEFAULT).ingest(documents, IngestListener.NONE);

        assertThat(report.stoppedByBudget()).isTrue();
        assertThat(report.documents()).isEqualTo(256);
        assertThat(store.statistics().documents()).isEqualTo(256);
    }
}
