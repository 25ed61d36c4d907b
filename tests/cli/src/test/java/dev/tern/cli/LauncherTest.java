package dev.tern.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.jar.JarFile;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The launcher in a folder of its own, which the processes of other tests start from too. */
@Tag("slow")
final class LauncherTest {
    private static final Path TEMPORARY = Launched.folder();
    private static final Path HOME = Launched.home();
    private static final Path LINK = Launched.link();

    @BeforeAll
    static void launch() throws IOException, InterruptedException {
        Launched.first();
    }

    @Test
    void buildsOnceAndRunsWithTheRealModel() throws IOException, InterruptedException {
        Shell.Run first = Launched.first();
        assertThat(first.err()).startsWith("tern: building, only this once").hasLineCount(1);
        assertThat(first.exitCode()).isZero();
        assertThat(first.out()).contains("│ local").contains("naive  found ").contains("local  found ");
        Shell.Run second = Launched.tern("ask", "--verbose", "--store", "a store", "Who taught Euler?");
        assertThat(second.err()).isEmpty();
        assertThat(second.out()).contains("quoted from the passages").contains("local mode · ");
        Files.writeString(TEMPORARY.resolve("more.jsonl"), "{\"_id\": \"x\", \"text\": \"Łódź is a city.\"}\n");
        Shell.Run added = Launched.tern("add", "--store", "a store", "more.jsonl");
        assertThat(added.err()).isEmpty();
        assertThat(added.exitCode()).isZero();
        assertThat(Launched.tern("eval", "--store", "a store").err())
                .startsWith("tern: no question set is given, as in: ")
                .endsWith("tern link\" eval BEIR_DIR\n")
                .doesNotContain(" tern eval");
        Path set = Files.createDirectories(TEMPORARY.resolve("a set"));
        Files.writeString(set.resolve("corpus.jsonl"), "{\"_id\": \"x\", \"text\": \"Łódź is a city.\"}\n");
        Files.writeString(set.resolve("queries.jsonl"), "{\"_id\": \"q\", \"text\": \"Which city?\"}\n");
        Files.createDirectories(set.resolve("qrels"));
        Files.writeString(set.resolve("qrels/test.tsv"), "query-id\tcorpus-id\tscore\nq\tx\t1\n");
        assertThat(Launched.tern("eval", "a set", "--baselines=bm25", "--warm-up", "0")
                        .out())
                .contains("\nlocal ", "\nbm25 ");
        assertThat(Launched.tern("--help").out()).contains("  ask ", "  eval ");
        Shell.Run failed = Launched.tern("add", "--store", "a store", "none.jsonl");
        assertThat(failed.err()).isEqualTo("tern: none.jsonl does not exist\n");
        assertThat(failed.exitCode()).isEqualTo(1);
        Files.createDirectories(TEMPORARY.resolve("mine"));
        Files.writeString(TEMPORARY.resolve("mine/a.txt"), "Łódź is a city.");
        assertThat(Launched.run(List.of("sh", "-c", "cd mine && '" + LINK + "' init --yes"))
                        .out())
                .contains("wrote tern.yaml; next:\n  ")
                .contains("tern link\" sync .\n")
                .doesNotContain(" ./tern ");
        Shell.Run piped = Launched.run(List.of(
                "sh", "-c", "'" + LINK + "' retrieve --json --store 'a store' 'Who taught Euler?' | head -n 1"));
        assertThat(piped.out()).isEqualTo("{\n");
        assertThat(piped.err()).isEmpty();
    }

    /** A closed pipe and a full disk are known by its words; a file's name is in the characters that it had. */
    @Test
    void theOperatingSystemSpeaksEnglishAndItsCharactersStay(@TempDir Path folder)
            throws IOException, InterruptedException {
        Path java = Files.createDirectories(folder.resolve("bin")).resolve("java");
        Files.writeString(java, "#!/bin/sh\nenv\n");
        assertThat(java.toFile().setExecutable(true)).isTrue();
        String start = "app='" + folder + "'; java_home='" + folder + "'; kept=/nowhere; . '"
                + HOME.resolve("cli/src/launcher/launch.sh") + "'; launch ask";
        List<String> environment = Launched.run(List.of("env", "LC_ALL=C.UTF-8", "sh", "-c", start))
                .out()
                .lines()
                .toList();
        assertThat(environment).contains("LC_CTYPE=C.UTF-8", "LC_MESSAGES=C");
        assertThat(environment).noneMatch(line -> line.startsWith("LC_ALL="));
    }

    /** Starts Tern with the locales of cron, of systemd, and of an SSH session whose locale the machine lacks. */
    @Test
    void wordsAndNamesOfFilesAreTheSameInEveryLocale(@TempDir Path folder) throws IOException, InterruptedException {
        Path script = folder.resolve("commands");
        Files.writeString(script, """
            set -e
            cd "$(mktemp -d)"
            mkdir Verträge
            echo "Zürich und Łódź sind Städte. 峠の茶屋の名物は団子です。" >"Verträge/Häufige Fragen.md"
            for command in \
                "add Verträge" "export --output -" "sync Verträge --graph süd" "documents Häufige" \
                "documents --graph süd" "ask --json 峠の茶屋の名物は何ですか。" "retrieve --json Łódź" \
                "edit rename Łódź Lodsch" "edit wrong --entity Städte --why später" "ask Lodsch?" \
                "remove Verträge/Häufige?Fragen.md"; do
                echo "$command"
                (IFS=" "; set -f; "$1" $command --store s 2>&1 | grep -v -e ' ms' -e '"millis"') || true
            done
            """);
        List<String> outputs = new ArrayList<>();
        for (String locale : List.of(
                "LC_ALL=C",
                "LC_ALL=xx_YY.UTF-8",
                "LC_ALL=C.UTF-8",
                "LANG=POSIX",
                "LANG=xx_YY.UTF-8",
                "LC_TIME=xx_YY.UTF-8")) {
            outputs.add(Launched.run(List.of("env", "-u", "LC_ALL", locale, "sh", script.toString(), LINK.toString()))
                    .out());
        }
        assertThat(outputs.getFirst())
                .contains(
                        "\"text\":\"Zürich und Łódź sind Städte. 峠の茶屋の名物は団子です。\"",
                        "\"Łódź\" is shown as \"Lodsch\"",
                        "später");
        assertThat(outputs).containsOnly(outputs.getFirst());
    }

    /** Starts Tern by {@code java -jar}, without the launcher, which sets a locale. */
    @Test
    void nameOfAFileThatTheLocaleCannotReadEndsAnAddition() throws IOException, InterruptedException {
        List<String> words = new ArrayList<>(List.of("sh", "-c", """
            mkdir -p umlauts && echo "Zürich" >"umlauts/Häufige Fragen.md" && exec "$@" add umlauts --store umlauts-store
            """, "sh"));
        words.addAll(Launched.java());
        words.add(Main.class.getName());
        Shell.Run run = Launched.run(words);
        assertThat(run.exitCode()).as(run.err()).isEqualTo(1);
        assertThat(run.err())
                .matches("tern: the name umlauts/H\uFFFD+ufige Fragen.md has letters that this locale cannot read;"
                        + " set one of UTF-8, as in LC_ALL=C.UTF-8\n");
        URI jar = URI.create(
                Main.class.getProtectionDomain().getCodeSource().getLocation().toString());
        try (JarFile file = new JarFile(Path.of(jar).toFile())) {
            assertThat(file.getManifest().getMainAttributes().getValue("Enable-Native-Access"))
                    .isEqualTo("ALL-UNNAMED");
        }
    }

    /** Reads the output as cron, CI and agents do: from a file with other output, a pipe, and a socket of Node. */
    @Test
    void noMessageIsLostWhateverStandardErrorIs() throws IOException, InterruptedException {
        String error = "tern: none.txt does not exist\n";
        String tern = "'" + LINK + "' add --store store none.txt";
        Path log = TEMPORARY.resolve("log");
        Launched.run(List.of("sh", "-c", "{ " + tern + "; echo next; " + tern + "; echo done; } >'" + log + "' 2>&1"));
        assertThat(log).content().isEqualTo(error + "next\n" + error + "done\n");
        Launched.run(List.of("sh", "-c", "echo before >'" + log + "'; " + tern + " 2>>'" + log + "'"));
        assertThat(log).content().isEqualTo("before\n" + error);
        assertThat(Launched.run(List.of("sh", "-c", tern + " 2>&1 >/dev/null | cat"))
                        .out())
                .isEqualTo(error);
        String socket = """
            import socket, subprocess, sys
            ours, theirs = socket.socketpair()
            code = subprocess.call(sys.argv[1:], stdin=subprocess.DEVNULL, stderr=theirs)
            theirs.close()
            print(code, ours.makefile().read(), end="")
            """;
        for (String command : List.of("add", "mcp")) {
            List<String> words = new ArrayList<>(List.of("python3", "-c", socket, LINK.toString(), command));
            words.addAll(command.equals("add") ? List.of("none.txt") : List.of("--store", "/no/such/store"));
            assertThat(Launched.run(words).out())
                    .isEqualTo(
                            command.equals("add")
                                    ? "1 " + error
                                    : "1 tern: there is no store at /no/such/store: add documents first, as in: \""
                                            + LINK + "\" add FOLDER\n");
        }
    }

    @Test
    void onlyIndexingOfMuchTextTakesBothCompilers(@TempDir Path folder) throws IOException, InterruptedException {
        Launched.first();
        Files.writeString(folder.resolve("a.txt"), "The heron lives in Oslo.");
        List<String> command = List.of(
                "env",
                "TERN_JAVA_OPTS=-XX:+PrintCommandLineFlags",
                Launched.link().toString(),
                "add",
                "--dry-run",
                folder.toString());
        assertThat(Launched.run(command).out()).contains("-XX:TieredStopAtLevel=1", "1 document");
        Files.write(folder.resolve("b.txt"), " \n".repeat(5 << 20).getBytes(StandardCharsets.US_ASCII));
        assertThat(Launched.run(command).out()).contains("1 document").doesNotContain("-XX:TieredStopAtLevel=1");
    }

    @Test
    void aFailedBuildSaysWhyAndWhereTheLogIs() throws IOException, InterruptedException {
        Launched.maven("echo '[ERROR] no compiler today'; exit 1");
        Path built = HOME.resolve(".tern-build/built");
        Files.delete(built);
        Shell.Run run = Launched.tern("--version");
        Files.createFile(built);
        assertThat(run.exitCode()).isEqualTo(1);
        assertThat(run.err())
                .contains("[ERROR] no compiler today\n")
                .endsWith("tern: the build failed; the whole log is "
                        + HOME.toRealPath().resolve(".tern-build/build.log") + "\n");
        assertThat(HOME.resolve(".tern-build/lock")).doesNotExist();
    }

    @Test
    void aFolderThatCannotBeWrittenIsToldOrDoneWithout() throws IOException, InterruptedException {
        Path build = HOME.resolve(".tern-build");
        Path built = build.resolve("built");
        Files.delete(built);
        // Blocks the lock and a log, also for a user with all rights.
        Path lock = Files.writeString(build.resolve("lock"), "");
        Shell.Run refused = Launched.tern("--version");
        assertThat(refused.exitCode()).isEqualTo(1);
        assertThat(refused.err())
                .startsWith("tern: " + HOME.toRealPath().resolve(".tern-build/lock") + " cannot be made: ")
                .hasLineCount(1);
        Files.delete(lock);
        Files.createFile(built);
        Path log = build.resolve("jvm.log");
        Files.deleteIfExists(log);
        Files.createDirectory(log);
        Files.writeString(TEMPORARY.resolve("one.jsonl"), "{\"_id\": \"x\", \"text\": \"Łódź is a city.\"}\n");
        Shell.Run added = Launched.tern("add", "--store", "another", "one.jsonl");
        assertThat(added.out()).contains("1 document in graph default");
        Files.delete(log);
        assertThat(added.exitCode()).isZero();
    }

    /** The launcher of a release, over the same program. */
    @Test
    void aReleaseRunsFromWhereItIsUnpackedAndSaysWhatIsMissing() throws IOException, InterruptedException {
        Path release = Files.createDirectories(TEMPORARY.resolve("tern 1.0"));
        Files.createDirectories(release.resolve("app"));
        Files.createDirectories(release.resolve("bin"));
        Path tern = Files.copy(Path.of("../../cli/src/launcher/tern"), release.resolve("bin/tern"));
        Files.copy(Path.of("../../cli/src/launcher/launch.sh"), release.resolve("app/launch.sh"));
        Shell.Run cut = Launched.run(List.of(tern.toString(), "--version"));
        assertThat(cut.exitCode()).isEqualTo(1);
        assertThat(cut.err())
                .isEqualTo("tern: " + release.toRealPath()
                        + " is not a whole release: app/launch.sh or app/tern.jar is missing; unpack the archive"
                        + " again\n");

        Files.copy(HOME.resolve("cli/target/tern.jar"), release.resolve("app/tern.jar"));
        Files.createSymbolicLink(release.resolve("app/lib"), HOME.resolve("cli/target/lib"));
        Files.copy(Path.of("../../build/tools/find-jdk.sh"), release.resolve("app/find-jdk.sh"));
        // Blocks the archive for quicker starts, also for a user with all rights.
        Launched.run(List.of(
                "sh",
                "-c",
                "mkdir -p .cache/tern/launchers; place=$(printf '%s' '" + release.toRealPath()
                        + "' | cksum) && : >\".cache/tern/launchers/${place%% *}\""));
        Path called = Files.createSymbolicLink(TEMPORARY.resolve("path/tern"), tern);
        Shell.Run run = Launched.run(List.of("sh", "-c", "tern demo --store 'a demo'"));
        Files.delete(called);
        assertThat(run.err()).isEmpty();
        assertThat(run.out()).contains("local  found 2 of the 2").contains("  tern sync FOLDER");

        Shell.Run without = Launched.run(List.of(
                "env", "-u", "JAVA_HOME", "FIND_JDK_ROOT=/nowhere", "PATH=" + tools(), tern.toString(), "--version"));
        assertThat(without.err())
                .startsWith("Tern needs Java 21 or newer and found no Java at all: ")
                .endsWith("or set JAVA_HOME to one, or take the archive that brings its own Java.\n");
    }

    /** Returns a folder with the tools that a launcher needs, and no Java. */
    private static Path tools() throws IOException {
        Path folder = Files.createDirectories(TEMPORARY.resolve("tools"));
        for (String tool : List.of("sh", "readlink", "cksum", "mkdir", "env")) {
            Files.createSymbolicLink(folder.resolve(tool), Path.of("/usr/bin").resolve(tool));
        }
        return folder;
    }
}
