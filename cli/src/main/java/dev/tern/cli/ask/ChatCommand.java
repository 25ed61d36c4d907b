package dev.tern.cli.ask;

import dev.tern.app.config.Configuration;
import dev.tern.cli.command.CommandContext;
import dev.tern.cli.command.Flags;
import dev.tern.cli.command.ModeFlags;
import dev.tern.error.TernException;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

@Command(
        name = "chat",
        description = "Answers questions and follow-ups, one per line, typed in a terminal or piped in. "
                + "/help lists its commands.")
final class ChatCommand extends AskingCommand {
    @Option(
            names = "--no-history",
            description = "Keep no history of a terminal (by default in tern/chat-history under "
                    + "$$XDG_STATE_HOME, else under ~/.local/state).")
    private boolean noHistory;

    @Mixin
    private final ModeFlags mode = new ModeFlags();

    ChatCommand(CommandContext context) {
        super(context);
    }

    @Override
    Flags mode() {
        return mode;
    }

    @Override
    public Integer call() {
        Configuration configuration = configured();
        // Validates first, so that a wrong command line fails at once.
        question(configuration, "?");
        try (ChatLoop chat = new ChatLoop(this, configuration);
                ChatLines lines = lines()) {
            return chat.run(lines);
        }
    }

    private ChatLines lines() {
        boolean typed = environment().inIsTerminal() && environment().outIsTerminal() && !json();
        return typed
                ? EditedLines.of(
                        noHistory ? Optional.empty() : history(), environment().columns())
                : new PipedLines(environment().in());
    }

    /** Returns the history file; empty if {@code XDG_STATE_HOME} and {@code HOME} are unset. */
    private Optional<Path> history() {
        String state = environment().variables().getOrDefault("XDG_STATE_HOME", "");
        String home = environment().variables().getOrDefault("HOME", "");
        if (state.isEmpty() && home.isEmpty()) {
            return Optional.empty();
        }
        Path base = state.isEmpty() ? Path.of(home, ".local", "state") : Path.of(state);
        return Optional.of(base.resolve("tern").resolve("chat-history"));
    }

    /** Reads lines in UTF-8 from a file or another program. */
    private static final class PipedLines implements ChatLines {
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
}
