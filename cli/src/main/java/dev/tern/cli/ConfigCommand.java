package dev.tern.cli;

import com.fasterxml.jackson.annotation.JsonInclude;
import dev.tern.app.config.Configuration;
import dev.tern.app.config.ConfigurationReader;
import dev.tern.app.config.Origin;
import dev.tern.app.config.Setting;
import dev.tern.app.config.Value;
import dev.tern.cli.command.CommandGroup;
import dev.tern.cli.command.ConfiguredCommand;
import dev.tern.cli.command.Context;
import dev.tern.cli.command.ModeFlags;
import dev.tern.cli.command.ModelFlags;
import dev.tern.cli.command.QueryFlags;
import dev.tern.cli.command.StoreFlags;
import dev.tern.cli.output.Printable;
import dev.tern.cli.process.ExitCode;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

@Command(name = "config", description = "Shows what is configured.")
final class ConfigCommand implements CommandGroup {
    private final Context context;

    /**
     * A setting as programs see it.
     *
     * @param value the value; missing where there is none
     * @param from where it comes from
     * @param secret whether the value is a secret, and so not shown
     * @param trusted false where the project's file must not decide it, so that commands that need it are refused
     */
    @JsonInclude(JsonInclude.Include.NON_NULL)
    record SettingJson(
            @Nullable String value,
            String from,
            @Nullable Boolean secret,
            @Nullable Boolean trusted) {}

    /**
     * The configuration as programs see it.
     *
     * @param settings every setting by its key
     */
    record ConfigurationJson(Map<String, SettingJson> settings) {}

    ConfigCommand(Context context) {
        this.context = context;
    }

    @Override
    public List<Object> commands() {
        return List.of(new Show(context));
    }

    @Command(
            name = "show",
            description = "Shows every setting, its value and where the value comes from, and what of the project's"
                    + " file is not trusted. Secrets are never shown.")
    static final class Show extends ConfiguredCommand {
        @Mixin
        private final StoreFlags store = new StoreFlags();

        @Mixin
        private final ModeFlags mode = new ModeFlags();

        @Mixin
        private final QueryFlags query = new QueryFlags();

        @Mixin
        private final ModelFlags models = new ModelFlags();

        Show(Context context) {
            super(context);
        }

        /** Shows what other commands refuse. */
        @Override
        public boolean makesUseOf(Setting setting) {
            return false;
        }

        @Override
        public Integer call() {
            Configuration configuration = configuration(store, mode, query, models);
            if (json()) {
                printJson(json(configuration));
            } else {
                print(lines(configuration));
            }
            return ExitCode.OK;
        }

        private static ConfigurationJson json(Configuration configuration) {
            Map<String, SettingJson> settings = new LinkedHashMap<>();
            for (Setting setting : Setting.values()) {
                Value value = configuration.values().get(setting);
                settings.put(
                        setting.key(),
                        value == null
                                ? new SettingJson(null, "not set", setting.secret() ? Boolean.TRUE : null, null)
                                : json(value, configuration));
            }
            configuration.ofTasks().forEach(value -> settings.put(value.key(), json(value, configuration)));
            return new ConfigurationJson(settings);
        }

        private static SettingJson json(Value value, Configuration configuration) {
            boolean secret = value.setting().secret();
            return new SettingJson(
                    secret ? null : value.shown(),
                    value.origin().place(),
                    secret ? Boolean.TRUE : null,
                    configuration.distrusted().contains(value.key()) ? Boolean.FALSE : null);
        }

        private List<String> lines(Configuration configuration) {
            int keys = 0;
            int values = 0;
            for (Setting setting : Setting.values()) {
                keys = Math.max(keys, setting.key().length());
                Value value = configuration.values().get(setting);
                values = Math.max(
                        values, value == null ? 0 : Math.min(value.shown().length(), 28));
            }
            List<String> lines = new ArrayList<>();
            for (Setting setting : Setting.values()) {
                Value value = configuration.values().get(setting);
                lines.add(
                        value == null
                                ? style().faint(String.format("%-" + keys + "s  ", setting.key()) + "not set")
                                : line(value, keys, values, configuration));
            }
            for (Value value : configuration.ofTasks()) {
                lines.add(line(value, keys, values, configuration));
            }
            lines.add("");
            lines.add(style().faint("files, if they are there: ./" + ConfigurationReader.FILE + ", "
                    + ConfigurationReader.userFile(environment().variables())));
            return lines;
        }

        private String line(Value value, int keys, int values, Configuration configuration) {
            String line = String.format("%-" + keys + "s  ", value.key())
                    + String.format("%-" + values + "s  ", Printable.text(value.shown()));
            String from = value.origin().place();
            boolean distrusted = configuration.distrusted().contains(value.key());
            return value.origin().kind() == Origin.Kind.DEFAULT
                    ? style().faint(line + from)
                    : line + style().good("from " + from) + (distrusted ? style().warning(", not trusted") : "");
        }
    }
}
