package dev.tern.cli;

import dev.tern.cli.config.Configuration;
import dev.tern.cli.config.ConfigurationReader;
import dev.tern.cli.config.Setting;
import dev.tern.cli.config.Value;
import java.util.EnumMap;
import java.util.Map;
import picocli.CommandLine.Mixin;

/** A command that reads the configuration. */
abstract class ConfiguredCommand extends TernCommand {
    @Mixin
    private final TrustFlags trust = new TrustFlags();

    ConfiguredCommand(Context context) {
        super(context);
    }

    /** Whether this command makes use of a setting, so that it must come from somebody who may say it. */
    boolean makesUseOf(Setting setting) {
        return !setting.isOfTheServer() && !setting.isOfAgents();
    }

    /** The configuration with the flags of this command. */
    final Configuration configuration(Flags... groups) {
        Map<Setting, Value> flags = new EnumMap<>(trust.values());
        for (Flags group : groups) {
            flags.putAll(group.values());
        }
        Configuration configuration = new ConfigurationReader(
                        surroundings().environment(), surroundings().directory(), redaction())
                .read(flags, this::makesUseOf);
        configuration.warnings().forEach(this::warn);
        return configuration;
    }
}
