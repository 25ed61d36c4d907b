package dev.tern.server;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/**
 * A Python environment with the packages of a requirements file, made once under a build folder and kept until it is
 * cleaned.
 */
public final class PythonEnvironment {
    private final MadeOnce made;

    private PythonEnvironment(MadeOnce made) {
        this.made = made;
    }

    /**
     * The result of a program.
     *
     * @param status its exit status
     * @param said its output
     */
    public record Outcome(int status, String said) {}

    /**
     * Returns the environment for some requirements, made if it is missing.
     *
     * @param target a build folder
     * @throws IllegalStateException if it cannot be made, with the missing requirement
     */
    public static PythonEnvironment in(Path target, Path requirements) throws IOException, InterruptedException {
        String wanted = Files.readString(requirements, StandardCharsets.UTF_8);
        return new PythonEnvironment(
                MadeOnce.in(target, "python", wanted, made -> new PythonEnvironment(made).make(requirements)));
    }

    private void make(Path requirements) throws IOException, InterruptedException {
        require(run(List.of(
                "sh",
                Path.of("../../build/tools/python-packages.sh").toAbsolutePath().toString(),
                made.folder().resolve("venv").toString(),
                "--requirement",
                requirements.toAbsolutePath().toString())));
    }

    private static void require(Outcome outcome) {
        if (outcome.status() != 0) {
            throw new IllegalStateException(
                    "A Python environment of the tests could not be made; Python 3.11 or newer with"
                            + " venv is needed (Debian: \"sudo apt install python3-venv\"):\n" + outcome.said());
        }
    }

    public Path program(String name) {
        return made.folder().resolve("venv/bin").resolve(name);
    }

    /** Runs a program to its end, ten minutes at most. */
    public Outcome run(List<String> command) throws IOException, InterruptedException {
        return made.run(command);
    }
}
