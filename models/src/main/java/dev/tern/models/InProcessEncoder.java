package dev.tern.models;

import ai.onnxruntime.OrtEnvironment;
import ai.onnxruntime.OrtException;
import ai.onnxruntime.OrtLoggingLevel;
import ai.onnxruntime.OrtSession;
import dev.langchain4j.data.embedding.Embedding;
import dev.langchain4j.data.segment.TextSegment;
import dev.langchain4j.model.embedding.onnx.AbstractInProcessEmbeddingModel;
import dev.langchain4j.model.embedding.onnx.OnnxBertBiEncoder;
import dev.langchain4j.model.embedding.onnx.PoolingMode;
import dev.langchain4j.model.output.Response;
import dev.tern.error.TernException;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Path;

/** LangChain4j's encoder over an ONNX session of our own: one thread a call, so that calls run beside each other. */
final class InProcessEncoder extends AbstractInProcessEmbeddingModel implements AutoCloseable {
    /** What the model knows as "a piece of text that I have no word for". */
    private static final String UNKNOWN = "[UNK]";

    private final OrtSession session;
    private final OnnxBertBiEncoder encoder;

    private InProcessEncoder(OrtSession session, OnnxBertBiEncoder encoder) {
        super(Runnable::run);
        this.session = session;
        this.encoder = encoder;
    }

    /**
     * Loads the native libraries and the model: from the prepared directory if there is one, else from the jars.
     *
     * @throws TernException if this machine cannot run them
     */
    static InProcessEncoder load() {
        NativeFiles.keepOffline();
        Path prepared = NativeFiles.prepared();
        try (OrtSession.SessionOptions options = new OrtSession.SessionOptions();
                InputStream tokenizer = NativeFiles.open(prepared, NativeFiles.TOKENIZER)) {
            // Warnings of the runtime are about its own graph rewriting and tell a user nothing.
            OrtEnvironment environment = OrtEnvironment.getEnvironment(OrtLoggingLevel.ORT_LOGGING_LEVEL_ERROR, "tern");
            options.setIntraOpNumThreads(1);
            options.setInterOpNumThreads(1);
            OrtSession session = prepared == null
                    ? environment.createSession(modelBytes(), options)
                    : environment.createSession(
                            prepared.resolve(NativeFiles.MODEL).toString(), options);
            return new InProcessEncoder(
                    session, new OnnxBertBiEncoder(environment, session, tokenizer, PoolingMode.MEAN));
        } catch (OrtException | IOException | RuntimeException | LinkageError failure) {
            throw TernException.model(
                    "the embedding model " + InProcessEmbeddingModel.NAME + " cannot be loaded on "
                            + System.getProperty("os.name") + " " + System.getProperty("os.arch")
                            + ": choose another provider (openai, ollama)",
                    failure);
        }
    }

    /** The vector of one text, computed on the caller's thread. */
    Response<Embedding> embedOne(String text) {
        return super.embed(TextSegment.from(text));
    }

    @Override
    public Response<Embedding> embed(String text) {
        try {
            return embedOne(text);
        } catch (IllegalArgumentException noPieces) {
            // Zero-width and control characters alone leave the tokeniser with nothing.
            return embedOne(UNKNOWN);
        }
    }

    @Override
    protected OnnxBertBiEncoder model() {
        return encoder;
    }

    @Override
    protected Integer knownDimension() {
        return InProcessEmbeddingModel.DIMENSION;
    }

    @Override
    public void close() {
        try {
            session.close();
        } catch (OrtException failure) {
            throw new IllegalStateException(failure);
        }
    }

    private static byte[] modelBytes() throws IOException {
        try (InputStream model = NativeFiles.open(null, NativeFiles.MODEL)) {
            return model.readAllBytes();
        }
    }
}
