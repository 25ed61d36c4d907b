package dev.tern.cli.ask;

import dev.tern.error.TernException;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Optional;
import java.util.function.Supplier;
import org.jline.reader.EndOfFileException;
import org.jline.reader.LineReader;
import org.jline.reader.LineReaderBuilder;
import org.jline.reader.UserInterruptException;
import org.jline.reader.impl.DefaultParser;
import org.jline.reader.impl.completer.StringsCompleter;
import org.jline.terminal.Terminal;
import org.jline.terminal.Terminal.Signal;
import org.jline.terminal.Terminal.SignalHandler;
import org.jline.terminal.TerminalBuilder;
import org.jspecify.annotations.Nullable;

/** Lines that are typed and edited in a terminal, with those of earlier chats behind the arrow keys. */
final class EditedLines implements ChatLines {
    private static final int KEPT_LINES = 1_000;

    private final Terminal terminal;
    private final LineReader reader;

    private EditedLines(Terminal terminal, LineReader reader) {
        this.terminal = terminal;
        this.reader = reader;
    }

    /**
     * Lines of the terminal that the process runs in.
     *
     * @param history the file of the lines typed before; empty where none are to be kept
     */
    static EditedLines of(Optional<Path> history) {
        try {
            return over(
                    TerminalBuilder.builder()
                            .system(true)
                            .dumb(true)
                            .nativeSignals(true)
                            .build(),
                    history);
        } catch (IOException e) {
            throw TernException.user("the terminal cannot be used: " + e.getMessage(), e);
        }
    }

    /** Reads a line in no terminal: what this loads is what a chat begins with. */
    static void rehearse() {
        try (Terminal dumb = TerminalBuilder.builder()
                        .system(false)
                        .dumb(true)
                        .streams(InputStream.nullInputStream(), OutputStream.nullOutputStream())
                        .build();
                EditedLines lines = over(dumb, Optional.empty())) {
            lines.next("");
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static EditedLines over(Terminal terminal, Optional<Path> history) throws IOException {
        LineReaderBuilder builder = LineReaderBuilder.builder()
                .terminal(terminal)
                .appName("tern")
                // A question has quotation marks, backslashes and exclamation marks, and they mean nothing.
                .parser(new DefaultParser().quoteChars(new char[0]).escapeChars(new char[0]))
                .option(LineReader.Option.DISABLE_EVENT_EXPANSION, true)
                .completer(new StringsCompleter(ChatOrder.names()));
        if (history.isPresent()) {
            builder.variable(LineReader.HISTORY_FILE, forOwnerOnly(history.get()))
                    .variable(LineReader.HISTORY_SIZE, KEPT_LINES)
                    .variable(LineReader.HISTORY_FILE_SIZE, KEPT_LINES);
        }
        return new EditedLines(terminal, builder.build());
    }

    private static Path forOwnerOnly(Path file) throws IOException {
        Files.createDirectories(file.toAbsolutePath().getParent());
        try {
            Files.createFile(file, PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------")));
        } catch (FileAlreadyExistsException e) {
            // an earlier chat made it
        } catch (UnsupportedOperationException e) {
            Files.createFile(file);
        }
        return file;
    }

    @Override
    public @Nullable String next(String prompt) {
        try {
            return reader.readLine(prompt);
        } catch (UserInterruptException e) {
            return "";
        } catch (EndOfFileException e) {
            return null;
        }
    }

    @Override
    public boolean interactive() {
        return true;
    }

    @Override
    public <T> T interruptible(Supplier<T> work) {
        Thread asking = Thread.currentThread();
        SignalHandler before = terminal.handle(Signal.INT, signal -> asking.interrupt());
        try {
            return work.get();
        } finally {
            terminal.handle(Signal.INT, before);
        }
    }

    @Override
    public void close() {
        try {
            terminal.close();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
