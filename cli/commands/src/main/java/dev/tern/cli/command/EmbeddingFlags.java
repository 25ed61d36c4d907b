package dev.tern.cli.command;

import dev.tern.app.config.Setting;
import picocli.CommandLine.Option;

/** The options that choose the embedding model. */
public class EmbeddingFlags extends Flags {
    @Option(
            names = "--embedding-provider",
            paramLabel = "NAME",
            description = "openai, gemini, mistral, azure, cohere, voyage, jina, ollama or in-process (default: "
                    + "openai if its key is set and the model does not run in process, else in-process).")
    public final void embeddingProvider(String text) {
        set(Setting.EMBEDDING_PROVIDER, "--embedding-provider", text);
    }

    @Option(
            names = "--embedding-model",
            paramLabel = "NAME",
            description = "The embedding model (default: the one that the graph was made with): in process"
                + " all-MiniLM-L6-v2, static, bge-small-en-v1.5, e5-small-v2, or the path of a folder with model.onnx"
                + " and tokenizer.json.")
    public final void embeddingModel(String text) {
        set(Setting.EMBEDDING_MODEL, "--embedding-model", text);
    }
}
