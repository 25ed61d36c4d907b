package dev.tern.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What the README tells a newcomer to type, typed. */
final class ReadmeTest {
    private static final Path PAGE = Path.of("..", "..", "README.md");
    private static final Pattern JSON = Pattern.compile("```json\n(.*?)```", Pattern.DOTALL);
    private static final Pattern COMMANDS = Pattern.compile("```sh\n(.*?)```", Pattern.DOTALL);

    @TempDir
    private Path directory;

    @Test
    void itsOwnPassagesAnswerItsOwnQuestions() throws IOException {
        String page = Files.readString(PAGE);
        Matcher json = JSON.matcher(page);
        assertThat(json.find()).isTrue();
        Shell shell = new Shell(directory);
        shell.file("passages.jsonl", json.group(1).strip());

        List<String> commands = COMMANDS.matcher(page)
                .results()
                .flatMap(block -> block.group(1).lines())
                .filter(line -> line.startsWith("./tern ") && !line.startsWith("./tern demo"))
                // Runs until it is told to end; ServeTest starts one.
                .filter(line -> !line.startsWith("./tern serve"))
                // Needs the web; MixedFolderTest adds such documents.
                .filter(line -> !line.contains("https://"))
                .toList();

        assertThat(commands).hasSize(3);
        for (String command : commands) {
            Shell.Run run =
                    shell.run(Shell.words(command.substring("./tern ".length())).toArray(String[]::new));
            assertThat(run.exitCode()).as(command).isZero();
            assertThat(run.err()).as(command).doesNotContain("tern:");
        }
        assertThat(shell.run("ask", "Which bridge did Emil Marr's daughter build?")
                        .out())
                .contains("“Lena Marr, Emil's daughter, built the Vale bridge.” [1]");
    }
}
