package dev.tern.cli.command.process;

import java.io.FilterOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintStream;
import java.util.Optional;

/** Standard output, which remembers what went wrong: print streams only remember that something did. */
public final class DataStream extends FilterOutputStream {
    private Optional<IOException> failure = Optional.empty();

    public DataStream(OutputStream to) {
        super(to);
    }

    @Override
    public void write(int b) throws IOException {
        write(new byte[] {(byte) b}, 0, 1);
    }

    @Override
    public void write(byte[] bytes, int offset, int length) throws IOException {
        if (failure.isPresent()) {
            return;
        }
        try {
            out.write(bytes, offset, length);
        } catch (IOException e) {
            failure = Optional.of(e);
            throw e;
        }
    }

    /**
     * The exit code of the process. A reader who went away had enough, as {@code head -1} has after a line; a full disk
     * is a failure.
     */
    public int exitCode(int ofCommand, PrintStream err) {
        if (failure.isEmpty()) {
            return ofCommand;
        }
        String message = String.valueOf(failure.get().getMessage());
        if (message.contains("Broken pipe")) {
            return ofCommand;
        }
        err.println("tern: the result cannot be written to standard output: " + message);
        return ExitCode.FAILURE;
    }
}
