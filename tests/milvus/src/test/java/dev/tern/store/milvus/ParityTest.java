package dev.tern.store.milvus;

import static org.assertj.core.api.Assertions.assertThat;

import dev.langchain4j.model.embedding.EmbeddingModel;
import dev.tern.GraphRag;
import dev.tern.ingest.IngestListener;
import dev.tern.query.Question;
import dev.tern.store.GraphStore;
import dev.tern.store.InMemoryGraphStore;
import dev.tern.store.milvus.benchmark.MadeUpCorpus;
import dev.tern.store.milvus.benchmark.Parity;
import dev.tern.store.milvus.benchmark.WordEmbeddingModel;
import dev.tern.store.milvus.server.OnEachServer;
import dev.tern.store.milvus.server.ServerUnderTest;
import dev.tern.transfer.GraphCopy;
import dev.tern.transfer.TransferListener;
import java.util.List;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;

/** The same graph gives the same answers, whichever store keeps it. */
@OnEachServer
@Execution(ExecutionMode.CONCURRENT)
class ParityTest {
    private static final EmbeddingModel MODEL = new WordEmbeddingModel();

    /** A corpus of more than 1,024 statements, the number from which a server builds an index. */
    private static final MadeUpCorpus CORPUS = new MadeUpCorpus(125);

    private static final List<Question> QUESTIONS = Parity.questions(CORPUS.questions(20));

    /** The reference store, created and asked once for all servers and indexes. */
    private static final GraphStore REFERENCE = reference();

    private static final List<List<String>> FOUND = Parity.found(WithoutWords.of(REFERENCE), MODEL, QUESTIONS);

    private final ServerUnderTest server;

    ParityTest(ServerUnderTest server) {
        this.server = server;
    }

    private static GraphStore reference() {
        GraphStore reference = new InMemoryGraphStore();
        GraphRag.builder().store(reference).embeddingModel(MODEL).build().add(CORPUS.documents(), IngestListener.NONE);
        return reference;
    }

    @Test
    void exactIndexFindsThePassagesThatTheReferenceFinds() {
        Parity parity = parity(settings -> settings.index(IndexKind.FLAT));
        assertThat(parity.percent()).as(parity.toString()).isEqualTo(100);
    }

    @Test
    void defaultIndexFindsNearlyAllThePassagesThatTheReferenceFinds() {
        Parity parity = parity(settings -> settings);
        assertThat(parity.percent()).as(parity.toString()).isGreaterThanOrEqualTo(99);
    }

    private Parity parity(UnaryOperator<MilvusSettings.Builder> settings) {
        try (OwnGraphs graphs = new OwnGraphs(server, settings)) {
            // Closed in between: Milvus Lite reads unflushed rows 10 to 20 times slower.
            try (GraphStore store = graphs.open("parity")) {
                GraphCopy.copy(REFERENCE, store, TransferListener.NONE).requireSame();
            }
            try (GraphStore store = graphs.open("parity")) {
                return Parity.of(FOUND, WithoutWords.of(store), MODEL, QUESTIONS);
            }
        }
    }
}
