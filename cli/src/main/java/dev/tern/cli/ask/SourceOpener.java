package dev.tern.cli.ask;

import dev.tern.cli.command.TernCommand;
import dev.tern.cli.command.output.Phrases;
import dev.tern.error.TernException;
import dev.tern.graph.Passage;
import dev.tern.query.Answer;
import java.io.IOException;
import java.lang.ProcessBuilder.Redirect;
import java.net.URI;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

/**
 * Opens the source of a passage: in {@code $BROWSER}, a PDF at its page, or else in the program
 * that the system has for it.
 */
final class SourceOpener {
    private static final int PATIENCE_SECONDS = 2;

    private SourceOpener() {}

    /** Opens the source with the given number in an answer, and reports its name and page. */
    static void open(TernCommand command, Answer answer, int number) {
        int sources = answer.passages().size();
        if (number < 1 || number > sources) {
            throw TernException.user("there is no source " + number + "; the answer has "
                    + (sources == 0 ? "none" : sources == 1 ? "one" : sources + " sources"));
        }
        Passage passage = answer.passages().get(number - 1).value();
        URI address = Phrases.original(passage, command.environment().directory())
                .orElseThrow(() -> TernException.user("source " + number + ", " + Phrases.oneLine(passage.source())
                        + ", is no web address and no file below this folder"));
        String browser = command.environment().variables().getOrDefault("BROWSER", "");
        // The programs of a system take the name of a file without a page.
        boolean named = browser.isEmpty() && "file".equals(address.getScheme());
        String opened = named ? address.toASCIIString().replaceFirst("#.*", "") : address.toASCIIString();
        List<String> program = browser.isEmpty() ? systemProgram(System.getProperty("os.name")) : List.of(browser);
        start(Stream.concat(program.stream(), Stream.of(opened)).toList());
        command.printFaintRemark("opened " + Phrases.oneLine(passage.source()) + Phrases.pages(passage));
    }

    /** Returns the program that opens an address, and its arguments. */
    static List<String> systemProgram(String system) {
        String name = system.toLowerCase(Locale.ROOT);
        return name.startsWith("windows")
                ? List.of("rundll32", "url.dll,FileProtocolHandler")
                : List.of(name.startsWith("mac") ? "open" : "xdg-open");
    }

    private static void start(List<String> program) {
        String remedy = program.get(0) + " cannot open " + program.get(program.size() - 1)
                + "; set BROWSER to a program that can";
        try {
            Process process = new ProcessBuilder(program)
                    .redirectOutput(Redirect.DISCARD)
                    .redirectError(Redirect.DISCARD)
                    .start();
            if (process.waitFor(PATIENCE_SECONDS, TimeUnit.SECONDS) && process.exitValue() != 0) {
                throw TernException.user(remedy);
            }
        } catch (IOException e) {
            throw TernException.user(remedy, e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
