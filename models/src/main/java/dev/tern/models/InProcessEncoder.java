package dev.tern.models;

import ai.djl.huggingface.tokenizers.HuggingFaceTokenizer;
import ai.djl.huggingface.tokenizers.jni.TokenizersLibrary;
import ai.onnxruntime.OnnxTensor;
import ai.onnxruntime.OrtEnvironment;
import ai.onnxruntime.OrtException;
import ai.onnxruntime.OrtLoggingLevel;
import ai.onnxruntime.OrtSession;
import dev.langchain4j.data.embedding.Embedding;
import dev.langchain4j.model.output.Response;
import dev.langchain4j.model.output.TokenUsage;
import dev.tern.error.TernException;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.io.InputStream;
import java.nio.LongBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The tokenizer and the network of a model in process: one thread a call, so that calls run beside each other.
 *
 * <p>LangChain4j's encoder over the same session cuts a text into word pieces three times.
 */
final class InProcessEncoder implements AutoCloseable {
    /** The marks around a text. */
    static final int MARKS = 2;

    /** What the model knows as "a piece of text that I have no word for". */
    private static final String UNKNOWN = "[UNK]";

    private final ReadyEncoder description;
    private final OrtEnvironment environment;
    private final OrtSession session;
    private final HuggingFaceTokenizer tokenizer;

    private InProcessEncoder(
            ReadyEncoder description, OrtEnvironment environment, OrtSession session, HuggingFaceTokenizer tokenizer) {
        this.description = description;
        this.environment = environment;
        this.session = session;
        this.tokenizer = tokenizer;
    }

    /**
     * Loads the native libraries and the model: from the prepared directory if there is one, else from the jars.
     *
     * @throws TernException if this machine cannot run them
     */
    static InProcessEncoder load(ReadyEncoder description) {
        NativeFiles.keepOffline();
        Path prepared = NativeFiles.prepared();
        try (OrtSession.SessionOptions options = new OrtSession.SessionOptions()) {
            // Warnings of the runtime are about its own graph rewriting and tell a user nothing.
            OrtEnvironment environment = OrtEnvironment.getEnvironment(OrtLoggingLevel.ORT_LOGGING_LEVEL_ERROR, "tern");
            options.setIntraOpNumThreads(1);
            options.setInterOpNumThreads(1);
            OrtSession session = prepared == null || !Files.exists(prepared.resolve(description.modelFile()))
                    ? environment.createSession(modelBytes(description), options)
                    : environment.createSession(
                            prepared.resolve(description.modelFile()).toString(), options);
            return new InProcessEncoder(description, environment, session, tokenizer(description, prepared));
        } catch (FileNotFoundException missing) {
            throw TernException.operator(
                    "the embedding model " + description.modelName() + " is not among the libraries: add "
                            + description.artifact() + " to them",
                    missing);
        } catch (OrtException | IOException | RuntimeException | LinkageError failure) {
            throw TernException.model(
                    "the embedding model " + description.modelName() + " cannot be loaded on "
                            + System.getProperty("os.name") + " " + System.getProperty("os.arch")
                            + ": choose another provider (openai, ollama)",
                    failure);
        }
    }

    /** Nothing is cut off, so that the same tokenizer counts; what the network does not read is left out by hand. */
    private static HuggingFaceTokenizer tokenizer(ReadyEncoder description, @Nullable Path prepared)
            throws IOException {
        try (InputStream file = NativeFiles.open(prepared, description.tokenizerFile())) {
            return HuggingFaceTokenizer.newInstance(file, Map.of("padding", "false", "truncation", "false"));
        }
    }

    /** The word pieces of a text, without the marks. */
    int count(String text) {
        return pieces(text, false).length;
    }

    /** The tokenizer's own encode also copies every piece and its place, which takes several times as long. */
    private long[] pieces(String text, boolean marked) {
        long encoding = TokenizersLibrary.LIB.encode(tokenizer.getHandle(), text, marked);
        try {
            return TokenizersLibrary.LIB.getTokenIds(encoding);
        } finally {
            TokenizersLibrary.LIB.deleteEncoding(encoding);
        }
    }

    /** The vector of one text, of unit length, computed on the caller's thread; the marks are not among its tokens. */
    Response<Embedding> embed(String text) {
        long[] ids = pieces(text, true);
        if (ids.length <= MARKS) {
            // Zero-width and control characters alone leave the tokenizer with nothing.
            ids = pieces(UNKNOWN, true);
        }
        if (ids.length > description.window()) {
            long last = ids[ids.length - 1];
            ids = Arrays.copyOf(ids, description.window());
            ids[ids.length - 1] = last;
        }
        try {
            return Response.from(Embedding.from(unitLength(pooled(run(ids)))), new TokenUsage(ids.length - MARKS));
        } catch (OrtException failure) {
            throw TernException.model("the embedding model " + description.modelName() + " failed", failure);
        }
    }

    /** One vector for each word piece. */
    private float[][] run(long[] ids) throws OrtException {
        long[] ones = new long[ids.length];
        Arrays.fill(ones, 1);
        try (OnnxTensor pieces = tensor(ids);
                OnnxTensor attention = tensor(ones);
                OnnxTensor types = tensor(new long[ids.length]);
                OrtSession.Result result = session.run(
                        Map.of("input_ids", pieces, "attention_mask", attention, "token_type_ids", types))) {
            return ((float[][][]) result.get(0).getValue())[0];
        }
    }

    private OnnxTensor tensor(long[] values) throws OrtException {
        return OnnxTensor.createTensor(environment, LongBuffer.wrap(values), new long[] {1, values.length});
    }

    private float[] pooled(float[][] vectors) {
        return description.pooling() == Pooling.CLS ? vectors[0] : mean(vectors);
    }

    private static float[] mean(float[][] vectors) {
        float[] mean = new float[vectors[0].length];
        for (float[] vector : vectors) {
            for (int i = 0; i < mean.length; i++) {
                mean[i] += vector[i];
            }
        }
        for (int i = 0; i < mean.length; i++) {
            mean[i] /= vectors.length;
        }
        return mean;
    }

    private static float[] unitLength(float[] vector) {
        double squares = 0;
        for (float x : vector) {
            squares += (double) x * x;
        }
        float length = (float) Math.sqrt(squares);
        for (int i = 0; i < vector.length; i++) {
            vector[i] /= length;
        }
        return vector;
    }

    @Override
    public void close() {
        tokenizer.close();
        try {
            session.close();
        } catch (OrtException failure) {
            throw new IllegalStateException(failure);
        }
    }

    private static byte[] modelBytes(ReadyEncoder description) throws IOException {
        try (InputStream model = NativeFiles.open(null, description.modelFile())) {
            return model.readAllBytes();
        }
    }
}
