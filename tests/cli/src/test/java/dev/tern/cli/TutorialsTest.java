package dev.tern.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.File;
import java.io.IOException;
import java.net.BindException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The tutorials are typed as they stand, and print what they show, where "…" stands for anything. */
@Tag("slow")
final class TutorialsTest {
    private static final Path ROOT = Path.of("../..").toAbsolutePath().normalize();
    private static final Pattern BLOCK =
            Pattern.compile("^```(sh|text)\n(.*?)^```$", Pattern.MULTILINE | Pattern.DOTALL);
    private static final String END_OF_BLOCK = "-- end of a block --";

    @TempDir
    private Path folder;

    @ParameterizedTest
    @ValueSource(strings = {"tutorials/contracts", "tuning", "tutorials/team"})
    void tutorialPrintsWhatItShows(String name) throws Exception {
        String page = Files.readString(ROOT.resolve("docs").resolve(name + ".md"));
        List<String> typed = new ArrayList<>();
        List<String> shown = new ArrayList<>();
        for (Matcher block = BLOCK.matcher(page); block.find(); ) {
            if (block.group(1).equals("sh")) {
                typed.add(block.group(2));
                shown.add("…");
            } else {
                shown.set(shown.size() - 1, block.group(2));
            }
        }
        List<String> printed = type(typed);
        assertThat(printed).hasSameSizeAs(typed);
        for (int block = 0; block < typed.size(); block++) {
            assertThat(printed.get(block).strip())
                    .as(typed.get(block))
                    .matches(Pattern.compile(
                            Stream.of(shown.get(block).strip().split("…", -1))
                                    .map(Pattern::quote)
                                    .collect(Collectors.joining(".*?")),
                            Pattern.DOTALL));
        }
    }

    /** Returns a port below 32768, where the ports of outgoing connections begin on Linux. */
    private static int freePort() throws IOException {
        while (true) {
            int port = ThreadLocalRandom.current().nextInt(20_000, 32_000);
            try (ServerSocket free = new ServerSocket(port, 1, InetAddress.getLoopbackAddress())) {
                return free.getLocalPort();
            } catch (BindException taken) {
                // Another one then.
            }
        }
    }

    /** Returns the output of each block, in one shell; a server in the background ends with the shell. */
    private List<String> type(List<String> blocks) throws IOException, InterruptedException {
        TernScript.in(folder, Main.class);
        Files.createSymbolicLink(folder.resolve("examples"), ROOT.resolve("examples"));
        int port = freePort();
        String script = "trap 'kill $! 2>/dev/null || :' EXIT\n"
                + String.join("echo '" + END_OF_BLOCK + "'\n", blocks)
                        .replace("./tern serve ", "./tern serve --port " + port + " ")
                        .replace("127.0.0.1:8376", "127.0.0.1:" + port);
        File out = folder.resolve("out.txt").toFile();
        ProcessBuilder builder = new ProcessBuilder("sh", "-e", "-c", script)
                .directory(folder.toFile())
                .redirectErrorStream(true)
                .redirectOutput(out);
        builder.environment()
                .keySet()
                .removeIf(variable -> variable.startsWith("TERN_") || variable.endsWith("_API_KEY"));
        builder.environment().put("HOME", folder.toString());
        Process process = builder.start();
        assertThat(process.waitFor(3, TimeUnit.MINUTES)).isTrue();
        String printed = Files.readString(out.toPath());
        assertThat(process.exitValue()).as(printed).isZero();
        return List.of(printed.split(END_OF_BLOCK + "\n", -1));
    }
}
