package dev.tern.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Arrays;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * {@code tern example} in a copy of the examples, with a Maven that is a script; the module {@code house-style} runs it
 * with the real one.
 */
final class ExampleTest {
    private static final Path ROOT = Path.of("..").toAbsolutePath().normalize();

    @TempDir
    private Path temporary;

    private Path home;
    private Path path;
    private Shell shell;

    @BeforeEach
    void copyTheExamples() throws IOException {
        home = Files.createDirectories(temporary.resolve("a clone"));
        for (Example example : Example.values()) {
            copy(example.source());
        }
        path = Files.createDirectories(temporary.resolve("path"));
        shell = new Shell(temporary).startedIn(home).with("PATH", path + ":" + System.getenv("PATH"));
        executable(
                home.resolve("tern"),
                "exec '" + java() + "' --enable-native-access=ALL-UNNAMED -XX:+UseSerialGC"
                        + " -XX:TieredStopAtLevel=1 -cp '" + System.getProperty("java.class.path") + "' "
                        + Main.class.getName()
                        + " \"$@\"");
    }

    private void copy(Path source) throws IOException {
        Files.createDirectories(home.resolve(source).getParent());
        Files.copy(ROOT.resolve(source), home.resolve(source));
    }

    private static Path java() {
        return Path.of(System.getProperty("java.home"), "bin", "java");
    }

    private static void executable(Path file, String script) throws IOException {
        Files.writeString(file, "#!/bin/sh\n" + script + "\n");
        assertThat(file.toFile().setExecutable(true)).isTrue();
    }

    @Test
    void eachIsListedWithItsSourceAndItsPage() {
        assertThat(Example.values())
                .allSatisfy(
                        example -> assertThat(ROOT.resolve(example.source())).isRegularFile())
                .allSatisfy(example -> assertThat(ROOT.resolve(example.page())).isRegularFile());
        Shell.Run run = shell.run("example");
        assertThat(run.exitCode()).isZero();
        assertThat(run.out().lines().map(line -> line.split(" +", 2)[0])).containsExactlyElementsOf(Example.words());
        assertThat(run.out()).contains("plain         a plain Java program over the embedded store\n");
        assertThat(run.err()).isEqualTo("\n\"tern example NAME\" runs one and says where its source is\n");
        assertThat(shell.run("example", "--list").out()).isEqualTo(run.out());
        assertThat(shell.run("example", "--json").out())
                .contains("\"name\" : \"mcp\"", "\"source\" : \"examples/mcp/bernoullis.sh\"");
    }

    @Test
    void thePageOfTheExamplesNamesEachOfThem() throws IOException {
        String page = Files.readString(ROOT.resolve("examples/README.md"));
        assertThat(Arrays.stream(Example.values()))
                .allSatisfy(
                        example -> assertThat(page).contains("| [" + example.word() + "](" + example.word() + ") |"));
    }

    @Test
    void unknownNameIsToldWithThoseThereAre() {
        Shell.Run run = shell.run("example", "spring");
        assertThat(run.exitCode()).isEqualTo(2);
        assertThat(run.err())
                .isEqualTo(
                        "tern: there is no example \"spring\" (there are plain, langchain4j, spring-boot, command-line,"
                                + " server, mcp) (see tern example --help)\n");
        assertThat(shell.run("example", "plane").err())
                .startsWith("tern: there is no example \"plane\"; did you mean \"plain\"? (there are plain, ");
    }

    @Test
    void withoutTheSourcesItSaysWhereTheExamplesAre() throws IOException {
        Shell.Run installed = new Shell(temporary).run("example", "plain");
        assertThat(installed.exitCode()).isEqualTo(1);
        assertThat(installed.err())
                .isEqualTo(
                        "tern: the example \"plain\" is in the folder examples of Tern's sources, and this Tern was not"
                                + " started from them: run ./tern example plain in a clone\n");
        Path source = home.resolve("examples/mcp/bernoullis.sh");
        Files.delete(source);
        assertThat(shell.run("example", "mcp").err())
                .isEqualTo("tern: the example \"mcp\" is not there: " + source + " does not exist\n");
    }

    @Test
    void programIsBuiltOnceAndAgainAfterAChangeAndAnswersWhatItIsAsked() throws IOException {
        Path built = temporary.resolve("built");
        String libraries = System.getProperty("java.class.path");
        executable(
                path.resolve("mvn"),
                "echo \"$@\" >>'" + built + "'; cd examples/plain && '" + java().resolveSibling("javac") + "' -cp '"
                        + libraries + "' -d target/classes src/main/java/example/plain/Bernoullis.java && printf '%s' '"
                        + libraries + "' >target/class-path");

        Shell.Run first = shell.run("example", "plain");
        assertThat(first.err())
                .startsWith("building the example; the log is " + home.resolve(".tern-build/example.log"))
                .hasLineCount(1);
        assertThat(first.exitCode()).as(first.err()).isZero();
        assertThat(first.out())
                .startsWith("""
                    plain · a plain Java program over the embedded store
                      source  a clone/examples/plain/src/main/java/example/plain/Bernoullis.java
                      page    a clone/docs/library.md

                    """)
                .contains("the pressure of a moving fluid falls as its speed rises")
                .endsWith("  leonhard-euler\n  daniel-bernoulli\n");
        assertThat(Files.readString(built))
                .contains("-Dtern.example=plain -pl example:plain -am ")
                .hasLineCount(1);

        Shell.Run second = shell.run("example", "plain", "Who walked through Koenigsberg?", "--json");
        assertThat(second.out())
                .contains("\"question\" : \"Who walked through Koenigsberg?\"", "seven bridges")
                .startsWith("{");
        assertThat(Files.readString(built)).hasLineCount(1);

        Files.writeString(home.resolve(Example.PLAIN.source()), "\nclass Broken {\n", StandardOpenOption.APPEND);
        assertThat(shell.run("example", "plain").exitCode()).isEqualTo(1);
        assertThat(Files.readString(built)).hasLineCount(2);
    }

    @Test
    void buildThatFailsSaysWhyAndWhereTheLogIs() throws IOException {
        executable(path.resolve("mvn"), "echo '[ERROR] no compiler today'; echo '[INFO] noise'; exit 1");
        Shell.Run run = shell.run("example", "langchain4j");
        assertThat(run.exitCode()).isEqualTo(1);
        assertThat(run.err())
                .endsWith("\n"
                        + "[ERROR] no compiler today\n"
                        + "tern: the example \"langchain4j\" does not build; the whole log is "
                        + home.resolve(".tern-build/example.log") + "\n");
    }

    @Test
    void missingMavenIsTold() {
        Shell.Run run = shell.with("PATH", path.toString()).run("example", "spring-boot");
        assertThat(run.exitCode()).isEqualTo(1);
        assertThat(run.err())
                .endsWith(
                        "\ntern: the example \"spring-boot\" is built with Maven 3.8 or newer (mvn), and there is none"
                                + " on PATH; on Debian and Ubuntu: sudo apt install maven\n");
    }

    @ParameterizedTest
    @ValueSource(strings = {"command-line", "server", "mcp"})
    void scriptAnswers(String name) throws IOException {
        Shell.Run run = shell.run("example", name);
        assertThat(run.exitCode()).as(run.err()).isZero();
        assertThat(run.err()).isEmpty();
        assertThat(run.out())
                .contains("  source  a clone/examples/" + name + "/bernoullis.sh\n")
                .contains("taught by Johann")
                .contains("Hydrodynamica");
        try (Stream<Path> left = Files.list(temporary)) {
            assertThat(left.map(file -> file.getFileName().toString())).doesNotContain("tern-store");
        }
    }

    @Test
    void questionWithQuotationMarksReachesAScript() {
        Shell.Run run = shell.run("example", "mcp", "Who said \"no\" to \\ Euler?");
        assertThat(run.exitCode()).as(run.err()).isZero();
        assertThat(run.out()).contains("Who said \\\"no\\\" to \\\\ Euler?").contains("\"isError\":false");
    }

    @Test
    void failureOfTheExampleIsAFailureOfTheCommand() throws IOException {
        executable(home.resolve("tern"), "echo 'not today' >&2; exit 7");
        Shell.Run run = shell.run("example", "command-line");
        assertThat(run.exitCode()).isEqualTo(1);
        assertThat(run.err())
                .contains("not today\n")
                .contains("tern: the example \"command-line\" ended with exit code 7\n");
    }
}
