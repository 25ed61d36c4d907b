package dev.tern.cli.command;

import dev.tern.app.config.Configuration;
import dev.tern.app.config.ConfigurationReader;
import dev.tern.app.config.Setting;
import dev.tern.app.config.SettingValue;
import java.util.ArrayList;
import java.util.List;
import picocli.CommandLine.Mixin;

/** Base class of commands that read the configuration. */
public abstract class ConfiguredCommand extends TernCommand {
    @Mixin
    private final TrustFlags trust = new TrustFlags();

    public ConfiguredCommand(CommandContext context) {
        super(context);
    }

    /**
     * Returns true if this command uses a setting, whose origin must then be trusted. By default,
     * it uses all settings except server and agent settings.
     */
    public boolean makesUseOf(Setting setting) {
        return !setting.isOfTheServer() && !setting.isOfAgents();
    }

    /**
     * Reads the configuration with the given flags, and prints its warnings unless quiet.
     *
     * @throws dev.tern.app.config.ConfigurationException if the configuration is invalid
     */
    public final Configuration configuration(Flags... groups) {
        List<SettingValue> flags = new ArrayList<>(trust.values());
        for (Flags group : groups) {
            flags.addAll(group.values());
        }
        Configuration configuration = new ConfigurationReader(
                        environment().variables(), environment().directory(), redaction())
                .read(flags, this::makesUseOf);
        configuration.warnings().forEach(this::warn);
        return configuration;
    }
}
