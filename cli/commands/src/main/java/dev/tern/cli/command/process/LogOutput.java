package dev.tern.cli.command.process;

import dev.tern.text.Redaction;
import java.io.PrintStream;
import java.util.List;
import java.util.logging.Handler;
import java.util.logging.Level;
import java.util.logging.LogManager;
import java.util.logging.LogRecord;
import java.util.logging.Logger;
import java.util.logging.SimpleFormatter;
import java.util.stream.Stream;

/** Writes logs to stderr: warnings and, if requested, details, retries and remarks of stores. */
public final class LogOutput extends Handler {
    /** The logger that recommends the vector module, which would slow down every short command. */
    private static final Logger VECTOR_MODULE =
            Logger.getLogger("org.apache.lucene.internal.vectorization.VectorizationProvider");

    /** The logger of Milvus's client: its errors are thrown too, or the request is retried. */
    private static final Logger MILVUS_CLIENT = Logger.getLogger("io.milvus");

    /** The logger of stores, with remarks on long waits. */
    private static final Logger STORES = Logger.getLogger("dev.tern.store");

    /** The logger of retried model requests. */
    private static final Logger RETRIES = Logger.getLogger("dev.tern.models.retries");

    /** Loggers that print headers with keys, tokens and passwords at the finest levels. */
    private static final List<Logger> HEADERS = Stream.of(
                    "io.milvus.shaded.io.grpc", "io.helidon", "jdk.httpclient", "org.apache.hc", "sun.net.www")
            .map(Logger::getLogger)
            .toList();

    private final PrintStream err;
    private final Redaction redaction;
    private final boolean debug;

    private LogOutput(PrintStream err, Redaction redaction, boolean debug) {
        this.err = err;
        this.redaction = redaction;
        this.debug = debug;
        setLevel(Level.ALL); // each logger has its own level
        setFormatter(new SimpleFormatter());
    }

    /**
     * Sends the logs of the process to stderr.
     *
     * @param redaction removes secrets from the logs of libraries
     * @param debug true to log details, to the level {@code FINE}
     * @param quiet true to log only errors; not with {@code debug}
     * @param remarks true to log the remarks of stores; not if {@code quiet}
     */
    public static void to(Environment environment, Redaction redaction, boolean debug, boolean quiet, boolean remarks) {
        LogManager.getLogManager().reset();
        Level level = debug ? Level.FINE : quiet ? Level.SEVERE : Level.WARNING;
        VECTOR_MODULE.setLevel(debug ? null : Level.SEVERE);
        MILVUS_CLIENT.setLevel(debug ? null : Level.OFF);
        HEADERS.forEach(logger -> logger.setLevel(debug ? Level.INFO : null));
        STORES.setLevel(debug || quiet || !remarks ? null : Level.INFO);
        Logger root = Logger.getLogger("");
        root.setLevel(level);
        root.addHandler(new LogOutput(environment.err(), redaction, debug));
    }

    /** Logs every retried model request too, for interactive use. */
    public static void showRetries() {
        RETRIES.setLevel(Level.FINE);
    }

    @Override
    public void publish(LogRecord logged) {
        if (isLoggable(logged) && !isJdkDetail(logged)) {
            String message = getFormatter().formatMessage(logged);
            err.println(redaction.of(linePrefix(logged) + message));
        }
    }

    private String linePrefix(LogRecord logged) {
        if (debug) {
            return logged.getLevel() + " " + logged.getLoggerName() + ": ";
        }
        return logged.getLevel().intValue() < Level.WARNING.intValue() ? "" : "warning: ";
    }

    /** Returns true for the JDK's debug logs, which are so many that they would bury Tern's. */
    private static boolean isJdkDetail(LogRecord logged) {
        String name = String.valueOf(logged.getLoggerName());
        return logged.getLevel().intValue() < Level.INFO.intValue()
                && (name.startsWith("jdk.") || name.startsWith("java.") || name.startsWith("com.sun."));
    }

    @Override
    public void flush() {
        err.flush();
    }

    @Override
    public void close() {
        // the stream belongs to the process
    }
}
