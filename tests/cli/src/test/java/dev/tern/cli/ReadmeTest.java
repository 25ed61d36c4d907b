package dev.tern.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Runs the commands of the README. */
final class ReadmeTest {
    private static final Path ROOT = Path.of("..", "..");
    private static final Pattern COMMANDS = Pattern.compile("```sh\n(.*?)```", Pattern.DOTALL);

    @TempDir
    private Path directory;

    @Test
    void itsOwnCommandsAnswerItsOwnQuestion() throws IOException {
        Shell shell = new Shell(directory).real().typedIn("", "", "", "no");
        Path contracts = Files.createDirectories(directory.resolve("examples/contracts"));
        try (Stream<Path> files = Files.list(ROOT.resolve("examples/contracts"))) {
            for (Path file : files.toList()) {
                Files.copy(file, contracts.resolve(file.getFileName()));
            }
        }

        List<String> commands = COMMANDS.matcher(Files.readString(ROOT.resolve("README.md")))
                .results()
                .flatMap(block -> block.group(1).lines())
                .filter(line -> line.startsWith("./tern ") && !line.startsWith("./tern demo"))
                // Runs until it is told to end; ServeTest starts one.
                .filter(line -> !line.startsWith("./tern serve"))
                .toList();

        assertThat(commands).hasSize(4);
        for (String command : commands) {
            Shell.Run run =
                    shell.run(Shell.words(command.substring("./tern ".length())).toArray(String[]::new));
            assertThat(run.exitCode()).as(command).isZero();
            assertThat(run.err()).as(command).doesNotContain("tern:");
            if (command.startsWith("./tern ask \"")) {
                assertThat(run.out()).contains("“Aldersey Assurance insures Brask Software");
            }
        }
    }
}
