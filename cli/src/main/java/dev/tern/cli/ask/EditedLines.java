package dev.tern.cli.ask;

import dev.tern.cli.command.process.Environment;
import dev.tern.cli.command.process.InterruptHandler;
import dev.tern.error.TernException;
import dev.tern.files.OwnerFiles;
import java.io.IOError;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Objects;
import java.util.Optional;
import org.jline.reader.EndOfFileException;
import org.jline.reader.LineReader;
import org.jline.reader.LineReaderBuilder;
import org.jline.reader.UserInterruptException;
import org.jline.reader.impl.DefaultParser;
import org.jline.reader.impl.completer.StringsCompleter;
import org.jline.terminal.Size;
import org.jline.terminal.Terminal;
import org.jline.terminal.Terminal.Signal;
import org.jline.terminal.Terminal.SignalHandler;
import org.jline.terminal.TerminalBuilder;
import org.jspecify.annotations.Nullable;

/** Reads lines that are edited in a terminal; arrow keys recall earlier ones. Not thread-safe. */
final class EditedLines implements ChatLines {
    private static final int KEPT_LINES = 1_000;
    private static final int USUAL_ROWS = 24;

    private final Terminal terminal;
    private final Size found;
    private final LineReader reader;

    private EditedLines(Terminal terminal, Size found, LineReader reader) {
        this.terminal = terminal;
        this.found = found;
        this.reader = reader;
    }

    /**
     * Opens the terminal of the process.
     *
     * @param history the file of earlier lines, created if missing; empty for none
     * @param columns the width of a terminal that does not report its own
     * @throws TernException the user's fault, if the terminal or the file cannot be used
     */
    static EditedLines of(Optional<Path> history, int columns) {
        try {
            return over(
                    TerminalBuilder.builder()
                            .system(true)
                            .dumb(true)
                            .nativeSignals(true)
                            .build(),
                    history,
                    columns);
        } catch (IOException e) {
            throw TernException.user("the terminal cannot be used: " + e.getMessage(), e);
        }
    }

    /** Loads the classes of an interactive chat: reads from an empty input, without a terminal. */
    static void rehearse() {
        try (Terminal dumb = TerminalBuilder.builder()
                        .system(false)
                        .dumb(true)
                        .streams(InputStream.nullInputStream(), OutputStream.nullOutputStream())
                        .build();
                EditedLines lines = over(dumb, Optional.empty(), Environment.USUAL_COLUMNS)) {
            lines.readLine("");
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static EditedLines over(Terminal terminal, Optional<Path> history, int columns) throws IOException {
        Size found = terminal.getSize();
        if (isUntold(found)) {
            // Serial lines and containers report no size, and without rows JLine shows no line.
            terminal.setSize(new Size(
                    found.getColumns() <= 0 ? columns : found.getColumns(),
                    found.getRows() <= 0 ? USUAL_ROWS : found.getRows()));
        }
        // Between a line and its answer, Ctrl-C must not end the program.
        terminal.handle(Signal.INT, SignalHandler.SIG_IGN);
        LineReaderBuilder builder = LineReaderBuilder.builder()
                .terminal(terminal)
                .appName("tern")
                // Quotation marks, backslashes and exclamation marks of a question are plain text.
                .parser(new DefaultParser().quoteChars(new char[0]).escapeChars(new char[0]))
                .option(LineReader.Option.DISABLE_EVENT_EXPANSION, true)
                .completer(new StringsCompleter(SlashCommand.names()));
        if (history.isPresent()) {
            builder.variable(LineReader.HISTORY_FILE, forOwnerOnly(history.get()))
                    .variable(LineReader.HISTORY_SIZE, KEPT_LINES)
                    .variable(LineReader.HISTORY_FILE_SIZE, KEPT_LINES);
        }
        return new EditedLines(terminal, found, builder.build());
    }

    private static boolean isUntold(Size size) {
        return size.getRows() <= 0 || size.getColumns() <= 0;
    }

    private static Path forOwnerOnly(Path file) throws IOException {
        OwnerFiles.folders(Objects.requireNonNull(file.toAbsolutePath().getParent()));
        OwnerFiles.open(file, StandardOpenOption.CREATE, StandardOpenOption.WRITE)
                .close();
        return file;
    }

    @Override
    public @Nullable String readLine(String prompt) {
        if (InterruptHandler.processEnds()) {
            return null;
        }
        try {
            return reader.readLine(prompt);
        } catch (UserInterruptException e) {
            return "";
        } catch (EndOfFileException e) {
            return null;
        } catch (IOError e) {
            throw TernException.user("the terminal cannot be read: " + e.getCause(), e);
        }
    }

    @Override
    public boolean interactive() {
        return true;
    }

    @Override
    public void interruptible(Runnable work) {
        Thread working = Thread.currentThread();
        SignalHandler before = terminal.handle(Signal.INT, signal -> working.interrupt());
        try {
            work.run();
        } finally {
            terminal.handle(Signal.INT, before);
            // A late interrupt must not affect the next line.
            Thread.interrupted();
        }
    }

    @Override
    public void close() {
        try {
            if (isUntold(found)) {
                terminal.setSize(found);
            }
            terminal.close();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
