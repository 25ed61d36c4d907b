package dev.tern.cli;

import dev.tern.cli.config.Setting;
import picocli.CommandLine.Option;

/** Which models. */
final class ModelFlags extends Flags {
    @Option(
            names = "--embedding-provider",
            paramLabel = "NAME",
            description = "openai, ollama or in-process (default: openai if an API key is set, else in-process).")
    void embeddingProvider(String text) {
        set(Setting.EMBEDDING_PROVIDER, "--embedding-provider", text);
    }

    @Option(
            names = "--embedding-model",
            paramLabel = "NAME",
            description = "The embedding model (default: the one that the graph was made with).")
    void embeddingModel(String text) {
        set(Setting.EMBEDDING_MODEL, "--embedding-model", text);
    }

    @Option(
            names = "--chat-provider",
            paramLabel = "NAME",
            description = "openai, ollama or none (default: openai if an API key is set, else none).")
    void chatProvider(String text) {
        set(Setting.CHAT_PROVIDER, "--chat-provider", text);
    }

    @Option(names = "--chat-model", paramLabel = "NAME", description = "The chat model (default: gpt-4o).")
    void chatModel(String text) {
        set(Setting.CHAT_MODEL, "--chat-model", text);
    }
}
