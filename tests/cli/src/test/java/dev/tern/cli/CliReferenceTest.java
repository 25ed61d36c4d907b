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
 * {@code docs/cli.md} equals the output of {@code --help}, and {@code docs/tuning.md} has the table of parameters. To
 * write them anew: {@code mvn -pl tests/cli -am test -Dtest=CliReferenceTest -Dsurefire.failIfNoSpecifiedTests=false
 * -Dtern.write=true}.
 */
final class CliReferenceTest {
    private static final Path PAGE = Path.of("..", "..", "docs", "cli.md");

    private static final Path PARAMETERS = Path.of("..", "..", "docs", "tuning.md");

    @Test
    void thePageIsWhatHelpSays() throws IOException {
        requireContent(PAGE, page());
    }

    @Test
    void theParametersAreThoseOfTheTableAndEachCanBeSet() throws IOException {
        StringBuilder table = new StringBuilder("""
            | parameter | in `tern.yaml` | option | values | default | set by | meaning |
            |---|---|---|---|---|---|---|
            """);
        String options = Files.readString(PAGE);
        for (Parameter<?> parameter : Parameter.ALL) {
            String option = ParameterOptions.name(parameter);
            table.append("| `%s` | %s | %s | %s | %s | %s | %s |\n"
                    .formatted(
                            parameter.name(),
                            Setting.of(parameter)
                                    .map(setting -> "`" + setting.key() + "`")
                                    .orElse(""),
                            options.contains(option + "=") || options.contains("[no-]" + option.substring(2))
                                    ? "`" + option + "`"
                                    : "",
                            parameter.values(),
                            ParameterOptions.defaultText(parameter),
                            parameter.chosenBy().name().toLowerCase(Locale.ROOT).replaceFirst("[a-z]+_", ""),
                            parameter.description()));
        }
        String page = Files.readString(PARAMETERS);
        int start = page.indexOf("<!-- parameters -->\n") + "<!-- parameters -->\n".length();
        requireContent(
                PARAMETERS, page.substring(0, start) + table + page.substring(page.indexOf("<!-- end -->", start)));
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
        page.append("The help of all commands, as `--help --all` prints it; a test compares both.\n");
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
