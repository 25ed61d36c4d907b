package dev.tern.cli.setup;

import com.fasterxml.jackson.annotation.JsonInclude;
import dev.tern.app.config.Configuration;
import dev.tern.app.config.ConfigurationReader;
import dev.tern.app.config.Setting;
import dev.tern.app.config.SettingValue;
import dev.tern.app.config.ValueOrigin;
import dev.tern.cli.command.TernCommand;
import dev.tern.cli.command.output.Printable;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Prints every setting with its value and origin, without secrets. */
final class SettingsText {
    private final TernCommand command;
    private final Configuration configuration;

    SettingsText(TernCommand command, Configuration configuration) {
        this.command = command;
        this.configuration = configuration;
    }

    /**
     * A setting as JSON.
     *
     * @param value the value; missing if there is none, or if it is a secret
     * @param from the origin of the value, or "not set"
     * @param secret true if the value is a secret, which is not shown; missing otherwise
     * @param trusted false if the project's file must not set it, so that commands that use it
     *     fail; missing otherwise
     */
    @JsonInclude(JsonInclude.Include.NON_NULL)
    record SettingJson(
            @Nullable String value,
            String from,
            @Nullable Boolean secret,
            @Nullable Boolean trusted) {}

    /** The configuration as JSON: settings by key, with the own settings of tasks. */
    record ConfigurationJson(Map<String, SettingJson> settings) {}

    void print() {
        if (command.json()) {
            command.printJson(json());
        } else {
            command.print(lines());
        }
    }

    private ConfigurationJson json() {
        Map<String, SettingJson> settings = new LinkedHashMap<>();
        for (Setting setting : Setting.values()) {
            SettingValue value = configuration.values().get(setting);
            settings.put(
                    setting.key(),
                    value == null
                            ? new SettingJson(null, "not set", setting.secret() ? Boolean.TRUE : null, null)
                            : json(value));
        }
        configuration.ofTasks().forEach(value -> settings.put(value.key(), json(value)));
        return new ConfigurationJson(settings);
    }

    private SettingJson json(SettingValue value) {
        boolean secret = value.setting().secret();
        return new SettingJson(
                secret ? null : value.displayText(),
                value.origin().location(),
                secret ? Boolean.TRUE : null,
                configuration.distrusted().contains(value.key()) ? Boolean.FALSE : null);
    }

    private List<String> lines() {
        int keys = 0;
        int values = 0;
        for (Setting setting : Setting.values()) {
            keys = Math.max(keys, setting.key().length());
            SettingValue value = configuration.values().get(setting);
            values = Math.max(
                    values, value == null ? 0 : Math.min(value.displayText().length(), 28));
        }
        List<String> lines = new ArrayList<>();
        for (Setting setting : Setting.values()) {
            SettingValue value = configuration.values().get(setting);
            lines.add(
                    value == null
                            ? command.style().faint(String.format("%-" + keys + "s  ", setting.key()) + "not set")
                            : line(value, keys, values));
        }
        for (SettingValue value : configuration.ofTasks()) {
            lines.add(line(value, keys, values));
        }
        lines.add("");
        lines.add(command.style()
                .faint("files, if they are there: ./" + ConfigurationReader.FILE + ", "
                        + ConfigurationReader.userFile(command.environment().variables())));
        return lines;
    }

    private String line(SettingValue value, int keys, int values) {
        String line = String.format("%-" + keys + "s  ", value.key())
                + String.format("%-" + values + "s  ", Printable.text(value.displayText()));
        String from = value.origin().location();
        boolean distrusted = configuration.distrusted().contains(value.key());
        return value.origin().kind() == ValueOrigin.Kind.DEFAULT
                ? command.style().faint(line + from)
                : line
                        + command.style().good("from " + from)
                        + (distrusted ? command.style().warning(", not trusted") : "");
    }
}
