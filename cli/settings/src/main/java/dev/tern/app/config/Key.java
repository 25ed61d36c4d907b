package dev.tern.app.config;

import dev.tern.model.ChatTask;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * The key of a value: a setting, and for those of the chat model perhaps one task alone, as
 * in {@code chat.rerank.model}.
 *
 * @param setting what is set
 * @param task for which task alone; empty for all of them
 */
record Key(Setting setting, Optional<ChatTask> task) {
    /** What the settings of a task are called without its name. */
    private static final String CHAT = "chat.";

    private static final List<Key> ALL = Arrays.stream(Setting.values())
            .flatMap(setting -> Stream.concat(
                    Stream.of(new Key(setting, Optional.empty())),
                    Arrays.stream(ChatTask.values())
                            .filter(task -> isOfChat(setting))
                            .map(task -> new Key(setting, Optional.of(task)))))
            .toList();

    /** Everything that can be set. */
    static List<Key> all() {
        return ALL;
    }

    /** What a text in a file names; empty if there is no such setting. */
    static Optional<Key> of(String text) {
        return ALL.stream().filter(key -> key.text().equals(text)).findFirst();
    }

    /** Whether a setting is one of the chat model, and so can be set for a task alone. */
    static boolean isOfChat(Setting setting) {
        return setting.key().startsWith(CHAT);
    }

    /** What it is called in files; a dot stands for a level of nesting. */
    String text() {
        return task.map(name -> CHAT + name + "." + setting.key().substring(CHAT.length()))
                .orElse(setting.key());
    }

    /** The variable of the environment that sets this. */
    String variable() {
        return Setting.variable(text());
    }
}
