package dev.tern.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The launcher in a folder of its own, with a Maven that builds at once, and the real model in process. */
final class LauncherTest {
    /** One for all tests: what the launcher makes once after a build takes longer than all the commands here. */
    @TempDir
    private static Path temporary;

    private static Path home;
    private static Path link;
    private static Shell.Run first;

    @BeforeAll
    static void copyTheLauncher() throws IOException, InterruptedException {
        home = Files.createDirectories(temporary.resolve("a folder"));
        Files.createDirectories(home.resolve("bin"));
        Files.createDirectories(home.resolve("cli/src/main"));
        Files.writeString(home.resolve("pom.xml"), "<project/>");
        copy("tern");
        copy("bin/find-jdk.sh");
        Files.createDirectories(home.resolve("cli/src/launcher"));
        copy("cli/src/launcher/launch.sh");
        link = Files.createSymbolicLink(temporary.resolve("tern link"), home.resolve("tern"));
        Path jar = temporary.resolve("built.jar");
        ClassPathJar.write(jar);
        maven("mkdir -p cli/target/lib; cp '" + jar + "' cli/target/tern.jar; echo built");
        // Of a process that ended before it wrote its number.
        Path lock = Files.createDirectories(home.resolve(".tern-build/lock"));
        Files.setLastModifiedTime(lock, FileTime.from(Instant.now().minusSeconds(180)));
        first = tern("demo", "--store", "a store");
        awaitQuickerStarts();
    }

    /** What makes the next starts quicker is made beside the first command, and takes longer than that. */
    private static void awaitQuickerStarts() throws IOException, InterruptedException {
        Path kept = home.resolve(".tern-build");
        long end = System.nanoTime() + TimeUnit.MINUTES.toNanos(10);
        while (Files.exists(kept.resolve("lock")) || archives(kept).isEmpty()) {
            assertThat(System.nanoTime())
                    .as("waiting for an archive in %s", kept)
                    .isLessThan(end);
            Thread.sleep(100);
        }
        assertThat(archives(kept))
                .hasSize(1)
                .allSatisfy(archive -> assertThat(archive).isNotEmptyFile());
    }

    private static List<Path> archives(Path kept) throws IOException {
        try (Stream<Path> files = Files.list(kept)) {
            return files.filter(file -> file.toString().endsWith(".jsa")).toList();
        }
    }

    private static void copy(String file) throws IOException {
        Files.copy(Path.of("..").resolve(file), home.resolve(file));
        assertThat(home.resolve(file).toFile().setExecutable(true)).isTrue();
    }

    private static void maven(String script) throws IOException {
        Path file = Files.createDirectories(temporary.resolve("path")).resolve("mvn");
        Files.writeString(file, "#!/bin/sh\n" + script + "\n");
        assertThat(file.toFile().setExecutable(true)).isTrue();
    }

    private static Shell.Run tern(String... arguments) throws IOException, InterruptedException {
        List<String> words = new ArrayList<>(List.of(link.toString()));
        words.addAll(List.of(arguments));
        return run(words);
    }

    private static Shell.Run run(List<String> words) throws IOException, InterruptedException {
        ProcessBuilder builder = new ProcessBuilder(words).directory(temporary.toFile());
        Path out = Files.createTempFile(temporary, "out", "");
        Path err = Files.createTempFile(temporary, "err", "");
        builder.redirectOutput(out.toFile()).redirectError(err.toFile());
        builder.environment().keySet().removeIf(name -> name.startsWith("TERN_") || name.startsWith("OPENAI_"));
        builder.environment().put("HOME", temporary.toString());
        builder.environment().put("JAVA_HOME", System.getProperty("java.home"));
        builder.environment().put("PATH", temporary.resolve("path") + ":" + System.getenv("PATH"));
        builder.environment().put("LC_ALL", "C");
        Process process = builder.start();
        assertThat(process.waitFor(10, TimeUnit.MINUTES)).isTrue();
        return new Shell.Run(
                process.exitValue(),
                Files.readString(out, StandardCharsets.UTF_8),
                Files.readString(err, StandardCharsets.UTF_8));
    }

    @Test
    void buildsOnceAndRunsWithTheRealModel() throws IOException, InterruptedException {
        assertThat(first.err()).startsWith("tern: building, only this once").hasLineCount(1);
        assertThat(first.exitCode()).isZero();
        assertThat(first.out()).contains("│ local").contains("naive  found ").contains("local  found ");
        Shell.Run second = tern("ask", "--store", "a store", "Who taught Euler?");
        assertThat(second.err()).isEmpty();
        assertThat(second.out()).contains("quoted from the passages").contains("local mode · ");
        Files.writeString(temporary.resolve("more.jsonl"), "{\"_id\": \"x\", \"text\": \"Łódź is a city.\"}\n");
        Shell.Run added = tern("add", "--store", "a store", "more.jsonl");
        assertThat(added.err()).isEmpty();
        assertThat(added.exitCode()).isZero();
        assertThat(tern("eval", "--store", "a store").err())
                .isEqualTo("tern: no question set is given, as in: tern eval BEIR_DIR\n");
        Path set = Files.createDirectories(temporary.resolve("a set"));
        Files.writeString(set.resolve("corpus.jsonl"), "{\"_id\": \"x\", \"text\": \"Łódź is a city.\"}\n");
        Files.writeString(set.resolve("queries.jsonl"), "{\"_id\": \"q\", \"text\": \"Which city?\"}\n");
        Files.createDirectories(set.resolve("qrels"));
        Files.writeString(set.resolve("qrels/test.tsv"), "query-id\tcorpus-id\tscore\nq\tx\t1\n");
        assertThat(tern("eval", "a set", "--baselines=bm25", "--warm-up", "0").out())
                .contains("\nlocal ", "\nbm25 ");
        assertThat(tern("--help").out()).contains("  ask ", "  eval ");
        Shell.Run failed = tern("add", "--store", "a store", "none.jsonl");
        assertThat(failed.err()).isEqualTo("tern: none.jsonl does not exist\n");
        assertThat(failed.exitCode()).isEqualTo(1);
        Shell.Run piped = run(List.of(
                "sh", "-c", "'" + link + "' retrieve --json --store 'a store' 'Who taught Euler?' | head -n 1"));
        assertThat(piped.out()).isEqualTo("{\n");
        assertThat(piped.err()).isEmpty();
    }

    /** As cron, CI and agents take it: in a file with other output, in a pipe, and in a socket, as Node makes them. */
    @Test
    void noMessageIsLostWhateverStandardErrorIs() throws IOException, InterruptedException {
        String error = "tern: none.txt does not exist\n";
        String tern = "'" + link + "' add --store store none.txt";
        Path log = temporary.resolve("log");
        run(List.of("sh", "-c", "{ " + tern + "; echo next; " + tern + "; echo done; } >'" + log + "' 2>&1"));
        assertThat(log).content().isEqualTo(error + "next\n" + error + "done\n");
        run(List.of("sh", "-c", "echo before >'" + log + "'; " + tern + " 2>>'" + log + "'"));
        assertThat(log).content().isEqualTo("before\n" + error);
        assertThat(run(List.of("sh", "-c", tern + " 2>&1 >/dev/null | cat")).out())
                .isEqualTo(error);
        String socket = """
            import socket, subprocess, sys
            ours, theirs = socket.socketpair()
            code = subprocess.call(sys.argv[1:], stdin=subprocess.DEVNULL, stderr=theirs)
            theirs.close()
            print(code, ours.makefile().read(), end="")
            """;
        for (String command : List.of("add", "mcp")) {
            List<String> words = new ArrayList<>(List.of("python3", "-c", socket, link.toString(), command));
            words.addAll(command.equals("add") ? List.of("none.txt") : List.of("--store", "/no/such/store"));
            assertThat(run(words).out())
                    .isEqualTo(
                            command.equals("add")
                                    ? "1 " + error
                                    : "1 tern: there is no store at /no/such/store: add documents first, as in: tern"
                                            + " add FOLDER\n");
        }
    }

    @Test
    void aFailedBuildSaysWhyAndWhereTheLogIs() throws IOException, InterruptedException {
        maven("echo '[ERROR] no compiler today'; exit 1");
        Path built = home.resolve(".tern-build/built");
        Files.delete(built);
        Shell.Run run = tern("--version");
        Files.createFile(built);
        assertThat(run.exitCode()).isEqualTo(1);
        assertThat(run.err())
                .contains("[ERROR] no compiler today\n")
                .endsWith("tern: the build failed; the whole log is "
                        + home.toRealPath().resolve(".tern-build/build.log") + "\n");
        assertThat(home.resolve(".tern-build/lock")).doesNotExist();
    }

    @Test
    void aFolderThatCannotBeWrittenIsToldOrDoneWithout() throws IOException, InterruptedException {
        Path build = home.resolve(".tern-build");
        Path built = build.resolve("built");
        Files.delete(built);
        // In the way of the lock and of a log, also for a user who may write everywhere.
        Path lock = Files.writeString(build.resolve("lock"), "");
        Shell.Run refused = tern("--version");
        assertThat(refused.exitCode()).isEqualTo(1);
        assertThat(refused.err())
                .startsWith("tern: " + home.toRealPath().resolve(".tern-build/lock") + " cannot be made: ")
                .hasLineCount(1);
        Files.delete(lock);
        Files.createFile(built);
        Path log = build.resolve("jvm.log");
        Files.deleteIfExists(log);
        Files.createDirectory(log);
        Files.writeString(temporary.resolve("one.jsonl"), "{\"_id\": \"x\", \"text\": \"Łódź is a city.\"}\n");
        Shell.Run added = tern("add", "--store", "another", "one.jsonl");
        assertThat(added.out()).contains("1 document in graph default");
        Files.delete(log);
        assertThat(added.exitCode()).isZero();
    }

    /** The launcher of a release, over the same program. */
    @Test
    void aReleaseRunsFromWhereItIsUnpackedAndSaysWhatIsMissing() throws IOException, InterruptedException {
        Path release = Files.createDirectories(temporary.resolve("tern 1.0"));
        Files.createDirectories(release.resolve("app"));
        Files.createDirectories(release.resolve("bin"));
        Path tern = Files.copy(Path.of("../cli/src/launcher/tern"), release.resolve("bin/tern"));
        Files.copy(Path.of("../cli/src/launcher/launch.sh"), release.resolve("app/launch.sh"));
        Shell.Run cut = run(List.of(tern.toString(), "--version"));
        assertThat(cut.exitCode()).isEqualTo(1);
        assertThat(cut.err())
                .isEqualTo("tern: " + release.toRealPath()
                        + " is not a whole release: app/launch.sh or app/tern.jar is missing; unpack the archive"
                        + " again\n");

        Files.copy(home.resolve("cli/target/tern.jar"), release.resolve("app/tern.jar"));
        Files.copy(Path.of("../bin/find-jdk.sh"), release.resolve("app/find-jdk.sh"));
        // In the way of what quickens the next start, also for a user who may write everywhere.
        run(List.of(
                "sh",
                "-c",
                "mkdir -p .cache/tern/launchers; place=$(printf '%s' '" + release.toRealPath()
                        + "' | cksum) && : >\".cache/tern/launchers/${place%% *}\""));
        Path called = Files.createSymbolicLink(temporary.resolve("path/tern"), tern);
        Shell.Run run = run(List.of("sh", "-c", "tern demo --store 'a demo'"));
        Files.delete(called);
        assertThat(run.err()).isEmpty();
        assertThat(run.out()).contains("local  found 2 of the 2").contains("  tern add YOUR.jsonl");

        Shell.Run without = run(List.of(
                "env", "-u", "JAVA_HOME", "FIND_JDK_ROOT=/nowhere", "PATH=" + tools(), tern.toString(), "--version"));
        assertThat(without.err())
                .startsWith("Tern needs Java 21 or newer and found no Java at all: ")
                .endsWith("or set JAVA_HOME to one, or take the archive that brings its own Java.\n");
    }

    /** A folder with the tools that a launcher takes, and no Java. */
    private static Path tools() throws IOException {
        Path folder = Files.createDirectories(temporary.resolve("tools"));
        for (String tool : List.of("sh", "readlink", "cksum", "mkdir", "env")) {
            Files.createSymbolicLink(folder.resolve(tool), Path.of("/usr/bin").resolve(tool));
        }
        return folder;
    }
}
