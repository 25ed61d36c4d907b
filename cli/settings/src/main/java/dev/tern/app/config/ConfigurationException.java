package dev.tern.app.config;

import java.util.List;

/** The configuration, the command line included, is wrong: everything that is wrong with it. */
public final class ConfigurationException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    /** All of these are wrong. */
    public ConfigurationException(List<String> problems) {
        super(String.join("\n", problems));
    }
}
