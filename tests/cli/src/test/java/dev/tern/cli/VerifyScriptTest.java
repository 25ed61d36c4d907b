package dev.tern.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Runs ./verify in a folder of its own, with a space in its path and a script in place of Maven. */
@Timeout(120)
@Tag("slow")
final class VerifyScriptTest {
    @TempDir
    private Path machine;

    private Path home;

    /** A run of the script, which may have ended. */
    private record Started(Process process, Path output) {
        int status() throws InterruptedException {
            assertThat(process.waitFor(1, TimeUnit.MINUTES)).isTrue();
            return process.exitValue();
        }

        String lines() throws IOException {
            return Files.readString(output);
        }
    }

    @BeforeEach
    void checkOut() throws IOException {
        home = machine.resolve("a folder");
        for (String file : List.of(
                "verify",
                "cli/src/launcher/launch.sh",
                "build/tools/setup.sh",
                "build/tools/find-jdk.sh",
                "build/tools/times")) {
            Files.createDirectories(home.resolve(file).getParent());
            Files.copy(Path.of("../..").resolve(file), home.resolve(file));
        }
        for (String module : List.of("cli", "stores/lucene")) {
            Files.writeString(Files.createDirectories(home.resolve(module)).resolve("pom.xml"), "<project/>");
        }
        assertThat(home.resolve("verify").toFile().setExecutable(true)).isTrue();
        maven("echo begun >>runs; sleep 0.5; echo ended >>runs");
    }

    private void maven(String script) throws IOException {
        Path file = Files.createDirectories(machine.resolve("path")).resolve("mvn");
        Files.writeString(file, "#!/bin/sh\n" + script + "\n");
        assertThat(file.toFile().setExecutable(true)).isTrue();
    }

    private Started start(String... options) throws IOException {
        Path output = Files.createTempFile(machine, "output", "");
        ProcessBuilder builder = new ProcessBuilder(home.resolve("verify").toString())
                .directory(machine.toFile())
                .redirectErrorStream(true)
                .redirectOutput(output.toFile());
        builder.command().addAll(List.of(options));
        builder.environment().put("JAVA_HOME", System.getProperty("java.home"));
        builder.environment().put("PATH", machine.resolve("path") + ":" + System.getenv("PATH"));
        return new Started(builder.start(), output);
    }

    private void awaitBuild(Started run) throws IOException, InterruptedException {
        while (!Files.exists(home.resolve("runs"))) {
            assertThat(run.process().isAlive()).as(run.lines()).isTrue();
            Thread.sleep(10);
        }
    }

    @Test
    void runThatIsGreenSaysHowLongItTookAndLeavesNoMark() throws Exception {
        Started run = start();

        assertThat(run.status()).as(run.lines()).isZero();
        assertThat(run.lines()).containsPattern("verify took \\d+ s\n$");
        assertThat(home.resolve("runs")).hasContent("begun\nended");
        assertThat(home.resolve(".tern-build")).isDirectoryNotContaining("glob:**{lock,verifying}");
    }

    @Test
    void buildThatFailsIsToldWithItsLog() throws Exception {
        maven("echo '12:00:00,000 [main] [ERROR] no such thing'; exit 1");
        Started run = start();

        assertThat(run.status()).isEqualTo(1);
        assertThat(run.lines())
                .contains("[ERROR] no such thing\n")
                .containsPattern(
                        "verify: it failed after \\d+ s; the whole log is " + home + "/.tern-build/verify.log\n$");
        assertThat(home.resolve(".tern-build")).isDirectoryNotContaining("glob:**lock");
    }

    @Test
    void buildWithoutANetworkSaysWhatItLacks() throws Exception {
        maven("echo '12:00:00,000 [main] [ERROR] Could not transfer artifact org:a:1 from central: Unknown host';"
                + " exit 1");
        Started run = start();

        assertThat(run.status()).isEqualTo(1);
        assertThat(run.lines())
                .doesNotContain("Seconds by module")
                .contains("verify: libraries are missing and no repository answered: it needs a network (or a mirror in"
                        + " settings.xml of Maven) once; it failed after ");
    }

    @Test
    void secondRunWaitsForTheFirst() throws Exception {
        Started first = start();
        awaitBuild(first);
        Started second = start();

        assertThat(first.status()).isZero();
        assertThat(second.status()).as(second.lines()).isZero();
        assertThat(second.lines()).contains("process " + first.process().pid() + " ");
        assertThat(home.resolve("runs")).hasContent("begun\nended\nbegun\nended");
    }

    @Test
    void interruptedRunLeavesNothingThatTheNextOneTakesForWhole() throws Exception {
        Path before =
                Files.createDirectories(home.resolve("cli/target/classes")).resolve("Before.class");
        Files.writeString(before, "whole");
        maven("sleep 1.1; echo half >cli/target/classes/Half.class; echo begun >>runs; exec sleep 60");
        Started run = start();
        awaitBuild(run);
        run.process().destroy();

        assertThat(run.status()).isEqualTo(143);
        assertThat(home.resolve(".tern-build")).isDirectoryNotContaining("glob:**lock");

        maven("ls cli/target/classes >seen");
        assertThat(start().status()).isZero();
        assertThat(home.resolve("seen")).hasContent("Before.class");
    }

    @Test
    void folderThatCannotBeWrittenIsToldBeforeAnythingIsBuilt() throws Exception {
        Files.writeString(home.resolve(".tern-build"), "");
        Started run = start();

        assertThat(run.status()).isEqualTo(1);
        assertThat(run.lines())
                .isEqualTo("verify: " + home
                        + " cannot be written: a build writes into its modules; clone it to a folder of yours\n");
        assertThat(home.resolve("runs")).doesNotExist();
    }

    @Test
    void unknownOptionIsRefused() throws Exception {
        Started run = start("--al");

        assertThat(run.status()).isEqualTo(2);
        assertThat(run.lines()).isEqualTo("usage: ./verify [--all]\n");
    }

    @Test
    void testsThatWereCompiledWithoutChecksAreCompiledAgainForAll() throws Exception {
        Path test =
                Files.createDirectories(home.resolve("cli/target/test-classes")).resolve("SomeTest.class");
        Files.writeString(test, "unchecked");
        assertThat(start().status()).isZero();
        assertThat(test).exists();

        maven("echo \"$@\" >>asked");
        Started all = start("--all");
        assertThat(all.status()).as(all.lines()).isZero();
        assertThat(test).doesNotExist();
        assertThat(home.resolve("asked")).hasContent("""
            -B -fae -Dmaven.test.failure.ignore=true -T3C -Pchecked-tests verify
            -B -fae -Dmaven.test.failure.ignore=true -T2C -Pall,checked-tests verify
            """);
    }

    @Test
    void testsThatFailInAModuleFailTheRun() throws Exception {
        maven("echo '10:00:00,000 [main] [ERROR] There are test failures.'");
        Started run = start();

        assertThat(run.status()).isEqualTo(1);
        assertThat(run.lines()).contains("verify: it failed after ");
    }
}
