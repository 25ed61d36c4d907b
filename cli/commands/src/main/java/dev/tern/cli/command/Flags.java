package dev.tern.cli.command;

import dev.tern.app.config.Setting;
import dev.tern.app.config.SettingValue;
import dev.tern.app.config.ValueOrigin;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.Map;

/** Base class of groups of options that set settings. */
public abstract class Flags {
    private final Map<String, SettingValue> values = new LinkedHashMap<>();

    public final void set(Setting setting, String flag, String text) {
        set(new SettingValue(setting, text, new ValueOrigin(ValueOrigin.Kind.OPTION, flag)));
    }

    final void set(SettingValue value) {
        values.put(value.key(), value);
    }

    /** Returns the values set by the options. */
    public Collection<SettingValue> values() {
        return values.values();
    }
}
