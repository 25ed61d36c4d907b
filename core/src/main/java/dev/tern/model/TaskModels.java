package dev.tern.model;

import dev.langchain4j.model.chat.ChatModel;
import java.util.EnumMap;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.BiFunction;
import org.jspecify.annotations.Nullable;

/**
 * Which chat model does which task: one for all of them or none, and others, or none, for some. Immutable; threads may share it if they
 * may share the models. What a model refused is remembered with them.
 */
public final class TaskModels {
    /** No model for any task. */
    public static final TaskModels NONE = new TaskModels(Optional.empty(), Map.of());

    private final Optional<ChatModel> usual;
    private final Map<ChatTask, Optional<ChatModel>> own;
    private final Set<ChatModel> withoutTemperature = ConcurrentHashMap.newKeySet();

    private TaskModels(Optional<ChatModel> usual, Map<ChatTask, Optional<ChatModel>> own) {
        this.usual = usual;
        this.own = own;
    }

    /** One model for all tasks; null for none. */
    public static TaskModels of(@Nullable ChatModel model) {
        return NONE.withUsual(model);
    }

    /** These with another model for the tasks that have none of their own; null for none. */
    public TaskModels withUsual(@Nullable ChatModel model) {
        return new TaskModels(Optional.ofNullable(model), own);
    }

    /**
     * These with another model for one task.
     *
     * @param model asked at its own temperature where it has one; null if nothing is to be asked for this task
     */
    public TaskModels with(ChatTask task, @Nullable ChatModel model) {
        Map<ChatTask, Optional<ChatModel>> more = new EnumMap<>(ChatTask.class);
        more.putAll(own);
        more.put(task, Optional.ofNullable(model));
        return new TaskModels(usual, more);
    }

    /** The model for a task: its own, or else the usual one. */
    public Optional<ChatModel> find(ChatTask task) {
        return own.getOrDefault(task, usual);
    }

    /** Whether there is a model for a task. */
    public boolean has(ChatTask task) {
        return find(task).isPresent();
    }

    /** For each task a model made of the one that it has, which may be that of others too. */
    public TaskModels each(BiFunction<ChatTask, ChatModel, ChatModel> made) {
        TaskModels models = this;
        for (ChatTask task : ChatTask.values()) {
            Optional<ChatModel> model = find(task);
            if (model.isPresent()) {
                models = models.with(task, made.apply(task, model.get()));
            }
        }
        return models;
    }

    /**
     * A chat about a task; empty if there is no model for it.
     *
     * @param temperature 0 to 2, for a model that has none of its own for this task; one that refuses it is asked without from then on
     * @param meter counts the calls
     */
    public Optional<Chat> chat(ChatTask task, double temperature, Meter meter) {
        return find(task)
                .map(model -> new Chat(model, task, temperature(task, model, temperature), meter, withoutTemperature));
    }

    private double temperature(ChatTask task, ChatModel model, double otherwise) {
        Double its = own.containsKey(task) ? model.defaultRequestParameters().temperature() : null;
        return its == null ? otherwise : its;
    }
}
