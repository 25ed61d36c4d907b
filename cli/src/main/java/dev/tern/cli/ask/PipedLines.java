package dev.tern.cli.ask;

import dev.tern.error.TernException;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import org.jspecify.annotations.Nullable;

/** Reads lines in UTF-8 from a file or another program. */
final class PipedLines implements ChatLines {
    private final BufferedReader reader;

    PipedLines(InputStream in) {
        this.reader = new BufferedReader(new InputStreamReader(in, StandardCharsets.UTF_8));
    }

    @Override
    public @Nullable String readLine(String prompt) {
        try {
            return reader.readLine();
        } catch (IOException e) {
            throw TernException.user("standard input cannot be read: " + e.getMessage(), e);
        }
    }

    @Override
    public boolean interactive() {
        return false;
    }

    @Override
    public void interruptible(Runnable work) {
        work.run();
    }

    @Override
    public void close() {
        // Standard input stays open.
    }
}
