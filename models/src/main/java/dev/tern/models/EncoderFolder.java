package dev.tern.models;

import ai.onnxruntime.OrtEnvironment;
import ai.onnxruntime.OrtException;
import ai.onnxruntime.OrtSession;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.tern.error.TernException;
import dev.tern.files.Sha256;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.DigestInputStream;
import java.security.MessageDigest;
import java.util.HexFormat;
import java.util.List;

/**
 * A sentence encoder in a folder with the layout of Sentence Transformers: the network in {@code
 * model.onnx} or {@code onnx/model.onnx}, the tokenizer in {@code tokenizer.json}.
 *
 * @param modelName the folder's name, {@code @} and the first 8 hexadecimal digits of a digest of
 *     the network, the tokenizer, the pooling and the window
 * @param folder the folder, with the tokenizer
 * @param pooling the pooling of word-piece vectors
 * @param window the maximum word pieces read, special tokens included
 * @param dimension the requested vector length; 0 for the network's own
 */
record EncoderFolder(String modelName, Path folder, Path network, Pooling pooling, int window, int dimension)
        implements NetworkEncoder {
    private static final ObjectMapper JSON = new ObjectMapper();

    /** The input length in word pieces if a folder does not state one. */
    private static final int USUAL_WINDOW = 512;

    private static final int DIGITS = 8;

    /**
     * Returns the encoder of a folder. Reads the network and the tokenizer for the digest, but
     * loads neither.
     *
     * @throws TernException if a file is missing or cannot be read, or a setting is unsupported
     */
    static EncoderFolder open(EmbeddingModelSettings settings) {
        Path folder = Path.of(settings.modelName()).toAbsolutePath().normalize();
        if (!Files.isDirectory(folder)) {
            throw TernException.user("the embedding model " + settings.modelName()
                    + " is not a folder with model.onnx and tokenizer.json");
        }
        Path network = require(folder, "model.onnx", "onnx/model.onnx");
        Path tokenizer = require(folder, "tokenizer.json");
        Pooling pooling = settings.pooling() == null ? pooling(folder) : settings.pooling();
        int window = settings.maxTokens() == null ? window(folder) : settings.maxTokens();
        String digest =
                digest(List.of(network, network.resolveSibling("model.onnx_data"), tokenizer), pooling + " " + window);
        return new EncoderFolder(
                folder.getFileName() + "@" + digest,
                folder,
                network,
                pooling,
                window,
                settings.dimensions() == null ? 0 : settings.dimensions());
    }

    /** Returns no prefixes, because no file of a folder states them reliably. */
    @Override
    public TextPrefixes prefixes() {
        return TextPrefixes.NONE;
    }

    @Override
    public Encoder load() {
        return InProcessEncoder.load(this);
    }

    @Override
    public OrtSession session(OrtEnvironment environment, OrtSession.SessionOptions options) throws OrtException {
        return environment.createSession(network.toString(), options);
    }

    @Override
    public InputStream tokenizer() throws IOException {
        return Files.newInputStream(folder.resolve("tokenizer.json"));
    }

    @Override
    public String advice() {
        return "check that " + network + " is a network in ONNX format, and " + folder.resolve("tokenizer.json")
                + " a tokenizer of Hugging Face";
    }

    private static Path require(Path folder, String... names) {
        for (String name : names) {
            if (Files.isRegularFile(folder.resolve(name))) {
                return folder.resolve(name);
            }
        }
        throw TernException.user(
                "the folder of the embedding model, " + folder + ", has no " + String.join(" and no ", names));
    }

    private static Pooling pooling(Path folder) {
        JsonNode said = json(folder.resolve("1_Pooling").resolve("config.json"));
        if (said.isMissingNode()) {
            throw TernException.user("the pooling of the embedding model in " + folder
                    + " is unknown without 1_Pooling/config.json: write one with"
                    + " {\"pooling_mode_mean_tokens\": true} or {\"pooling_mode_cls_token\": true}");
        }
        boolean mean = said.path("pooling_mode_mean_tokens").asBoolean();
        boolean cls = said.path("pooling_mode_cls_token").asBoolean();
        if (mean == cls) {
            throw TernException.user("the embedding model in " + folder
                    + " has an unsupported pooling in its 1_Pooling/config.json: it must be mean or cls");
        }
        return mean ? Pooling.MEAN : Pooling.CLS;
    }

    private static int window(Path folder) {
        Path file = folder.resolve("sentence_bert_config.json");
        int window = json(file).path("max_seq_length").asInt(USUAL_WINDOW);
        if (window < EmbeddingModelSettings.MIN_WINDOW) {
            throw TernException.user("max_seq_length in " + file + " is " + window + "; it must be at least "
                    + EmbeddingModelSettings.MIN_WINDOW);
        }
        return window;
    }

    /** Returns the content of a JSON file; a missing node if the file does not exist. */
    private static JsonNode json(Path file) {
        if (!Files.exists(file)) {
            return JSON.missingNode();
        }
        try {
            return JSON.readTree(file.toFile());
        } catch (IOException failure) {
            throw TernException.user(file + " of an embedding model cannot be read: " + failure.getMessage(), failure);
        }
    }

    private static String digest(List<Path> files, String settings) {
        try {
            MessageDigest digest = Sha256.digest();
            for (Path file : files) {
                if (Files.exists(file)) {
                    try (InputStream in = new DigestInputStream(Files.newInputStream(file), digest)) {
                        in.transferTo(OutputStream.nullOutputStream());
                    }
                }
            }
            digest.update(settings.getBytes(StandardCharsets.UTF_8));
            return HexFormat.of().formatHex(digest.digest()).substring(0, DIGITS);
        } catch (IOException failure) {
            throw TernException.user(
                    "the embedding model in " + files.getFirst().getParent() + " cannot be read", failure);
        }
    }
}
