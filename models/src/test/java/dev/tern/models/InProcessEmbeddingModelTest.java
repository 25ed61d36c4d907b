package dev.tern.models;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.langchain4j.data.embedding.Embedding;
import dev.langchain4j.data.segment.TextSegment;
import dev.langchain4j.model.embedding.request.EmbeddingInput;
import dev.langchain4j.model.embedding.request.EmbeddingRequest;
import dev.langchain4j.store.embedding.CosineSimilarity;
import dev.tern.error.TernException;
import dev.tern.graph.SourceDocument;
import dev.tern.ingest.split.Splitter;
import dev.tern.settings.Parameters;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Test;

class InProcessEmbeddingModelTest {
    /** A model without a cache, so that each text is read each time. */
    private static final CloseableEmbeddingModel MODEL = Models.embeddingModel(EmbeddingModelSettings.builder()
            .provider(KnownProvider.IN_PROCESS)
            .rememberedBytes(0)
            .build());

    @AfterAll
    static void close() {
        MODEL.close();
        MODEL.close();
    }

    private static Embedding embed(String text) {
        return MODEL.embed(text).content();
    }

    private static List<Embedding> embedAll(List<String> texts) {
        return MODEL.embedAll(texts.stream().map(TextSegment::from).toList()).content();
    }

    @Test
    void knowsItsNameAndDimensionUnloaded() {
        try (InProcessEmbeddingModel unloaded = new InProcessEmbeddingModel(ReadyEncoder.MINILM, 1, 0)) {
            assertThat(unloaded.modelName()).isEqualTo("all-MiniLM-L6-v2-q");
            assertThat(unloaded.dimension()).isEqualTo(384);
        }
    }

    @Test
    void splitterLoadsTheModelForItsFirstDocument() {
        InProcessEmbeddingModel closed = new InProcessEmbeddingModel(ReadyEncoder.MINILM, 1, 0);
        closed.close();
        Splitter splitter = Models.splitter(closed, Parameters.DEFAULT);
        assertThatThrownBy(() -> splitter.split(SourceDocument.of("mill", "Orla Finn grinds rye.")))
                .isInstanceOf(IllegalStateException.class)
                .hasMessage("the embedding model all-MiniLM-L6-v2-q is closed");
    }

    @Test
    void likeMeaningsAreNear() {
        Embedding cat = embed("A cat sleeps on the sofa");
        double kitten = CosineSimilarity.between(cat, embed("The kitten naps on the couch"));
        double stocks = CosineSimilarity.between(cat, embed("Stock prices fell sharply on Monday"));
        assertThat(kitten).isGreaterThan(0.5).isGreaterThan(stocks + 0.3);
    }

    @Test
    void aTextHasOneVectorWhateverIsBesideIt() {
        List<String> texts = new ArrayList<>();
        for (int i = 0; i < 60; i++) {
            texts.add("statement " + i % 50 + " " + "about rivers and mountains ".repeat(i % 7));
        }
        List<Embedding> together = embedAll(texts);
        for (int i = 0; i < texts.size(); i++) {
            assertThat(together.get(i).vector())
                    .as(texts.get(i))
                    .containsExactly(embed(texts.get(i)).vector());
        }
    }

    @Test
    void everyTextHasAVectorOfUnitLength() {
        List<String> texts = List.of("张三住在北京", "👩‍🚀🎉", "محمد", "\u200b", "a".repeat(5_000), "##ing", "[SEP]");
        for (Embedding embedding : embedAll(texts)) {
            assertThat(embedding.vector()).hasSize(384);
            double squares = 0;
            for (float x : embedding.vector()) {
                squares += (double) x * x;
            }
            assertThat(squares).isBetween(0.9999, 1.0001);
        }
    }

    @Test
    void aVeryLongTextIsEmbedded() {
        String text = "Leonhard Euler was a student of Johann Bernoulli in Basel. ".repeat(2_000);
        assertThat(CosineSimilarity.between(embed(text), embed("Euler was taught by Johann Bernoulli")))
                .isGreaterThan(0.5);
    }

    @Test
    void countsItsOwnWordPieces() {
        assertThat(MODEL.tokenCounter().count("")).isZero();
        assertThat(MODEL.tokenCounter().count("embeddings")).isEqualTo(4);
        assertThat(MODEL.tokenCounter().count("张三 in Wien!")).isEqualTo(5);
        assertThat(MODEL.tokenCounter().count("river ".repeat(10_000))).isEqualTo(10_000);
    }

    @Test
    void readsAsManyWordPiecesAsItSays() {
        String full = "river ".repeat(MODEL.maxTokens() - 1);
        assertThat(embed(full + "money").vector())
                .isNotEqualTo(embed(full + "river").vector())
                .containsExactly(embed(full + "money money river").vector());
    }

    @Test
    void blankTextsAreRefused() {
        assertThatThrownBy(() -> MODEL.embed(EmbeddingRequest.builder()
                        .inputs(List.of(EmbeddingInput.from("a"), EmbeddingInput.from(" ")))
                        .build()))
                .isInstanceOf(TernException.class)
                .hasMessage("text 2 of 2 to embed is blank: a blank text cannot be embedded");
    }

    @Test
    void manyThreadsAtOnce() throws Exception {
        float[] expected = embed("the same text").vector();
        try (ExecutorService threads = Executors.newFixedThreadPool(8)) {
            List<Callable<float[]>> calls = new ArrayList<>();
            for (int i = 0; i < 80; i++) {
                calls.add(() -> embed("the same text").vector());
            }
            for (Future<float[]> vector : threads.invokeAll(calls)) {
                assertThat(vector.get()).containsExactly(expected);
            }
        }
    }

    @Test
    void refusesCallsAfterClosing() {
        InProcessEmbeddingModel closed = new InProcessEmbeddingModel(ReadyEncoder.MINILM, 1, 0);
        closed.close();
        assertThatThrownBy(() -> closed.embed("text"))
                .isInstanceOf(IllegalStateException.class)
                .hasMessage("the embedding model all-MiniLM-L6-v2-q is closed");
    }
}
