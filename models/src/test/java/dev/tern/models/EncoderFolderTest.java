package dev.tern.models;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.langchain4j.data.embedding.Embedding;
import dev.langchain4j.model.embedding.request.EmbeddingInputType;
import dev.langchain4j.model.embedding.request.EmbeddingRequest;
import dev.tern.error.TernException;
import dev.tern.error.TernException.Fault;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Uses a folder with the files of the bundled model. */
class EncoderFolderTest {
    private static final String TEXT = "Leonhard Euler was born in Basel in 1707";

    @TempDir
    Path directory;

    private Path folder;

    @BeforeEach
    void aFolderAsSentenceTransformersLaysItOut() throws IOException {
        folder = Files.createDirectory(directory.resolve("mini"));
        unpack(ReadyEncoder.MINILM.modelFile(), "model.onnx");
        unpack(ReadyEncoder.MINILM.tokenizerFile(), "tokenizer.json");
        Files.createDirectory(folder.resolve("1_Pooling"));
        write("1_Pooling/config.json", "{\"pooling_mode_cls_token\": false, \"pooling_mode_mean_tokens\": true}");
        write("sentence_bert_config.json", "{\"max_seq_length\": 128}");
    }

    private void unpack(String resource, String name) throws IOException {
        try (InputStream in = NativeFiles.open(null, resource)) {
            Files.copy(in, folder.resolve(name));
        }
    }

    private void write(String name, String text) throws IOException {
        Files.writeString(folder.resolve(name), text);
    }

    private EmbeddingModelSettings.Builder settings() {
        return EmbeddingModelSettings.builder()
                .provider(KnownProvider.IN_PROCESS)
                .modelName(folder.toString());
    }

    private static float[] vector(EmbeddingModelSettings.Builder settings, String text) {
        try (CloseableEmbeddingModel model = Models.embeddingModel(settings.build())) {
            return model.embed(text).content().vector();
        }
    }

    private static void assertRefused(EmbeddingModelSettings.Builder settings, Fault fault, String message) {
        assertThatThrownBy(() -> vector(settings, TEXT))
                .isInstanceOfSatisfying(
                        TernException.class, e -> assertThat(e.fault()).isEqualTo(fault))
                .hasMessage(message);
    }

    /** Returns the name that graphs store, without loading the model. */
    private static String name(EmbeddingModelSettings settings) {
        return Models.embeddingModel(settings).modelName();
    }

    @Test
    void makesTheVectorsOfTheModelWhoseFilesItHolds() {
        EmbeddingModelSettings.Builder bundled =
                EmbeddingModelSettings.builder().provider(KnownProvider.IN_PROCESS);
        String longer = TEXT + " and went to Saint Petersburg".repeat(60);
        assertThat(vector(settings(), TEXT)).containsExactly(vector(bundled, TEXT));
        assertThat(vector(settings(), longer)).containsExactly(vector(bundled, longer));
    }

    @Test
    void saysWhatItIsBeforeAndAfterItIsLoaded() {
        try (CloseableEmbeddingModel model = Models.embeddingModel(settings().build())) {
            assertThat(model.modelName())
                    .matches("mini@[0-9a-f]{8}")
                    .isEqualTo(name(settings().build()));
            assertThat(model.dimension()).isEqualTo(384);
            assertThat(model.maxTokens()).isEqualTo(126);
            assertThat(model.tokenCounter().count("embeddings")).isEqualTo(4);
        }
    }

    @Test
    void theNetworkMayLieWhereExportsPutIt() throws IOException {
        String before = name(settings().build());
        Files.createDirectory(folder.resolve("onnx"));
        Files.move(folder.resolve("model.onnx"), folder.resolve("onnx").resolve("model.onnx"));
        assertThat(name(settings().build())).isEqualTo(before);
        assertThat(vector(settings(), TEXT)).hasSize(384);
    }

    @Test
    void whatChangesVectorsChangesTheName() throws IOException {
        String before = name(settings().build());
        assertThat(name(settings().pooling(Pooling.CLS).build())).isNotEqualTo(before);
        assertThat(name(settings().maxTokens(64).build())).isNotEqualTo(before);
        assertThat(name(settings().questionPrefix("query: ").build()))
                .isEqualTo(before + " (questions \"query: \", passages \"\")");
        write("tokenizer.json", Files.readString(folder.resolve("tokenizer.json")) + "\n");
        assertThat(name(settings().build())).isNotEqualTo(before);
    }

    @Test
    void poolsAndReadsAsItIsTold() throws IOException {
        float[] mean = vector(settings(), TEXT);
        assertThat(vector(settings().pooling(Pooling.CLS), TEXT)).hasSize(384).isNotEqualTo(mean);
        String longer = TEXT.repeat(9);
        assertThat(vector(settings().maxTokens(32), longer)).isNotEqualTo(vector(settings(), longer));
        write("sentence_bert_config.json", "{\"max_seq_length\": 0}");
        assertRefused(
                settings(),
                Fault.USER,
                "max_seq_length in " + folder.resolve("sentence_bert_config.json") + " is 0; it must be at least 32");
    }

    @Test
    void questionsAndPassagesAreReadBehindTheirPrefixes() {
        EmbeddingModelSettings.Builder prefixed =
                settings().questionPrefix("query: ").passagePrefix("passage: ");
        try (CloseableEmbeddingModel model = Models.embeddingModel(prefixed.build())) {
            assertThat(embed(model, EmbeddingInputType.QUERY).vector())
                    .containsExactly(vector(settings(), "query: " + TEXT));
            assertThat(embed(model, EmbeddingInputType.DOCUMENT).vector())
                    .containsExactly(vector(settings(), "passage: " + TEXT))
                    .containsExactly(model.embed(TEXT).content().vector());
            assertThat(model.maxTokens()).as("without \"passage:\"").isEqualTo(124);
        }
    }

    private static Embedding embed(CloseableEmbeddingModel model, EmbeddingInputType type) {
        return model.embed(
                        EmbeddingRequest.builder().inputs(TEXT).inputType(type).build())
                .embeddings()
                .getFirst();
    }

    @Test
    void aFolderThatIsNotWholeIsRefusedByWhatItLacks() throws IOException {
        assertRefused(
                EmbeddingModelSettings.builder()
                        .provider(KnownProvider.IN_PROCESS)
                        .modelName("./nowhere"),
                Fault.USER,
                "the embedding model ./nowhere is not a folder with model.onnx and tokenizer.json");
        Files.delete(folder.resolve("tokenizer.json"));
        assertRefused(
                settings(), Fault.USER, "the folder of the embedding model, " + folder + ", has no tokenizer.json");
        Files.delete(folder.resolve("model.onnx"));
        assertRefused(
                settings(),
                Fault.USER,
                "the folder of the embedding model, " + folder + ", has no model.onnx and no onnx/model.onnx");
    }

    @Test
    void anotherPoolingThanThoseKnownIsRefused() throws IOException {
        write("1_Pooling/config.json", "{\"pooling_mode_lasttoken\": true}");
        assertRefused(
                settings(),
                Fault.USER,
                "the embedding model in " + folder
                        + " has an unsupported pooling in its 1_Pooling/config.json: it must be mean or cls");
        write("1_Pooling/config.json", "mean");
        assertThatThrownBy(() -> vector(settings(), TEXT))
                .hasMessageStartingWith(
                        folder.resolve("1_Pooling").resolve("config.json") + " of an embedding model cannot be read: ");
        Files.delete(folder.resolve("1_Pooling").resolve("config.json"));
        assertRefused(
                settings(),
                Fault.USER,
                "the pooling of the embedding model in " + folder
                        + " is unknown without 1_Pooling/config.json: write one with"
                        + " {\"pooling_mode_mean_tokens\": true} or {\"pooling_mode_cls_token\": true}");
        assertThat(vector(settings().pooling(Pooling.MEAN), TEXT)).hasSize(384);
    }

    @Test
    void anotherDimensionThanTheOneAskedForIsRefused() {
        EmbeddingModelSettings.Builder wider = settings().dimensions(768);
        assertRefused(
                wider,
                Fault.USER,
                "the embedding model " + name(wider.build())
                        + " has vectors of 384 dimensions, and 768 were requested");
    }

    @Test
    void whatIsNoNetworkOrNoTokenizerIsRefused() throws IOException {
        write("model.onnx", "this is not ONNX");
        String unloadable = "the embedding model " + name(settings().build()) + " cannot be loaded on "
                + System.getProperty("os.name") + " " + System.getProperty("os.arch") + ": check that "
                + folder.resolve("model.onnx") + " is a network in ONNX format, and "
                + folder.resolve("tokenizer.json") + " a tokenizer of Hugging Face";
        assertRefused(settings(), Fault.MODEL, unloadable);
    }

    @Test
    void aNetworkWithInputsThatAreNotKnownIsRefusedByTheirNames() throws IOException {
        Path network = folder.resolve("model.onnx");
        Files.write(
                network,
                Files.readString(network, StandardCharsets.ISO_8859_1)
                        .replace("token_type_ids", "language_types")
                        .getBytes(StandardCharsets.ISO_8859_1));
        assertRefused(
                settings(),
                Fault.USER,
                "the network of the embedding model " + name(settings().build())
                        + " takes language_types, which Tern does not know; it gives input_ids, attention_mask and"
                        + " token_type_ids: choose another model");
    }

    @Test
    void whatBelongsToAFolderIsRefusedForOthers() {
        assertThatThrownBy(() -> EmbeddingModelSettings.builder()
                        .provider(KnownProvider.IN_PROCESS)
                        .pooling(Pooling.CLS)
                        .build())
                .hasMessage(
                        "pooling is set, but it applies only to an in-process embedding model loaded from a folder, and"
                                + " all-MiniLM-L6-v2 is not one");
        assertThatThrownBy(() -> EmbeddingModelSettings.builder().maxTokens(8).build())
                .hasMessage("maxTokens is 8 and must be from 32 to 65536");
    }
}
