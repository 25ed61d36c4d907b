package dev.tern.models.kept;

import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.logging.Handler;
import java.util.logging.Level;
import java.util.logging.LogRecord;
import java.util.logging.Logger;
import java.util.logging.SimpleFormatter;

/** Collects log records of every level, and keeps them off the terminal. */
public final class Warnings extends Handler implements AutoCloseable {
    private static final Logger TERN = Logger.getLogger("dev.tern");

    private final List<LogRecord> records = new CopyOnWriteArrayList<>();

    /** Starts collecting, until closed. */
    public Warnings() {
        TERN.addHandler(this);
        TERN.setLevel(Level.ALL);
        TERN.setUseParentHandlers(false);
    }

    /** Returns the warnings so far. */
    public List<String> warnings() {
        return records.stream()
                .filter(entry -> entry.getLevel().equals(Level.WARNING))
                .map(new SimpleFormatter()::formatMessage)
                .toList();
    }

    /** Returns all records so far, with stack traces. */
    public String all() {
        StringBuilder text = new StringBuilder();
        SimpleFormatter formatter = new SimpleFormatter();
        records.forEach(entry -> text.append(formatter.format(entry)));
        return text.toString();
    }

    @Override
    public void publish(LogRecord entry) {
        records.add(entry);
    }

    @Override
    public void flush() {
        // Nothing is buffered.
    }

    @Override
    public void close() {
        TERN.removeHandler(this);
        TERN.setUseParentHandlers(true);
    }
}
