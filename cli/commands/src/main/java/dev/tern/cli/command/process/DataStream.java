package dev.tern.cli.command.process;

import java.io.FilterOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintStream;
import java.util.Optional;

/** An output stream that throws and keeps its first write error, and ignores later writes. */
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
     * Returns the exit code of the process, and prints an error if the output could not be written.
     * A closed pipe, as of {@code head -1}, is no error; a full disk is one.
     *
     * @param ofCommand the exit code of the command, returned unless there is an error
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
