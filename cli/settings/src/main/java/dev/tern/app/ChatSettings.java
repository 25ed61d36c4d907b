package dev.tern.app;

import dev.langchain4j.model.chat.ChatModel;
import dev.tern.model.ChatTask;
import dev.tern.model.TaskModels;
import dev.tern.models.ChatModelSettings;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;

/**
 * The chat models by task. Immutable.
 *
 * @param usual the default model; empty for none
 * @param own the models of single tasks; empty for a task without a model
 */
public record ChatSettings(Optional<ChatModelSettings> usual, Map<ChatTask, Optional<ChatModelSettings>> own) {
    /** No model for any task. */
    public static final ChatSettings NONE = new ChatSettings(Optional.empty(), Map.of());

    /** Drops the models of single tasks that equal the default. */
    public ChatSettings {
        Map<ChatTask, Optional<ChatModelSettings>> different = new HashMap<>(own);
        Optional<ChatModelSettings> same = usual;
        different.values().removeIf(same::equals);
        own = Map.copyOf(different);
    }

    public Optional<ChatModelSettings> find(ChatTask task) {
        return own.getOrDefault(task, usual);
    }

    /** Returns the name of the model for a task, or {@code none}. */
    public String name(ChatTask task) {
        return find(task).map(ChatModelSettings::modelName).orElse("none");
    }

    /** Returns the names of the models by task, in the order of the tasks. */
    public Map<String, String> names() {
        Map<String, String> names = new LinkedHashMap<>();
        for (ChatTask task : ChatTask.values()) {
            names.put(task.toString(), name(task));
        }
        return names;
    }

    /** Creates the models of all tasks. Tasks with equal settings share one model. */
    public TaskModels make(Function<ChatModelSettings, ChatModel> maker) {
        Map<ChatModelSettings, ChatModel> made = new HashMap<>();
        TaskModels models = TaskModels.of(
                usual.map(settings -> made.computeIfAbsent(settings, maker)).orElse(null));
        for (Map.Entry<ChatTask, Optional<ChatModelSettings>> each : own.entrySet()) {
            ChatModel model = each.getValue()
                    .map(settings -> made.computeIfAbsent(settings, maker))
                    .orElse(null);
            models = models.with(each.getKey(), model);
        }
        return models;
    }
}
