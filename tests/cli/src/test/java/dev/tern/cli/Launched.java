package dev.tern.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * The launcher in a folder of its own, with a Maven that builds at once, and the real model in process. All tests have
 * one, in the module's build folder: the archive that it makes once after a build takes as long as a dozen commands,
 * and speeds up every start.
 */
final class Launched {
    private static final Path FOLDER = Path.of("target", "launched").toAbsolutePath();
    private static final Path HOME = FOLDER.resolve("a folder");
    private static final Path LINK = FOLDER.resolve("tern link");
    private static final Path TARGET = HOME.resolve("cli/target");

    private static Shell.@Nullable Run first;

    private Launched() {}

    /** Returns the folder in which its commands run. */
    static Path folder() {
        return FOLDER;
    }

    /** Returns the checkout that contains it. */
    static Path home() {
        return HOME;
    }

    /** Returns the path by which it is called. */
    static Path link() {
        return LINK;
    }

    /** Returns the result of its first command, {@code demo} in {@code a store}. */
    static synchronized Shell.Run first() throws IOException, InterruptedException {
        if (first == null) {
            copyTheLauncher();
            Shell.Run run = tern("demo", "--store", "a store");
            awaitQuickerStarts();
            first = run;
        }
        return first;
    }

    /** Returns the command that starts Java with the launcher's archive, without a main class. */
    static List<String> java() throws IOException, InterruptedException {
        first();
        Path archive = archives().getFirst();
        List<String> words = new ArrayList<>(List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "--enable-native-access=ALL-UNNAMED",
                "-XX:+UseSerialGC",
                "-XX:TieredStopAtLevel=1",
                "-Xlog:disable",
                "-XX:SharedArchiveFile=" + archive,
                "-Dtern.natives=" + archive.toString().replaceFirst("start-(\\d+)\\.jsa$", "natives-$1")));
        Path tests = Path.of("target", "test-classes").toAbsolutePath();
        words.addAll(List.of("-cp", TARGET.resolve("tern.jar") + ":" + tests));
        return words;
    }

    private static void copyTheLauncher() throws IOException {
        if (Files.exists(FOLDER)) {
            try (Stream<Path> files = Files.walk(FOLDER)) {
                for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
                    Files.delete(file);
                }
            }
        }
        Files.createDirectories(HOME.resolve("cli/src/main"));
        Files.writeString(HOME.resolve("pom.xml"), "<project/>");
        copy("tern");
        copy("build/tools/find-jdk.sh");
        copy("cli/src/launcher/launch.sh");
        Files.createSymbolicLink(LINK, HOME.resolve("tern"));
        ClassPathJar.write(FOLDER.resolve("built/tern.jar"));
        maven("mkdir -p cli; cp -R '" + FOLDER.resolve("built") + "' cli/target; echo built");
        // Of a process that ended before it wrote its number.
        Path lock = Files.createDirectories(HOME.resolve(".tern-build/lock"));
        Files.setLastModifiedTime(lock, FileTime.from(Instant.now().minusSeconds(180)));
    }

    /** The archive for quicker starts is made concurrently with the first command, and takes longer. */
    private static void awaitQuickerStarts() throws IOException, InterruptedException {
        Path kept = HOME.resolve(".tern-build");
        long end = System.nanoTime() + TimeUnit.MINUTES.toNanos(10);
        while (Files.exists(kept.resolve("lock")) || archives().isEmpty()) {
            assertThat(System.nanoTime())
                    .as("waiting for an archive in %s", kept)
                    .isLessThan(end);
            Thread.sleep(100);
        }
        assertThat(archives())
                .hasSize(1)
                .allSatisfy(archive -> assertThat(archive).isNotEmptyFile());
    }

    private static List<Path> archives() throws IOException {
        try (Stream<Path> files = Files.list(HOME.resolve(".tern-build"))) {
            return files.filter(file -> file.toString().endsWith(".jsa")).toList();
        }
    }

    private static void copy(String file) throws IOException {
        Files.createDirectories(HOME.resolve(file).getParent());
        Files.copy(Path.of("../..").resolve(file), HOME.resolve(file));
        assertThat(HOME.resolve(file).toFile().setExecutable(true)).isTrue();
    }

    /** Makes a script the Maven that it finds. */
    static void maven(String script) throws IOException {
        Path file = Files.createDirectories(FOLDER.resolve("path")).resolve("mvn");
        Files.writeString(file, "#!/bin/sh\n" + script + "\n");
        assertThat(file.toFile().setExecutable(true)).isTrue();
    }

    /** Runs a command of it. */
    static Shell.Run tern(String... arguments) throws IOException, InterruptedException {
        List<String> words = new ArrayList<>(List.of(LINK.toString()));
        words.addAll(List.of(arguments));
        return run(words);
    }

    /** Runs a command of the system where it finds its own Maven. */
    static Shell.Run run(List<String> words) throws IOException, InterruptedException {
        ProcessBuilder builder = new ProcessBuilder(words).directory(FOLDER.toFile());
        Path out = Files.createTempFile(FOLDER, "out", "");
        Path err = Files.createTempFile(FOLDER, "err", "");
        builder.redirectOutput(out.toFile()).redirectError(err.toFile());
        builder.environment().keySet().removeIf(name -> name.startsWith("TERN_") || name.startsWith("OPENAI_"));
        builder.environment().put("HOME", FOLDER.toString());
        builder.environment().put("JAVA_HOME", System.getProperty("java.home"));
        builder.environment().put("PATH", FOLDER.resolve("path") + ":" + System.getenv("PATH"));
        builder.environment().put("LC_ALL", "C");
        Process process = builder.start();
        assertThat(process.waitFor(10, TimeUnit.MINUTES)).isTrue();
        return new Shell.Run(
                process.exitValue(),
                Files.readString(out, StandardCharsets.UTF_8),
                Files.readString(err, StandardCharsets.UTF_8));
    }
}
