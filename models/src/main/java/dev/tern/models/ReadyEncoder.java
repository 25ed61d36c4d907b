package dev.tern.models;

import dev.tern.error.TernException;
import java.util.Arrays;
import java.util.Optional;
import java.util.stream.Collectors;

/** The sentence encoders that are jars of LangChain4j: quantised, 384 dimensions. */
enum ReadyEncoder {
    MINILM("all-MiniLM-L6-v2", "all-minilm-l6-v2-q", "all-minilm-l6-v2-q", Pooling.MEAN, 128, "", ""),
    BGE_SMALL(
            "bge-small-en-v1.5",
            "bge-small-en-v1.5-q",
            "bge-small-en-v15-q",
            Pooling.CLS,
            512,
            "Represent this sentence for searching relevant passages: ",
            ""),
    E5_SMALL("e5-small-v2", "e5-small-v2-q", "e5-small-v2-q", Pooling.MEAN, 512, "query: ", "passage: ");

    static final int DIMENSION = 384;

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

    /**
     * The encoder of a name, with or without the "-q" of a quantised model.
     *
     * @throws TernException if there is none
     */
    static ReadyEncoder of(String name) {
        return find(name)
                .orElseThrow(() -> TernException.user("there is no embedding model \"" + name
                        + "\" in process: choose one of "
                        + Arrays.stream(values()).map(encoder -> encoder.label).collect(Collectors.joining(", "))));
    }

    /** The encoder of a name, with or without the "-q" of a quantised model, if there is one. */
    static Optional<ReadyEncoder> find(String name) {
        return Arrays.stream(values())
                .filter(encoder -> name.equals(encoder.label) || name.equals(encoder.modelName()))
                .findFirst();
    }

    /** The name that graphs remember. */
    String modelName() {
        return label + "-q";
    }

    String modelFile() {
        return file + ".onnx";
    }

    String tokenizerFile() {
        return file + "-tokenizer.json";
    }

    /** The jar that brings the files, as it is named in a build. */
    String artifact() {
        return "dev.langchain4j:langchain4j-embeddings-" + artifact;
    }

    Pooling pooling() {
        return pooling;
    }

    /** The most word pieces that are read, with the marks around them. */
    int window() {
        return window;
    }

    Prefixes prefixes() {
        return new Prefixes(beforeQuestion, beforePassage);
    }
}
