package dev.tern.cli;

import dev.tern.error.TernException;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;

/** Runs one example as a process of its own, with a folder that is gone afterwards. */
final class ExampleRun {
    private static final int PATIENCE_SECONDS = 3;

    private final Example example;
    private final Path home;
    private final Surroundings surroundings;
    private final Consumer<String> remarks;

    /** A process, and the thread that hands on what it prints on stderr. */
    private record Running(Process process, Thread complaints) {}

    /**
     * A run.
     *
     * @param home the root of the sources
     * @param remarks hears what takes long
     */
    ExampleRun(Example example, Path home, Surroundings surroundings, Consumer<String> remarks) {
        this.example = example;
        this.home = home;
        this.surroundings = surroundings;
        this.remarks = remarks;
    }

    /** What the example prints. */
    String output(String question) {
        ByteArrayOutputStream output = new ByteArrayOutputStream();
        run(question, output);
        return output.toString(StandardCharsets.UTF_8);
    }

    /** Lets the example print. */
    void print(String question) {
        run(question, surroundings.out());
        surroundings.out().flush();
    }

    private void run(String question, OutputStream out) {
        try (TemporaryStore folder = new TemporaryStore()) {
            String store = folder.directory().toString();
            switch (example.way()) {
                case SCRIPT ->
                    finish(
                            start(
                                    folder,
                                    List.of("sh", home.resolve(example.source()).toString(), question)),
                            out);
                case PROGRAM -> finish(start(folder, with(java(folder), List.of(store, question))), out);
                case WEB_APPLICATION -> {
                    List<String> command = java(folder);
                    new WebExample(
                                    words -> start(folder, with(command, words)).process(),
                                    out,
                                    surroundings.err(),
                                    this::ended)
                            .ask(store, question);
                }
            }
        }
    }

    /** The virtual machine with the options that Tern itself is started with. */
    private List<String> java(TemporaryStore folder) {
        String classPath = new ExampleBuild(example, home, surroundings, remarks).classPath();
        return List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "--add-modules=jdk.incubator.vector",
                "--enable-native-access=ALL-UNNAMED",
                "-XX:+UseSerialGC",
                "-Djava.util.logging.config.file=" + logging(folder),
                "-cp",
                classPath,
                example.mainClass());
    }

    /** Libraries that log by java.util.logging say only what somebody should look at. */
    private static Path logging(TemporaryStore folder) {
        Path file = folder.folder().resolve("logging.properties");
        try {
            return Files.writeString(file, "handlers=java.util.logging.ConsoleHandler\n.level=WARNING\n");
        } catch (IOException e) {
            throw TernException.store(file + " cannot be written: " + e.getMessage(), e);
        }
    }

    private static List<String> with(List<String> command, List<String> words) {
        List<String> all = new ArrayList<>(command);
        all.addAll(words);
        return all;
    }

    private Running start(TemporaryStore folder, List<String> command) {
        ProcessBuilder builder =
                new ProcessBuilder(command).directory(folder.folder().toFile());
        builder.environment().clear();
        builder.environment().putAll(surroundings.environment());
        builder.environment().put("TERN", home.resolve("tern").toString());
        try {
            Process process = builder.start();
            process.getOutputStream().close();
            return new Running(process, Thread.ofVirtual().start(() -> complain(process)));
        } catch (IOException e) {
            throw TernException.store("the example \"" + example.word() + "\" cannot be started: " + e.getMessage(), e);
        }
    }

    /** Hands on what the example prints on stderr, but for what Java says of the vector module whenever it is there. */
    private void complain(Process process) {
        process.errorReader(StandardCharsets.UTF_8)
                .lines()
                .filter(line -> !line.startsWith("WARNING: Using incubator modules"))
                .forEach(surroundings.err()::println);
    }

    private static void pass(InputStream from, OutputStream to) {
        try {
            from.transferTo(to);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private void finish(Running running, OutputStream out) {
        Process process = running.process();
        Thread passing = Thread.ofVirtual().start(() -> pass(process.getInputStream(), out));
        try {
            int exitCode = process.waitFor();
            passing.join();
            running.complaints().join();
            if (exitCode != 0) {
                throw ended(exitCode);
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw TernException.user("the example \"" + example.word() + "\" was interrupted", e);
        } finally {
            end(process);
        }
    }

    private TernException ended(int exitCode) {
        return TernException.user("the example \"" + example.word() + "\" ended with exit code " + exitCode);
    }

    /** Ends a process, and waits until it is gone or has shown that it will not go. */
    static void end(Process process) {
        process.destroy();
        try {
            if (!process.waitFor(PATIENCE_SECONDS, TimeUnit.SECONDS)) {
                process.destroyForcibly();
            }
        } catch (InterruptedException e) {
            process.destroyForcibly();
            Thread.currentThread().interrupt();
        }
    }
}
