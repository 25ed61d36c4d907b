package dev.tern.cli.ask;

import dev.tern.cli.command.output.TextWidth;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/** The commands of a chat. */
enum SlashCommand {
    MODE("[MODE]", "sets how passages are found: naive, local, graph or overview; without one, shows the mode"),
    GRAPH("[NAME]", "switches to another graph, in a new conversation; without one, lists the graphs"),
    WHY("", "shows how the last answer was found: the question as understood, relations and steps"),
    SOURCES("", "shows the passages of the last answer"),
    OPEN("N", "opens source N of the last answer: in $BROWSER, a PDF at its page, or in its program"),
    NEW("", "starts a new conversation"),
    SAVE("FILE", "writes the conversation to a new file, as Markdown with its sources"),
    HELP("", "this list"),
    QUIT("", "ends, as Ctrl-D does");

    private final String takes;
    private final String does;

    SlashCommand(String takes, String does) {
        this.takes = takes;
        this.does = does;
    }

    static Optional<SlashCommand> of(String word) {
        return Arrays.stream(values())
                .filter(order -> order.word().equals(word))
                .findFirst();
    }

    /** Returns the command as users type it, with a slash. */
    String word() {
        return "/" + name().toLowerCase(Locale.ROOT);
    }

    static List<String> names() {
        return Arrays.stream(values()).map(SlashCommand::word).toList();
    }

    static List<String> help(int columns) {
        List<String> lines = new ArrayList<>();
        for (SlashCommand order : values()) {
            String start = String.format("  %-14s ", order.word() + " " + order.takes);
            for (String line : TextWidth.wrap(order.does, columns - start.length())) {
                lines.add(start + line);
                start = " ".repeat(start.length());
            }
        }
        return lines;
    }
}
