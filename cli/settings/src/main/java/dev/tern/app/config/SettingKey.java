package dev.tern.app.config;

import dev.tern.model.ChatTask;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * The key of a value: a setting and, for the chat model of a single task, the task, as in {@code
 * chat.rerank.model}.
 *
 * @param task the single task; empty for all
 */
record SettingKey(Setting setting, Optional<ChatTask> task) {
    /** The prefix of chat settings, which a task's name may follow. */
    private static final String CHAT = "chat.";

    private static final List<SettingKey> ALL = Arrays.stream(Setting.values())
            .flatMap(setting -> Stream.concat(
                    Stream.of(new SettingKey(setting, Optional.empty())),
                    Arrays.stream(ChatTask.values())
                            .filter(task -> isOfChat(setting))
                            .map(task -> new SettingKey(setting, Optional.of(task)))))
            .toList();

    static List<SettingKey> all() {
        return ALL;
    }

    /** Parses a key in a file; empty if there is no such setting. */
    static Optional<SettingKey> of(String text) {
        return ALL.stream().filter(key -> key.text().equals(text)).findFirst();
    }

    /** Returns true if a setting is one of the chat model, and can be set for a single task. */
    static boolean isOfChat(Setting setting) {
        return setting.key().startsWith(CHAT);
    }

    /** Returns the key as written in files; a dot stands for a level of nesting. */
    String text() {
        return task.map(name -> CHAT + name + "." + setting.key().substring(CHAT.length()))
                .orElse(setting.key());
    }

    String variable() {
        return Setting.variable(text());
    }
}
