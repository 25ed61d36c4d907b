package dev.tern.cli.setup;

import dev.tern.cli.command.output.Printable;
import dev.tern.cli.command.output.TextStyle;
import dev.tern.error.TernException;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** Asks the user questions, and repeats a question after an invalid answer. Not thread-safe. */
final class PromptedAnswers {
    private final BufferedReader in;
    private final PrintStream out;
    private final TextStyle style;

    PromptedAnswers(InputStream in, PrintStream out, TextStyle style) {
        this.in = new BufferedReader(new InputStreamReader(in, StandardCharsets.UTF_8));
        this.out = out;
        this.style = style;
    }

    /**
     * The result of parsing an answer.
     *
     * @param accepted the value; null if the answer is invalid
     * @param messages messages about the answer, a line each
     */
    record ParsedAnswer<T>(@Nullable T accepted, List<String> messages) {
        static <T> ParsedAnswer<T> accepted(T value, String... messages) {
            return new ParsedAnswer<>(value, List.of(messages));
        }

        static <T> ParsedAnswer<T> rejected(String why) {
            return new ParsedAnswer<>(null, List.of(why));
        }
    }

    /**
     * Asks until the answer is valid, and returns its value.
     *
     * @param usual the default answer, for an empty line
     * @param read parses an answer
     * @throws TernException the user's fault, if the input ends or cannot be read
     */
    <T> T ask(String question, String usual, Function<String, ParsedAnswer<T>> read) {
        while (true) {
            out.print(style.bold(question) + " [" + Printable.text(usual) + "] ");
            out.flush();
            String line = line();
            ParsedAnswer<T> outcome = read.apply(line.isBlank() ? usual : line.strip());
            outcome.messages().forEach(message -> out.println("   " + Printable.text(message)));
            if (outcome.accepted() != null) {
                return outcome.accepted();
            }
        }
    }

    private String line() {
        try {
            String line = in.readLine();
            if (line == null) {
                throw TernException.user("the input ended before every question was answered; nothing was written");
            }
            return line;
        } catch (IOException e) {
            throw TernException.user("the input cannot be read: " + e.getMessage(), e);
        }
    }
}
