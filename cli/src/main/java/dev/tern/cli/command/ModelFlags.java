package dev.tern.cli.command;

import dev.tern.cli.config.Setting;
import picocli.CommandLine.Option;

/** The options that choose the models. */
public final class ModelFlags extends EmbeddingFlags {
    @Option(
            names = "--chat-provider",
            paramLabel = "NAME",
            description = "openai, ollama or none (default: openai if an API key is set, else none).")
    public void chatProvider(String text) {
        set(Setting.CHAT_PROVIDER, "--chat-provider", text);
    }

    @Option(names = "--chat-model", paramLabel = "NAME", description = "The chat model (default: gpt-4o).")
    public void chatModel(String text) {
        set(Setting.CHAT_MODEL, "--chat-model", text);
    }
}
