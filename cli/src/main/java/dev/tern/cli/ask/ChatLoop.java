package dev.tern.cli.ask;

import dev.tern.QuestionMapping;
import dev.tern.app.FailureCause;
import dev.tern.app.config.Configuration;
import dev.tern.app.config.ConfigurationException;
import dev.tern.cli.command.GraphSession;
import dev.tern.cli.command.output.AnswerText;
import dev.tern.cli.command.output.Phrases;
import dev.tern.cli.command.output.Printable;
import dev.tern.cli.command.process.ExitCode;
import dev.tern.error.TernException;
import dev.tern.query.Answer;
import dev.tern.query.Question;
import dev.tern.server.json.AnswerJson;
import dev.tern.server.json.Json;
import dev.tern.settings.Mode;
import dev.tern.store.GraphCatalog;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** A conversation with one graph at a time: asks, prints, and runs commands. Not thread-safe. */
final class ChatLoop implements AutoCloseable {
    private final AskingCommand command;
    private final AnswerText text;
    private final List<ChatTurn> turns = new ArrayList<>();
    private Configuration configuration;
    private GraphSession session;
    private Mode mode;
    private @Nullable Answer last;
    private boolean failed;
    private boolean incomplete;

    ChatLoop(AskingCommand command, Configuration configuration) {
        this.command = command;
        this.configuration = configuration;
        this.text = new AnswerText(
                command.style(),
                command.environment().columns(),
                command.environment().directory());
        this.session = command.openGraph(configuration);
        this.mode = configuration.mode().orElseGet(this::usualMode);
    }

    private Mode usualMode() {
        return session.rag().question("?").mode();
    }

    /** Answers line by line until the end, and returns the exit code. */
    int run(ChatLines lines) {
        if (lines.interactive()) {
            command.printRemark("graph " + configuration.graph() + ", mode " + Phrases.name(mode)
                    + "; /help lists commands, Ctrl-D ends");
        }
        while (true) {
            command.environment().out().flush();
            String line = lines.readLine(configuration.graph() + "> ");
            if (line == null || line.strip().equals(SlashCommand.QUIT.word())) {
                break;
            }
            lines.interruptible(() -> heedOrTell(line.strip(), lines.interactive()));
        }
        if (lines.interactive()) {
            return ExitCode.OK;
        }
        return failed ? ExitCode.FAILURE : incomplete ? ExitCode.INCOMPLETE : ExitCode.OK;
    }

    private void heedOrTell(String line, boolean interactive) {
        try {
            runCommand(line);
        } catch (TernException | ConfigurationException e) {
            printFailure(e, interactive);
        }
    }

    private void printFailure(RuntimeException failure, boolean interactive) {
        boolean interrupted = FailureCause.isInterruption(failure);
        if (interrupted && !interactive) {
            throw failure;
        }
        failed = true;
        command.environment().out().flush();
        String message = interrupted ? "interrupted" : command.redaction().of(String.valueOf(failure.getMessage()));
        command.environment().err().println("\n" + command.remarkStyle().bad("tern: ") + Printable.text(message));
    }

    private void runCommand(String line) {
        if (line.isEmpty()) {
            return;
        }
        if (!line.startsWith("/")) {
            ask(line);
            return;
        }
        String[] words = line.split("\\s+", 2);
        String argument = words.length == 1 ? "" : words[1].strip();
        SlashCommand order = SlashCommand.of(words[0])
                .orElseThrow(() -> TernException.user(
                        "there is no " + words[0] + "; there are " + String.join(", ", SlashCommand.names())));
        switch (order) {
            case MODE -> chooseMode(argument);
            case GRAPH -> chooseGraph(argument);
            case WHY -> command.print(text.explanation(lastAnswer()));
            case SOURCES -> command.print(text.sources(lastAnswer()));
            case OPEN -> open(argument);
            case NEW -> begin();
            case SAVE -> save(argument);
            case HELP -> command.print(SlashCommand.help(command.environment().columns()));
            case QUIT -> throw new AssertionError("ends before it is heeded");
        }
    }

    private Answer lastAnswer() {
        if (last == null) {
            throw TernException.user("there is no answer yet");
        }
        return last;
    }

    private void open(String number) {
        if (!number.matches("\\d{1,9}")) {
            throw TernException.user("/open needs the number of a source, as in /open 1");
        }
        SourceOpener.open(command, lastAnswer(), Integer.parseInt(number));
    }

    private void ask(String asked) {
        Question question = command.question(configuration, asked)
                .withMode(mode)
                .after(turns.stream().map(ChatTurn::turn).toList());
        AskListener heard =
                command.json() ? AskListener.silent(command) : new AskListener(command, true, words -> words);
        Answer answer = session.rag().ask(question.withListener(heard));
        incomplete |= heard.exitCode() != ExitCode.OK;
        last = answer;
        turns.add(ChatTurn.of(asked, answer));
        if (command.json()) {
            command.environment().out().println(Json.line(AnswerJson.of(answer, Optional.empty(), true)));
            return;
        }
        command.environment().out().println();
        if (!heard.printed(answer.text())) {
            command.print(List.of("", Printable.text(answer.text())));
        }
        command.print(text.beneath(answer, session.spent()));
    }

    private void chooseMode(String name) {
        List<Mode> modes = QuestionMapping.modes(session.rag());
        if (!name.isEmpty()) {
            mode = modes.stream()
                    .filter(each -> Phrases.name(each).equals(name))
                    .findFirst()
                    .orElseThrow(() -> TernException.user("there is no mode \"" + name + "\" here; there are "
                            + modes.stream().map(Phrases::name).collect(Collectors.joining(", "))));
        }
        command.printRemark("mode " + Phrases.name(mode));
    }

    private void chooseGraph(String name) {
        if (name.isEmpty()) {
            try (GraphCatalog catalog = command.backend().catalog(configuration.store())) {
                command.print(catalog.graphs());
            }
            return;
        }
        Configuration other = command.configured(name);
        GraphSession opened = command.openGraph(other);
        session.close();
        session = opened;
        configuration = other;
        mode = QuestionMapping.modes(session.rag()).contains(mode) ? mode : usualMode();
        begin();
    }

    private void begin() {
        turns.clear();
        last = null;
        command.printRemark("a new conversation with the graph " + configuration.graph());
    }

    private void save(String file) {
        if (file.isEmpty()) {
            throw TernException.user("/save needs the name of a file");
        }
        String conversation = turns.stream()
                .map(ChatTurn::markdown)
                .collect(Collectors.joining("", "# A conversation with " + configuration.graph() + "\n\n", ""));
        Path path = command.environment().directory().resolve(file);
        try {
            Files.writeString(path, conversation, StandardCharsets.UTF_8, StandardOpenOption.CREATE_NEW);
        } catch (FileAlreadyExistsException e) {
            throw TernException.user(file + " exists already; name a new file", e);
        } catch (IOException e) {
            throw TernException.user(file + " cannot be written: " + e.getMessage(), e);
        }
        command.printRemark(Phrases.count(turns.size(), "turn") + " in " + file);
    }

    @Override
    public void close() {
        session.close();
    }
}
