package dev.tern.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.databind.json.JsonMapper;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Runs bench/try in a clone of two modules, whose evaluation finds the gold of a single question at the place that core says. */
@Tag("slow")
final class TryTest {
    private static final String RANK = "core/src/main/java/dev/tern/query/Rank.java";
    private static final String GRAPH = "core/src/main/java/dev/tern/Graph.java";

    @TempDir
    private Path folder;

    private Path home = Path.of("");

    private record Outcome(int status, String out, String err) {}

    @BeforeEach
    void cloneOfTwoModules() throws Exception {
        home = Files.createDirectories(folder.resolve("a clone"));
        for (String file : List.of(
                "bench/try",
                "bench/eval/src/test/java/dev/tern/eval/Differences.java",
                "build/tools/find-jdk.sh",
                "cli/src/launcher/launch.sh")) {
            Files.createDirectories(home.resolve(file).getParent());
            Files.copy(Path.of("../..").resolve(file), home.resolve(file));
        }
        assertThat(home.resolve("bench/try").toFile().setExecutable(true)).isTrue();
        write("tern", "modules='core cli'\n");
        for (String pom : List.of("pom.xml", "core/pom.xml", "cli/pom.xml")) {
            write(pom, "<project/>");
        }
        write(".gitignore", "target/\n.tern-build/\n");
        write(RANK, rank("private static final int PLACE = 1;"));
        write(GRAPH, "package dev.tern; public class Graph {}");
        write("cli/src/main/java/dev/tern/cli/Main.java", """
            package dev.tern.cli;

            import java.nio.file.Files;
            import java.nio.file.Path;

            public class Main {
                public static void main(String[] words) throws Exception {
                    Path store = Path.of(words[3]);
                    Path out = Files.createDirectories(Path.of(words[5]));
                    Files.createDirectories(store);
                    Files.writeString(out.resolve("questions.jsonl"), "{\\"id\\": \\"q1\\", \\"question\\": \\"Who?\\","
                            + " \\"gold\\": [{\\"document\\": \\"d\\", \\"place\\": " + dev.tern.query.Rank.place() + "}]}");
                    Files.writeString(out.resolve("report.json"), "{}");
                }
            }
            """);
        Path libraries = Files.createDirectories(home.resolve("cli/target/lib"));
        for (Class<?> type : List.of(JsonMapper.class, JsonFactory.class, JsonInclude.class)) {
            Path jar = Path.of(
                    type.getProtectionDomain().getCodeSource().getLocation().toURI());
            Files.copy(jar, libraries.resolve(jar.getFileName()));
        }
        write("cli/target/tern.jar", "");
        write(".tern-build/built", "");
        Path set = folder.resolve("sets/one");
        Files.createDirectories(set.resolve("qrels"));
        for (String file : List.of("corpus.jsonl", "queries.jsonl", "qrels/test.tsv")) {
            Files.writeString(set.resolve(file), "");
        }
        git("init", "-q");
        commit();
    }

    private static String rank(String member) {
        return "package dev.tern.query;\n\npublic class Rank {\n    " + member
                + "\n\n    public static int place() {\n        return PLACE;\n    }\n}\n";
    }

    private void write(String file, String text) throws IOException {
        Path path = home.resolve(file);
        Files.createDirectories(path.getParent());
        Files.writeString(path, text);
    }

    private void commit() throws Exception {
        git("add", "-A");
        git("-c", "user.name=a", "-c", "user.email=a@example.org", "commit", "-q", "-m", "a change");
    }

    private void git(String... words) throws Exception {
        List<String> command = new ArrayList<>(List.of("git", "-C", home.toString()));
        command.addAll(List.of(words));
        Outcome outcome = run(command);
        assertThat(outcome.status()).as(outcome.err()).isZero();
    }

    private Outcome run(List<String> command) throws Exception {
        Path out = Files.createTempFile(folder, "out", "");
        Path err = Files.createTempFile(folder, "err", "");
        ProcessBuilder builder = new ProcessBuilder(command)
                .directory(folder.toFile())
                .redirectOutput(out.toFile())
                .redirectError(err.toFile());
        builder.environment()
                .putAll(Map.of(
                        "JAVA_HOME",
                        System.getProperty("java.home"),
                        "TERN_DATA",
                        folder.resolve("sets").toString(),
                        "GIT_CONFIG_GLOBAL",
                        "/dev/null"));
        int status = builder.start().waitFor();
        return new Outcome(
                status, Files.readString(out, StandardCharsets.UTF_8), Files.readString(err, StandardCharsets.UTF_8));
    }

    private Outcome asked(String... sets) throws Exception {
        List<String> command = new ArrayList<>(List.of(home.resolve("bench/try").toString()));
        command.addAll(List.of(sets));
        return run(command);
    }

    @Test
    void changeStandsBesideTheCommitWhoseFiguresAreWorkedOutOnce() throws Exception {
        Outcome first = asked("one");
        assertThat(first.err())
                .isEqualTo("compiling core ...\ncompiling cli ...\nasking one, which is indexed first ...\n");
        assertThat(first.out()).endsWith("\none: all gold is where it was\n");

        write(RANK, rank("private static final int PLACE = 7;"));
        Outcome changed = asked("one");
        assertThat(changed.err()).isEqualTo("compiling core ...\nasking one ...\n");
        assertThat(changed.out())
                .contains("one                        100.00     0.00     100.00     0.00          0        1\n")
                .endsWith("  1/1 -> 0/1  1 -> 7  q1  Who?\n");
        assertThat(asked("one")).isEqualTo(new Outcome(0, changed.out(), ""));

        commit();
        assertThat(asked("one")).isEqualTo(new Outcome(0, first.out().replace("100.00", "  0.00"), ""));
    }

    @Test
    void modulesThatSeeAChangeAreCompiledAndAStoreThatItMayChangeIsMadeAnew() throws Exception {
        asked("one");
        write(RANK, rank("public static final int PLACE = 2;"));
        assertThat(asked("one").err()).isEqualTo("compiling core ...\ncompiling cli ...\nasking one ...\n");

        write(GRAPH, "package dev.tern; public class Graph { private int other; }");
        assertThat(asked("one").err()).isEqualTo("compiling core ...\nasking one, which is indexed first ...\n");
    }

    @Test
    void setThatIsNotThereIsNamedBeforeAnythingIsDone() throws Exception {
        assertThat(asked("one", "two"))
                .isEqualTo(new Outcome(
                        1,
                        "",
                        "try: two is no question set: there is no " + folder
                                + "/sets/two/queries.jsonl; a name alone is"
                                + " looked up here, then in the folder TERN_DATA\n"));
        assertThat(home.resolve(".tern-build/try")).doesNotExist();
        assertThat(asked().err()).startsWith("Compares recall before and after a change");
    }

    @Test
    void errorOfTheCompilerIsShownWithItsPlace() throws Exception {
        write(RANK, rank("private static final int PLACE = \"seven\";"));
        Outcome outcome = asked("one");
        assertThat(outcome.status()).isEqualTo(1);
        assertThat(outcome.out()).isEmpty();
        assertThat(outcome.err())
                .contains("\n" + RANK + ":4: error: incompatible types")
                .endsWith("\ntry: core does not compile\n");

        write(RANK, rank("private static final int PLACE = 3;"));
        assertThat(asked("one").status()).isZero();
    }
}
