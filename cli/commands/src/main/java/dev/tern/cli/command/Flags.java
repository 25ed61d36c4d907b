package dev.tern.cli.command;

import dev.tern.app.config.Origin;
import dev.tern.app.config.Setting;
import dev.tern.app.config.Value;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.Map;

/** Base class of groups of options that set settings. */
public abstract class Flags {
    private final Map<String, Value> values = new LinkedHashMap<>();

    public final void set(Setting setting, String flag, String text) {
        set(new Value(setting, text, new Origin(Origin.Kind.FLAG, flag)));
    }

    final void set(Value value) {
        values.put(value.key(), value);
    }

    /** Returns the values set by the options. */
    public Collection<Value> values() {
        return values.values();
    }
}
