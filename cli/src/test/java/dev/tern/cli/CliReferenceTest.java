package dev.tern.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import picocli.CommandLine;

/**
 * {@code docs/cli.md} is what {@code --help} says. To write it anew: {@code mvn -pl cli -am test
 * -Dtest=CliReferenceTest -Dsurefire.failIfNoSpecifiedTests=false -Dtern.write=true}.
 */
final class CliReferenceTest {
    private static final Path PAGE = Path.of("..", "docs", "cli.md");

    @Test
    void thePageIsWhatHelpSays() throws IOException {
        String expected = page();
        if (Boolean.getBoolean("tern.write")) {
            Files.createDirectories(PAGE.toAbsolutePath().getParent());
            Files.writeString(PAGE, expected);
        }
        assertThat(PAGE).hasContent(expected);
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
