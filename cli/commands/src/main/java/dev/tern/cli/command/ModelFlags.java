package dev.tern.cli.command;

import dev.tern.app.config.ConfigurationException;
import dev.tern.app.config.Setting;
import dev.tern.app.config.SettingValue;
import dev.tern.app.config.ValueOrigin;
import dev.tern.model.ChatTask;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import picocli.CommandLine.Option;

/** The options that choose the models. */
public final class ModelFlags extends EmbeddingFlags {
    @Option(
            names = "--chat-provider",
            paramLabel = "NAME",
            description =
                    "openai, anthropic, gemini, mistral, azure, bedrock, ollama or none (default: the first of them"
                            + " whose API key is set, else none).")
    public void chatProvider(String text) {
        set(Setting.CHAT_PROVIDER, "--chat-provider", text);
    }

    @Option(
            names = "--chat-model",
            paramLabel = "NAME",
            description = "The chat model (default: that of the provider).")
    public void chatModel(String text) {
        set(Setting.CHAT_MODEL, "--chat-model", text);
    }

    @Option(
            names = "--task-model",
            paramLabel = "TASK=MODEL",
            description = "The chat model for one task: extract, recognise, rerank or answer. May be given more"
                    + " than once.")
    private List<String> taskModels = List.of();

    @Override
    public Collection<SettingValue> values() {
        for (String text : taskModels) {
            int equals = text.indexOf('=');
            ChatTask task = ChatTask.of(text.substring(0, Math.max(0, equals)).strip())
                    .orElseThrow(() -> new ConfigurationException(List.of("--task-model is \"" + text
                            + "\"; it must be a task, an equals sign and a model, as in rerank=gpt-4o; the tasks are "
                            + ChatTask.names())));
            ValueOrigin origin = new ValueOrigin(ValueOrigin.Kind.OPTION, "--task-model");
            set(new SettingValue(
                    Setting.CHAT_MODEL,
                    Optional.of(task),
                    text.substring(equals + 1).strip(),
                    origin));
        }
        return super.values();
    }
}
