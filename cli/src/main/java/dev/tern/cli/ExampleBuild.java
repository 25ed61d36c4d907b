package dev.tern.cli;

import dev.tern.error.TernException;
import java.io.File;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.List;
import java.util.function.Consumer;
import java.util.stream.Stream;

/**
 * Builds an example in Java with Maven, together with the modules of Tern that it needs, unless nothing has changed since.
 * The log and what is kept lie in {@code .tern-build}, where the launcher keeps its own.
 */
final class ExampleBuild {
    /** As in the parent's pom.xml; an example has no parent to take it from. */
    private static final String CLASS_PATH_GOAL =
            "org.apache.maven.plugins:maven-dependency-plugin:3.8.1:build-classpath";

    private static final int LINES_TOLD = 12;

    /** What the shell ends with when there is no such command. */
    private static final int NOT_FOUND = 127;

    private final Example example;
    private final Path home;
    private final Surroundings surroundings;
    private final Consumer<String> remarks;
    private final Path kept;
    private final Path target;

    ExampleBuild(Example example, Path home, Surroundings surroundings, Consumer<String> remarks) {
        this.example = example;
        this.home = home;
        this.surroundings = surroundings;
        this.remarks = remarks;
        this.kept = home.resolve(".tern-build");
        this.target = home.resolve(example.folder()).resolve("target");
    }

    /**
     * The class path to run the example with.
     *
     * @throws TernException if it cannot be built
     */
    String classPath() {
        try {
            Files.createDirectories(kept);
            try (FileChannel channel = FileChannel.open(
                            kept.resolve("example.lock"), StandardOpenOption.CREATE, StandardOpenOption.WRITE);
                    FileLock lock = channel.lock()) {
                if (!lock.isValid() || isOutdated()) {
                    build();
                }
                return target.resolve("classes")
                        + File.pathSeparator
                        + Files.readString(libraries()).strip();
            }
        } catch (IOException e) {
            throw TernException.store(
                    "the example \"" + example.word() + "\" cannot be built in " + home + ": " + e.getMessage(), e);
        }
    }

    /** Written last of all by a build that succeeds. */
    private Path libraries() {
        return target.resolve("class-path");
    }

    private boolean isOutdated() throws IOException {
        return !Files.exists(libraries()) || newest() > modified(libraries());
    }

    /** When something that goes into the example changed: its own files, or the sources of any module. */
    private long newest() throws IOException {
        long newest = 0;
        try (Stream<Path> modules = Files.list(home)) {
            for (Path module : modules.toList()) {
                for (String part : List.of("pom.xml", "src/main")) {
                    newest = Math.max(newest, newest(module.resolve(part)));
                }
            }
        }
        Path folder = home.resolve(example.folder());
        return Math.max(newest, Math.max(newest(folder.resolve("pom.xml")), newest(folder.resolve("src/main"))));
    }

    private static long newest(Path file) throws IOException {
        if (!Files.exists(file)) {
            return 0;
        }
        try (Stream<Path> files = Files.walk(file)) {
            return files.mapToLong(ExampleBuild::modified).max().orElse(0);
        }
    }

    private static long modified(Path file) {
        try {
            return Files.getLastModifiedTime(file).toMillis();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private void build() throws IOException {
        Path log = kept.resolve("example.log");
        remarks.accept("building the example; the log is " + log + " ...");
        Files.deleteIfExists(libraries());
        // The shell looks for Maven on the PATH of the surroundings; a process builder does on its own.
        ProcessBuilder builder = new ProcessBuilder(
                        "sh",
                        "-c",
                        "exec mvn \"$@\"",
                        "mvn",
                        "-B",
                        "-Dtern.example=" + example.word(),
                        "-pl",
                        "example:" + example.word(),
                        "-am",
                        "-Dmaven.test.skip=true",
                        "-Dmdep.includeScope=runtime",
                        "-Dmdep.outputFile=target/class-path",
                        "package",
                        CLASS_PATH_GOAL)
                .directory(home.toFile())
                .redirectErrorStream(true)
                .redirectOutput(log.toFile());
        builder.environment().clear();
        builder.environment().putAll(surroundings.environment());
        builder.environment().put("JAVA_HOME", System.getProperty("java.home"));
        Process maven = builder.start();
        maven.getOutputStream().close();
        int exitCode = ended(maven);
        if (exitCode == NOT_FOUND) {
            throw TernException.user("the example \"" + example.word()
                    + "\" is built with Maven 3.8 or newer (mvn), and there is none on"
                    + " PATH; on Debian and Ubuntu: sudo apt install maven");
        }
        if (exitCode != 0 || !Files.exists(libraries())) {
            throw failed(log);
        }
    }

    private int ended(Process maven) {
        try {
            return maven.waitFor();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw TernException.user("building the example \"" + example.word() + "\" was interrupted", e);
        } finally {
            ExampleRun.end(maven);
        }
    }

    private TernException failed(Path log) throws IOException {
        try (Stream<String> lines = Files.lines(log)) {
            lines.filter(line -> line.startsWith("[ERROR]") || line.startsWith("[FATAL]"))
                    .limit(LINES_TOLD)
                    .forEach(surroundings.err()::println);
        }
        return TernException.user("the example \"" + example.word() + "\" does not build; the whole log is " + log);
    }
}
