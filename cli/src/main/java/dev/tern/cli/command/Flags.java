package dev.tern.cli.command;

import dev.tern.cli.config.Origin;
import dev.tern.cli.config.Setting;
import dev.tern.cli.config.Value;
import java.util.EnumMap;
import java.util.Map;

/** The settings that the options of a command set; base of the groups of options. */
public abstract class Flags {
    private final Map<Setting, Value> values = new EnumMap<>(Setting.class);

    public final void set(Setting setting, String flag, String text) {
        values.put(setting, new Value(setting, text, new Origin(Origin.Kind.FLAG, flag)));
    }

    public final Map<Setting, Value> values() {
        return values;
    }
}
