package dev.tern.cli.serve;

import dev.tern.cli.command.output.Printable;
import dev.tern.text.Redaction;
import java.io.PrintStream;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.time.temporal.ChronoUnit;
import java.util.logging.Handler;
import java.util.logging.Level;
import java.util.logging.LogRecord;
import java.util.logging.Logger;
import java.util.logging.SimpleFormatter;

/** Writes a server's log to stderr: a line with the time for each record, and stack traces. */
final class ServerLogs extends Handler {
    private static final Logger ROOT = Logger.getLogger("");
    private static final Logger OWN = Logger.getLogger("dev.tern");
    private static final Logger HTTP = Logger.getLogger("io.helidon");

    /** The MCP SDK's logger of client messages and, as warnings, of its own replies. */
    private static final Logger PROTOCOL = Logger.getLogger("io.modelcontextprotocol");

    private final PrintStream err;
    private final Redaction redaction;

    private ServerLogs(PrintStream err, Redaction redaction) {
        this.err = err;
        this.redaction = redaction;
        setLevel(Level.ALL);
        setFormatter(new SimpleFormatter());
    }

    /**
     * Replaces the log handler of commands.
     *
     * @param quiet true to log only warnings and errors
     */
    static void to(PrintStream err, Redaction redaction, boolean quiet) {
        Level own = quiet ? Level.WARNING : Level.INFO;
        for (Handler handler : ROOT.getHandlers()) {
            ROOT.removeHandler(handler);
        }
        ROOT.addHandler(new ServerLogs(err, redaction));
        if (OWN.getLevel() == null || OWN.getLevel().intValue() > own.intValue()) {
            OWN.setLevel(own);
        }
        HTTP.setLevel(Level.WARNING);
        PROTOCOL.setLevel(Level.OFF);
    }

    @Override
    public void publish(LogRecord logged) {
        if (!isLoggable(logged)) {
            return;
        }
        StringBuilder line = new StringBuilder()
                .append(logged.getInstant().truncatedTo(ChronoUnit.MILLIS))
                .append(' ')
                .append(logged.getLevel())
                .append(' ')
                .append(logged.getLoggerName())
                .append(": ")
                .append(Printable.text(getFormatter().formatMessage(logged)));
        if (logged.getThrown() != null) {
            StringWriter trace = new StringWriter();
            logged.getThrown().printStackTrace(new PrintWriter(trace));
            line.append('\n').append(Printable.text(trace.toString()));
        }
        err.println(redaction.of(line.toString()));
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
