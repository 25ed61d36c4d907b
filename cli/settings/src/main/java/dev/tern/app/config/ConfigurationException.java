package dev.tern.app.config;

import java.util.List;

/** Thrown for an invalid configuration or command line. The message has a line for each problem. */
public final class ConfigurationException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    /** Creates an exception whose message lists the problems, a line each. */
    public ConfigurationException(List<String> problems) {
        super(String.join("\n", problems));
    }
}
