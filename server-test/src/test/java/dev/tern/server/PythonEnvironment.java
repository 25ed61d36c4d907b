package dev.tern.server;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.List;
import java.util.concurrent.TimeUnit;

/** A Python environment with what a file of requirements names, made once under a build folder and kept until it is cleaned. */
public final class PythonEnvironment {
    private static final int MINUTES = 10;

    private final Path folder;

    private PythonEnvironment(Path folder) {
        this.folder = folder;
    }

    /**
     * What a program ended with.
     *
     * @param status its exit status
     * @param said what it printed
     */
    public record Outcome(int status, String said) {}

    /**
     * The environment for some requirements, made if it is not there.
     *
     * @param target a build folder
     * @throws IllegalStateException if it cannot be made, saying what is needed
     */
    public static PythonEnvironment in(Path target, Path requirements) throws IOException, InterruptedException {
        String wanted = Files.readString(requirements, StandardCharsets.UTF_8);
        Path folder = Files.createDirectories(target.resolve("python-" + Integer.toHexString(wanted.hashCode())));
        PythonEnvironment environment = new PythonEnvironment(folder);
        Path complete = folder.resolve("complete");
        // Tests of several modules may want it at the same time.
        try (FileChannel channel =
                        FileChannel.open(folder.resolve("lock"), StandardOpenOption.CREATE, StandardOpenOption.WRITE);
                FileLock lock = channel.lock()) {
            if (lock.isValid() && !Files.exists(complete)) {
                environment.make(requirements);
                Files.createFile(complete);
            }
        }
        return environment;
    }

    private void make(Path requirements) throws IOException, InterruptedException {
        require(run(List.of(
                "python3", "-m", "venv", "--clear", folder.resolve("venv").toString())));
        require(run(List.of(
                program("pip").toString(),
                "install",
                "--disable-pip-version-check",
                "--no-input",
                "--only-binary=:all:",
                "--requirement",
                requirements.toAbsolutePath().toString())));
    }

    private static void require(Outcome outcome) {
        if (outcome.status() != 0) {
            throw new IllegalStateException(
                    "A Python environment of the tests could not be made; Python 3.10 or newer with"
                            + " venv is needed (Debian: \"sudo apt install python3-venv\"):\n" + outcome.said());
        }
    }

    /** A program of the environment. */
    public Path program(String name) {
        return folder.resolve("venv/bin").resolve(name);
    }

    /** Runs a program to its end, ten minutes at most. */
    public Outcome run(List<String> command) throws IOException, InterruptedException {
        Path log = Files.createTempFile(folder, "run", ".log");
        Process process = new ProcessBuilder(command)
                .directory(folder.toFile())
                .redirectErrorStream(true)
                .redirectOutput(log.toFile())
                .start();
        try {
            if (!process.waitFor(MINUTES, TimeUnit.MINUTES)) {
                throw new IllegalStateException(command.getFirst() + " took more than " + MINUTES + " minutes");
            }
            return new Outcome(process.exitValue(), Files.readString(log, StandardCharsets.UTF_8));
        } finally {
            process.destroyForcibly();
            Files.deleteIfExists(log);
        }
    }
}
