package dev.tern.app.config;

import java.util.List;

/** Thrown with all problems of the configuration, including the command line. */
public final class ConfigurationException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    /** Creates an exception that lists the problems. */
    public ConfigurationException(List<String> problems) {
        super(String.join("\n", problems));
    }
}
