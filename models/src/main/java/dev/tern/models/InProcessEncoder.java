package dev.tern.models;

import ai.djl.huggingface.tokenizers.HuggingFaceTokenizer;
import ai.djl.huggingface.tokenizers.jni.TokenizersLibrary;
import ai.onnxruntime.NodeInfo;
import ai.onnxruntime.OnnxTensor;
import ai.onnxruntime.OrtEnvironment;
import ai.onnxruntime.OrtException;
import ai.onnxruntime.OrtLoggingLevel;
import ai.onnxruntime.OrtSession;
import ai.onnxruntime.TensorInfo;
import dev.langchain4j.data.embedding.Embedding;
import dev.langchain4j.model.output.Response;
import dev.langchain4j.model.output.TokenUsage;
import dev.tern.error.TernException;
import java.io.IOException;
import java.io.InputStream;
import java.nio.LongBuffer;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;

/**
 * Runs the tokenizer and network of a model in process. Each call runs on the calling thread alone.
 * Calls may be concurrent.
 *
 * <p>LangChain4j's encoder is not used, because it tokenizes a text three times.
 */
final class InProcessEncoder implements Encoder {
    private static final String UNKNOWN = "[UNK]";

    private static final String ATTENTION = "attention_mask";
    private static final String PIECES = "input_ids";
    private static final String TYPES = "token_type_ids";

    private final NetworkEncoder description;
    private final OrtEnvironment environment;
    private final OrtSession session;
    private final HuggingFaceTokenizer tokenizer;
    /** The network's inputs: word pieces, attention (all ones), and in some also types (zeros). */
    private final Set<String> inputs;
    /** The name of the output with a vector for each word piece. */
    private final String output;
    /** The number of special tokens before a text, such as [CLS]; {@code marks} counts all. */
    private final int marksBefore;

    private final int marks;

    private InProcessEncoder(
            NetworkEncoder description, OrtEnvironment environment, OrtSession session, HuggingFaceTokenizer tokenizer)
            throws OrtException {
        this.description = description;
        this.environment = environment;
        this.session = session;
        this.tokenizer = tokenizer;
        this.inputs = known(session.getInputNames());
        this.output = output(session);
        long[] bare = pieces(UNKNOWN, false);
        long[] marked = pieces(UNKNOWN, true);
        this.marks = marked.length - bare.length;
        int before = 0;
        while (before < marks && marked[before] != bare[0]) {
            before++;
        }
        this.marksBefore = before;
    }

    /**
     * Loads the native libraries and the model.
     *
     * @throws TernException if they cannot be loaded on this machine, or the network has unknown
     *     inputs, or no output of vectors for word pieces
     */
    static InProcessEncoder load(NetworkEncoder description) {
        NativeFiles.keepOffline();
        NativeFiles.prepared();
        try (OrtSession.SessionOptions options = new OrtSession.SessionOptions()) {
            // The runtime's warnings about graph rewriting are useless to users.
            OrtEnvironment environment = OrtEnvironment.getEnvironment(OrtLoggingLevel.ORT_LOGGING_LEVEL_ERROR, "tern");
            options.setIntraOpNumThreads(1);
            options.setInterOpNumThreads(1);
            HuggingFaceTokenizer tokenizer = tokenizer(description);
            OrtSession session = null;
            try {
                session = description.session(environment, options);
                return new InProcessEncoder(description, environment, session, tokenizer);
            } catch (OrtException | IOException | RuntimeException failure) {
                tokenizer.close();
                if (session != null) {
                    session.close();
                }
                throw failure;
            }
        } catch (TernException e) {
            throw e;
        } catch (OrtException | IOException | RuntimeException | LinkageError failure) {
            throw TernException.model(
                    "the embedding model " + description.modelName() + " cannot be loaded on "
                            + System.getProperty("os.name") + " " + System.getProperty("os.arch") + ": "
                            + description.advice(),
                    failure);
        }
    }

    /** Returns a tokenizer without truncation, so that it can count; {@code cut} truncates. */
    private static HuggingFaceTokenizer tokenizer(NetworkEncoder description) throws IOException {
        try (InputStream file = description.tokenizer()) {
            return HuggingFaceTokenizer.newInstance(file, Map.of("padding", "false", "truncation", "false"));
        }
    }

    /** Returns the inputs; throws if one is unknown, since its values are unknown too. */
    private Set<String> known(Set<String> names) {
        Set<String> unknown = new TreeSet<>(names);
        unknown.removeAll(Set.of(PIECES, ATTENTION, TYPES));
        if (!unknown.isEmpty()) {
            throw TernException.user("the network of the embedding model " + description.modelName() + " takes "
                    + String.join(", ", unknown) + ", which Tern does not know; it gives " + PIECES + ", " + ATTENTION
                    + " and " + TYPES + ": choose another model");
        }
        return names;
    }

    /** Returns the first output of three dimensions: text, word piece, vector component. */
    private String output(OrtSession loaded) throws OrtException {
        for (Map.Entry<String, NodeInfo> output : loaded.getOutputInfo().entrySet()) {
            if (output.getValue().getInfo() instanceof TensorInfo tensor && tensor.getShape().length == 3) {
                return output.getKey();
            }
        }
        throw TernException.user("the network of the embedding model " + description.modelName()
                + " returns no token vectors: export it without pooling, as for feature extraction");
    }

    @Override
    public int marks() {
        return marks;
    }

    @Override
    public int dimension() {
        int dimension = embed(UNKNOWN).content().dimension();
        int expected = description.dimension();
        if (expected != 0 && expected != dimension) {
            throw TernException.user("the embedding model " + description.modelName() + " has vectors of " + dimension
                    + " dimensions, and " + expected + " were requested");
        }
        return dimension;
    }

    @Override
    public int count(String text) {
        return pieces(text, false).length;
    }

    /** Returns the ids of word pieces. The tokenizer's own method takes several times as long. */
    private long[] pieces(String text, boolean marked) {
        long encoding = TokenizersLibrary.LIB.encode(tokenizer.getHandle(), text, marked);
        try {
            return TokenizersLibrary.LIB.getTokenIds(encoding);
        } finally {
            TokenizersLibrary.LIB.deleteEncoding(encoding);
        }
    }

    @Override
    public Response<Embedding> embed(String text) {
        long[] ids = pieces(text, true);
        if (ids.length <= marks) {
            // Zero-width and control characters alone yield no word pieces.
            ids = pieces(UNKNOWN, true);
        }
        if (ids.length > description.window()) {
            ids = cut(ids);
        }
        try {
            return Response.from(Encoder.unit(pooled(run(ids))), new TokenUsage(ids.length - marks));
        } catch (OrtException failure) {
            throw TernException.model(
                    "the embedding model " + description.modelName() + " failed on a text of " + ids.length
                            + " tokens: " + failure.getMessage(),
                    failure);
        }
    }

    /** Truncates to the network's input length, keeping the special tokens at the end. */
    private long[] cut(long[] ids) {
        int trailing = marks - marksBefore;
        long[] first = Arrays.copyOf(ids, description.window());
        System.arraycopy(ids, ids.length - trailing, first, first.length - trailing, trailing);
        return first;
    }

    /** Returns one vector for each word piece. */
    private float[][] run(long[] ids) throws OrtException {
        Map<String, OnnxTensor> given = new HashMap<>();
        try {
            for (String input : inputs) {
                given.put(
                        input,
                        tensor(
                                input.equals(PIECES)
                                        ? ids
                                        : input.equals(ATTENTION) ? ones(ids.length) : new long[ids.length]));
            }
            try (OrtSession.Result result = session.run(given, Set.of(output))) {
                return ((float[][][]) result.get(0).getValue())[0];
            }
        } finally {
            given.values().forEach(OnnxTensor::close);
        }
    }

    private static long[] ones(int length) {
        long[] ones = new long[length];
        Arrays.fill(ones, 1);
        return ones;
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

    @Override
    public void close() {
        tokenizer.close();
        try {
            session.close();
        } catch (OrtException failure) {
            throw new IllegalStateException(failure);
        }
    }
}
