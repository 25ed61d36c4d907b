package dev.tern.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tern.app.config.Setting;
import dev.tern.cli.command.ParameterOptions;
import dev.tern.settings.Parameter;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Locale;
import org.junit.jupiter.api.Test;
import picocli.CommandLine;

/**
 * {@code docs/cli.md} is what {@code --help} says, {@code docs/parameters.md} the table of parameters. To write them anew: {@code mvn -pl cli -am test
 * -Dtest=CliReferenceTest -Dsurefire.failIfNoSpecifiedTests=false -Dtern.write=true}.
 */
final class CliReferenceTest {
    private static final Path PAGE = Path.of("..", "docs", "cli.md");

    private static final Path PARAMETERS = Path.of("..", "docs", "parameters.md");

    @Test
    void thePageIsWhatHelpSays() throws IOException {
        requireContent(PAGE, page());
    }

    @Test
    void theParametersAreThoseOfTheTableAndEachCanBeSet() throws IOException {
        StringBuilder page = new StringBuilder("""
            # Parameters

            The parameters of indexing and of questions, made from one table (`Parameter` in the library). In `tern.yaml` they stand
            by their names ([command-line.md](command-line.md)); over HTTP under `parameters` of a question, where questions may
            choose them; in Spring under `tern.query`; in the library `Parameters.of(Parameter.FINAL_TOP_K, 5)`.

            | parameter | in `tern.yaml` | option | values | default | chosen |
            |---|---|---|---|---|---|
            """);
        StringBuilder sentences = new StringBuilder("\n");
        String options = Files.readString(PAGE);
        for (Parameter<?> parameter : Parameter.ALL) {
            String option = ParameterOptions.name(parameter);
            page.append("| `%s` | `%s` | %s | %s | %s | %s |\n"
                    .formatted(
                            parameter.name(),
                            Setting.of(parameter).key(),
                            options.contains(option + "=") || options.contains("[no-]" + option.substring(2))
                                    ? "`" + option + "`"
                                    : "",
                            parameter.values(),
                            parameter
                                    .defaultValue()
                                    .map(Parameter::text)
                                    .filter(text -> !text.isEmpty())
                                    .orElse("off"),
                            parameter.chosen().name().toLowerCase(Locale.ROOT).replace('_', ' ')));
            sentences.append("- `" + parameter.name() + "`: " + parameter.sentence() + ".\n");
        }
        requireContent(PARAMETERS, page.append(sentences).toString());
    }

    private static void requireContent(Path page, String expected) throws IOException {
        if (Boolean.getBoolean("tern.write")) {
            Files.writeString(page, expected);
        }
        assertThat(page).hasContent(expected);
    }

    private static String page() {
        CommandLine tern = Shell.everyCommand();
        StringBuilder page = new StringBuilder("# Command line\n\n");
        page.append("What `--help` says; a test keeps this page and the program the same.\n");
        append(page, tern);
        return page.toString();
    }

    private static void append(StringBuilder page, CommandLine command) {
        if (command.getCommandSpec().usageMessage().hidden()) {
            return;
        }
        String help = command.setUsageHelpWidth(80)
                .setUsageHelpLongOptionsMaxWidth(32)
                .getUsageMessage(CommandLine.Help.Ansi.OFF);
        page.append("\n## ")
                .append(command.getCommandSpec().qualifiedName())
                .append("\n\n```text\n")
                .append(help.replaceAll("[ \t]+\n", "\n").strip())
                .append("\n```\n");
        command.getSubcommands().values().forEach(sub -> append(page, sub));
    }
}
