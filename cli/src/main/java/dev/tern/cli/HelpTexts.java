package dev.tern.cli;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.net.URL;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import picocli.CommandLine;
import picocli.CommandLine.Help;
import picocli.CommandLine.Help.Column;
import picocli.CommandLine.Help.TextTable;
import picocli.CommandLine.IHelpSectionRenderer;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.Model.UsageMessageSpec;

/**
 * The groups of commands and the examples in {@code --help}. They are read when help is requested,
 * from {@code commands.txt} and from {@code help.txt} of each plug-in. A line that begins with # is
 * the heading of a group; every other line is an example of a command in this group.
 */
final class HelpTexts {
    private static final String OTHERS = "More";
    private static final int NAME_COLUMNS = 12;

    /** Options of many commands that few people need. */
    private static final Set<String> RARE =
            Set.of(("--candidate-tokens --consistency --debug --degree --embedding-model --embedding-provider"
                + " --entities --entity-top-k --hybrid --include-hidden --min-entity-similarity"
                + " --min-relation-similarity --no-color --overlap-tokens --passage-tokens --quiet --recognition"
                + " --relation-top-k --task-model --time-limit --trust --trust-project")
                    .split(" "));

    private static final int MANY_OPTIONS = 20;

    private final Map<String, Set<String>> groups = new LinkedHashMap<>();
    private final List<String> examples = new ArrayList<>();

    private HelpTexts() {
        Set<String> group = Set.of();
        for (String line : text().lines().filter(line -> !line.isEmpty()).toList()) {
            if (line.startsWith("# ")) {
                group = groups.computeIfAbsent(line.substring(2), heading -> new LinkedHashSet<>());
            } else {
                group.add(line.split(" ", 3)[1]);
                examples.add(line);
            }
        }
    }

    static List<String> examples() {
        return List.copyOf(new HelpTexts().examples);
    }

    /** Returns the help of {@code tern}, with commands by group, or of a command, with examples. */
    static Help help(CommandSpec command, Help.ColorScheme colours) {
        Map<String, IHelpSectionRenderer> sections = command.commandLine().getHelpSectionMap();
        if (command.parent() == null) {
            sections.put(UsageMessageSpec.SECTION_KEY_COMMAND_LIST_HEADING, help -> "");
            sections.put(UsageMessageSpec.SECTION_KEY_COMMAND_LIST, help -> new HelpTexts().grouped(help));
        } else {
            String more = command.options().stream().anyMatch(HelpTexts::isLeftOut)
                    ? "More options: " + command.qualifiedName() + " --help --all\n"
                    : "";
            sections.put(
                    UsageMessageSpec.SECTION_KEY_FOOTER,
                    help -> new HelpTexts().examplesOf(command) + more + help.footer());
        }
        return new Help(command, colours);
    }

    /** Hides rare options in the help of this command and subcommands that have many options. */
    static void shorten(CommandLine command) {
        CommandSpec spec = command.getCommandSpec();
        if (spec.options().size() > MANY_OPTIONS) {
            for (OptionSpec option : List.copyOf(spec.options())) {
                if (RARE.contains(option.longestName())) {
                    spec.remove(option);
                    spec.addOption(OptionSpec.builder(option).hidden(true).build());
                }
            }
        }
        command.getSubcommands().values().forEach(HelpTexts::shorten);
    }

    private static boolean isLeftOut(OptionSpec option) {
        return option.hidden() && RARE.contains(option.longestName());
    }

    private String grouped(Help help) {
        Map<String, Help> left = new LinkedHashMap<>(help.subcommands());
        StringBuilder text = new StringBuilder();
        groups.forEach((heading, names) -> {
            List<Help> members = new ArrayList<>();
            names.stream().map(left::remove).filter(Objects::nonNull).forEach(members::add);
            if (heading.equals(OTHERS)) {
                members.addAll(left.values());
            }
            if (!members.isEmpty()) {
                text.append(heading).append(":\n").append(table(help, members));
            }
        });
        return text.toString();
    }

    private static TextTable table(Help help, List<Help> members) {
        int width = help.commandSpec().usageMessage().width();
        TextTable table = TextTable.forColumns(
                help.colorScheme(),
                new Column(NAME_COLUMNS + 2, 2, Column.Overflow.SPAN),
                new Column(width - NAME_COLUMNS - 2, 0, Column.Overflow.WRAP));
        for (Help member : members) {
            UsageMessageSpec usage = member.commandSpec().usageMessage();
            table.addRowValues(
                    help.colorScheme().commandText(member.commandSpec().name()),
                    help.colorScheme().text(usage.header().length > 0 ? usage.header()[0] : usage.description()[0]));
        }
        return table;
    }

    /** Returns the examples of a command, but not of its subcommands. */
    private String examplesOf(CommandSpec command) {
        String name = command.qualifiedName() + " ";
        Set<String> below = command.subcommands().keySet();
        String text = examples.stream()
                .filter(example -> (example + " ").startsWith(name))
                .filter(example -> !below.contains(example.substring(Math.min(name.length(), example.length()))
                        .split(" ", 2)[0]))
                .map(example -> "  " + example + "\n")
                .collect(Collectors.joining());
        return text.isEmpty() ? "" : "Examples:\n" + text;
    }

    /** Returns Tern's command for a usual command of other programs; empty if none is known. */
    static Optional<String> synonym(String word) {
        return text(Objects.requireNonNull(HelpTexts.class.getResource("synonyms.properties")))
                .lines()
                .filter(line -> line.startsWith(word + " = "))
                .map(line -> line.substring(word.length() + 3))
                .findFirst();
    }

    /** Returns this module's text, then the plug-ins' texts, whatever the order of the jars. */
    private static String text() {
        ClassLoader loader = HelpTexts.class.getClassLoader();
        return Stream.concat(
                        loader.resources("dev/tern/cli/commands.txt").map(HelpTexts::text),
                        loader.resources("dev/tern/cli/help.txt")
                                .map(HelpTexts::text)
                                // On the class path of a test, a plug-in's jar occurs twice.
                                .distinct()
                                .sorted())
                .collect(Collectors.joining());
    }

    private static String text(URL file) {
        try (InputStream in = file.openStream()) {
            return new String(in.readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
