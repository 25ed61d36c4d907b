package dev.tern.spark;

import dev.tern.app.config.Configuration;
import dev.tern.app.config.ConfigurationReader;
import dev.tern.app.config.Setting;
import dev.tern.app.config.SettingValue;
import dev.tern.app.config.ValueOrigin;
import dev.tern.model.ChatTask;
import java.io.Serializable;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * The explicit configuration, secrets included, that the driver sends to tasks. It is sent in a
 * broadcast, never in Spark's configuration, and is never shown in a plan or log.
 */
final class TaskSettings implements Serializable {
    private static final long serialVersionUID = 1L;

    /** The variables of an executor's environment that decide where it keeps files. */
    private static final List<String> OF_THE_EXECUTOR = List.of("HOME", "XDG_CACHE_HOME");

    // Serialisable collections, whose values users do not see.
    private final ArrayList<SentSetting> sent;
    private final HashMap<String, String> keys;

    private record SentSetting(
            Setting setting, @Nullable ChatTask task, String text, ValueOrigin.Kind kind, String place)
            implements Serializable {}

    private TaskSettings(List<SentSetting> sent, Map<String, String> keys) {
        this.sent = new ArrayList<>(sent);
        this.keys = new HashMap<>(keys);
    }

    /** Returns true if indexing uses a setting: all but the server's and the agents'. */
    static boolean isUsed(Setting setting) {
        return !setting.isOfTheServer() && !setting.isOfAgents();
    }

    /** Returns the explicit values of a configuration. */
    static TaskSettings of(Configuration configuration) {
        List<SentSetting> sent = new ArrayList<>();
        Stream.concat(configuration.values().values().stream(), configuration.ofTasks().stream())
                .filter(SettingValue::isChosen)
                .forEach(value -> sent.add(new SentSetting(
                        value.setting(),
                        value.task().orElse(null),
                        value.text(),
                        value.origin().kind(),
                        value.origin().location())));
        Map<String, String> keys = new HashMap<>();
        configuration
                .embeddingKeys()
                .values()
                .forEach(value -> keys.put(value.origin().location(), value.text()));
        return new TaskSettings(sent, keys);
    }

    /**
     * Returns the configuration in an executor: the driver's, except for the folders of the
     * executor's own files.
     */
    Configuration read() {
        Map<String, String> environment = new HashMap<>(keys);
        for (String name : OF_THE_EXECUTOR) {
            Optional.ofNullable(System.getenv(name)).ifPresent(value -> environment.put(name, value));
        }
        // Executors have no user, so the user's file of their machine is ignored.
        Path nowhere = Path.of("").toAbsolutePath().resolve("none");
        environment.put("XDG_CONFIG_HOME", nowhere.toString());
        List<SettingValue> values = sent.stream()
                .map(one -> new SettingValue(
                        one.setting, Optional.ofNullable(one.task), one.text, new ValueOrigin(one.kind, one.place)))
                .toList();
        return new ConfigurationReader(environment, nowhere).read(values, TaskSettings::isUsed);
    }
}
