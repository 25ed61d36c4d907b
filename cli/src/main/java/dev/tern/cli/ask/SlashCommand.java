package dev.tern.cli.ask;

import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/** The commands of a chat. */
enum SlashCommand {
    MODE("[MODE]", "how passages are found: naive, local, graph or overview; without one, says which"),
    GRAPH("[NAME]", "asks another graph, in a new conversation; without one, names the graphs"),
    WHY("", "what led to the last answer: how the question was understood, relations and steps"),
    SOURCES("", "the passages of the last answer"),
    NEW("", "begins a new conversation"),
    SAVE("FILE", "writes the conversation into a new file, as Markdown with its sources"),
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

    /** Returns the command as typed. */
    String word() {
        return "/" + name().toLowerCase(Locale.ROOT);
    }

    static List<String> names() {
        return Arrays.stream(values()).map(SlashCommand::word).toList();
    }

    static List<String> help() {
        return Arrays.stream(values())
                .map(order -> String.format("  %-14s %s", order.word() + " " + order.takes, order.does))
                .toList();
    }
}
