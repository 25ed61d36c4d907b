package dev.tern.cli;

import com.fasterxml.jackson.annotation.JsonInclude;
import dev.tern.cli.command.ConfiguredCommand;
import dev.tern.cli.command.Context;
import dev.tern.cli.command.ModeFlags;
import dev.tern.cli.command.ModelFlags;
import dev.tern.cli.command.QueryFlags;
import dev.tern.cli.command.StoreFlags;
import dev.tern.cli.config.Configuration;
import dev.tern.cli.config.ConfigurationReader;
import dev.tern.cli.config.Origin;
import dev.tern.cli.config.Setting;
import dev.tern.cli.config.Value;
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
final class ConfigCommand {
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
                Boolean secret = setting.secret() ? Boolean.TRUE : null;
                settings.put(
                        setting.key(),
                        value == null
                                ? new SettingJson(null, "not set", secret, null)
                                : new SettingJson(
                                        setting.secret() ? null : value.shown(),
                                        value.origin().place(),
                                        secret,
                                        configuration.distrusted().contains(setting) ? Boolean.FALSE : null));
            }
            return new ConfigurationJson(settings);
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
                String key = String.format("%-" + keys + "s  ", setting.key());
                if (value == null) {
                    lines.add(style().faint(key + "not set"));
                } else {
                    boolean byDefault = value.origin().kind() == Origin.Kind.DEFAULT;
                    String line = key + String.format("%-" + values + "s  ", Printable.text(value.shown()));
                    String from = value.origin().place();
                    boolean distrusted = configuration.distrusted().contains(setting);
                    lines.add(
                            byDefault
                                    ? style().faint(line + from)
                                    : line
                                            + style().good("from " + from)
                                            + (distrusted ? style().warning(", not trusted") : ""));
                }
            }
            lines.add("");
            lines.add(style().faint("files, if they are there: ./" + ConfigurationReader.FILE + ", "
                    + ConfigurationReader.userFile(environment().variables())));
            return lines;
        }
    }
}
