package dev.tern.cli;

import dev.tern.cli.config.Setting;
import picocli.CommandLine.Option;

/** Which models. */
final class ModelFlags extends EmbeddingFlags {
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
