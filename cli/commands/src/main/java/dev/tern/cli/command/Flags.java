package dev.tern.cli.command;

import dev.tern.app.config.Origin;
import dev.tern.app.config.Setting;
import dev.tern.app.config.Value;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.Map;

/** The settings that the options of a command set; base of the groups of options. */
public abstract class Flags {
    private final Map<String, Value> values = new LinkedHashMap<>();

    public final void set(Setting setting, String flag, String text) {
        set(new Value(setting, text, new Origin(Origin.Kind.FLAG, flag)));
    }

    final void set(Value value) {
        values.put(value.key(), value);
    }

    /** What the options set. */
    public Collection<Value> values() {
        return values.values();
    }
}
