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
 * The chat model of each task: an optional default model, and models of single tasks. Immutable,
 * except that it remembers models that reject a temperature; thread-safe if the models are.
 */
public final class TaskModels {
    /** An instance without a model for any task. */
    public static final TaskModels NONE = new TaskModels(Optional.empty(), Map.of());

    private final Optional<ChatModel> usual;
    private final Map<ChatTask, Optional<ChatModel>> own;
    private final Set<ChatModel> withoutTemperature = ConcurrentHashMap.newKeySet();

    private TaskModels(Optional<ChatModel> usual, Map<ChatTask, Optional<ChatModel>> own) {
        this.usual = usual;
        this.own = own;
    }

    /** Returns an instance that uses one model for all tasks; if it is null, none. */
    public static TaskModels of(@Nullable ChatModel model) {
        return NONE.withDefault(model);
    }

    /** Returns a copy with another default model; if it is null, with none. */
    public TaskModels withDefault(@Nullable ChatModel model) {
        return new TaskModels(Optional.ofNullable(model), own);
    }

    /**
     * Returns a copy with another model for one task.
     *
     * @param model called at its own temperature, if it has one; null for no model
     */
    public TaskModels with(ChatTask task, @Nullable ChatModel model) {
        Map<ChatTask, Optional<ChatModel>> more = new EnumMap<>(ChatTask.class);
        more.putAll(own);
        more.put(task, Optional.ofNullable(model));
        return new TaskModels(usual, more);
    }

    /** Returns the model of a task or the default; empty if neither is set or the task has none. */
    public Optional<ChatModel> find(ChatTask task) {
        return own.getOrDefault(task, usual);
    }

    /** Returns true if there is a model for a task. */
    public boolean has(ChatTask task) {
        return find(task).isPresent();
    }

    /**
     * Returns a copy with the model of each task replaced.
     *
     * @param made returns the new model, which is set for this task as by {@link #with}; called
     *     once for each task with a model, so more than once for a shared model
     */
    public TaskModels mapEach(BiFunction<ChatTask, ChatModel, ChatModel> made) {
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
     * Returns a {@link MeteredChat} for a task; empty if there is no model for it.
     *
     * @param temperature 0 to 2; ignored if the task has a model of its own with a temperature, and
     *     left out for a model that rejects it
     * @param meter counts the calls
     */
    public Optional<MeteredChat> chat(ChatTask task, double temperature, Meter meter) {
        return find(task)
                .map(model ->
                        new MeteredChat(model, task, temperature(task, model, temperature), meter, withoutTemperature));
    }

    private double temperature(ChatTask task, ChatModel model, double otherwise) {
        Double its = own.containsKey(task) ? model.defaultRequestParameters().temperature() : null;
        return its == null ? otherwise : its;
    }
}
