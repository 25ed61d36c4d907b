package dev.tern.server;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;

/** The tester schemathesis, in a Python environment under the build folder that is made once and kept until it is cleaned. */
final class Schemathesis {
    private static final int MINUTES = 10;

    private final Path folder;

    private Schemathesis(Path folder) {
        this.folder = folder;
    }

    /**
     * What a run ended with.
     *
     * @param status 0 if the server does what it says
     * @param said what was found otherwise
     */
    record Outcome(int status, String said) {}

    static Schemathesis in(Path target, Path requirements) throws IOException, InterruptedException {
        Path folder = target.resolve("python-"
                + Integer.toHexString(
                        Files.readString(requirements, StandardCharsets.UTF_8).hashCode()));
        Path complete = folder.resolve("complete");
        if (!Files.exists(complete)) {
            Files.createDirectories(folder);
            require(run(
                    folder,
                    List.of(
                            "python3",
                            "-m",
                            "venv",
                            "--clear",
                            folder.resolve("venv").toString())));
            require(run(
                    folder,
                    List.of(
                            folder.resolve("venv/bin/pip").toString(),
                            "install",
                            "--disable-pip-version-check",
                            "--no-input",
                            "--only-binary=:all:",
                            "--requirement",
                            requirements.toString())));
            Files.createFile(complete);
        }
        return new Schemathesis(folder);
    }

    /** Sends what the description allows, and what it does not, and looks at every answer. */
    Outcome check(String description, String... more) throws IOException, InterruptedException {
        List<String> command = new ArrayList<>(
                List.of(folder.resolve("venv/bin/st").toString(), "run", description, "--checks", "all", "--no-color"));
        command.addAll(List.of(more));
        return run(folder, command);
    }

    private static void require(Outcome outcome) {
        if (outcome.status() != 0) {
            throw new IllegalStateException("The tester of the server could not be installed; Python 3.10 or newer with"
                    + " venv is needed (Debian: \"sudo apt install python3-venv\"):\n" + outcome.said());
        }
    }

    private static Outcome run(Path folder, List<String> command) throws IOException, InterruptedException {
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
