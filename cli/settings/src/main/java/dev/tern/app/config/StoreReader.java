package dev.tern.app.config;

import dev.tern.app.StoreSettings;
import dev.tern.error.TernException;
import dev.tern.store.StoreOptions;
import dev.tern.store.Stores;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** Reads the store's address with the settings that are its options. */
final class StoreReader {
    private final Map<Setting, SettingValue> values;
    private final Path directory;

    StoreReader(Map<Setting, SettingValue> values, Path directory) {
        this.values = values;
        this.directory = directory;
    }

    /**
     * Returns the store; empty if it has a problem, which is added to the list. Options are checked
     * only if the list was empty, as its problems may be about options.
     */
    Optional<StoreSettings> read(List<String> problems) {
        try {
            StoreSettings store = read();
            Stores.check(store.address(), problems.isEmpty() ? store.options() : StoreOptions.NONE);
            return Optional.of(store);
        } catch (TernException e) {
            problems.add(String.valueOf(e.getMessage()));
            return Optional.empty();
        }
    }

    /** Returns the store without checking it. */
    StoreSettings read() {
        SettingValue written = values.get(Setting.STORE);
        // A path is relative to the working directory, even in the user's file.
        String address = Stores.absoluteAddress(directory, written == null ? "" : written.text());
        Set<String> known = Stores.options(address);
        StoreOptions options = StoreOptions.NONE;
        for (SettingValue value : values.values()) {
            if (known.contains(value.setting().key())) {
                options = options.with(value.setting().key(), text(value));
            }
        }
        return new StoreSettings(address, options);
    }

    private String text(SettingValue value) {
        try {
            return value.setting().kind().isPath(value.text())
                    ? directory.resolve(value.text()).toString()
                    : value.text();
        } catch (InvalidPathException e) {
            return value.text();
        }
    }
}
