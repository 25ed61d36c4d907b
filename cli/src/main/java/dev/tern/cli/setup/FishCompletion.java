package dev.tern.cli.setup;

import java.util.ArrayList;
import java.util.List;
import picocli.CommandLine;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;

/** Completion for fish, which picocli does not write: one line for each command and option. */
final class FishCompletion {
    private static final String HEAD = """
        # Whether the words so far, options aside, begin with those of a command, or are no more than them.
        function __tern_words
            string match -v -- '-*' (commandline -opc)[2..]
        end
        function __tern_in
            set -l words (__tern_words)
            test "$words[1..$(count $argv)]" = "$argv"
        end
        function __tern_at
            test "$(__tern_words)" = "$argv"
        end
        """;

    private FishCompletion() {}

    static String of(CommandSpec tern) {
        List<String> lines = new ArrayList<>();
        add(tern, "", lines);
        return HEAD + String.join("\n", lines);
    }

    private static void add(CommandSpec command, String path, List<String> lines) {
        boolean group = !command.subcommands().isEmpty();
        String here = "complete -c tern -n '" + (group ? "__tern_at" : "__tern_in") + path + "'";
        for (OptionSpec option : command.options()) {
            if (!option.hidden()) {
                lines.add(here + names(option) + values(option) + said(option.description()));
            }
        }
        for (CommandLine subcommand :
                command.subcommands().values().stream().distinct().toList()) {
            CommandSpec spec = subcommand.getCommandSpec();
            if (!spec.usageMessage().hidden()) {
                lines.add(here + " -f -a " + spec.name()
                        + said(spec.usageMessage().description()));
                add(spec, path + " " + spec.name(), lines);
            }
        }
    }

    private static String names(OptionSpec option) {
        StringBuilder names = new StringBuilder();
        for (String name : option.names()) {
            names.append(name.startsWith("--") ? " -l " + name.substring(2) : " -s " + name.substring(1));
        }
        return names.toString();
    }

    /** Those of an enumeration, else files. */
    private static String values(OptionSpec option) {
        if (option.arity().max() == 0) {
            return " -f";
        }
        Iterable<String> candidates = option.completionCandidates();
        return candidates == null ? " -r" : " -x -a '" + String.join(" ", candidates) + "'";
    }

    /** The first sentence of a description, without examples and what stands in brackets. */
    private static String said(String[] description) {
        if (description.length == 0) {
            return "";
        }
        String sentence = description[0].split("(?<=[^.]\\.) |, as in: | \\(|\\$\\{", 2)[0].strip();
        return " -d '"
                + sentence.replace("$$", "$")
                        .replace("%%", "%")
                        .replace("\\", "\\\\")
                        .replace("'", "\\'") + "'";
    }
}
