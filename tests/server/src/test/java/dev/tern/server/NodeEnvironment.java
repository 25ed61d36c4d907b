package dev.tern.server;

import dev.tern.server.PythonEnvironment.Outcome;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.List;

/** The packages of {@code src/test/node}, with a Node of their own, installed once and kept until the build folder is cleaned. */
final class NodeEnvironment {
    private static final Path WANTED = Path.of("src/test/node").toAbsolutePath();
    private static final List<String> FILES = List.of("package.json", "package-lock.json");

    private final MadeOnce made;

    private NodeEnvironment(MadeOnce made) {
        this.made = made;
    }

    /**
     * Returns the packages, installed if they are missing.
     *
     * @throws IllegalStateException if they cannot be installed, with the missing requirement
     */
    static NodeEnvironment installed() throws IOException, InterruptedException {
        String lock = Files.readString(WANTED.resolve("package-lock.json"), StandardCharsets.UTF_8);
        return new NodeEnvironment(
                MadeOnce.in(Path.of("target").toAbsolutePath(), "node", lock, NodeEnvironment::install));
    }

    private static void install(MadeOnce made) throws IOException, InterruptedException {
        for (String file : FILES) {
            Files.copy(WANTED.resolve(file), made.folder().resolve(file), StandardCopyOption.REPLACE_EXISTING);
        }
        String said;
        try {
            Outcome outcome = made.run(List.of("npm", "ci", "--no-audit", "--no-fund"));
            if (outcome.status() == 0) {
                return;
            }
            said = outcome.said();
        } catch (IOException e) {
            said = String.valueOf(e.getMessage());
        }
        throw new IllegalStateException("The Node packages of the tests could not be installed; npm is needed (Debian:"
                + " \"sudo apt install npm\"):\n" + said);
    }

    /** Returns the folder of the packages. */
    Path modules() {
        return made.folder().resolve("node_modules");
    }

    /** Runs a program of the packages to its end, with arguments. */
    Outcome run(List<String> program) throws IOException, InterruptedException {
        List<String> command =
                new ArrayList<>(List.of(modules().resolve(".bin/node").toString()));
        command.addAll(program);
        return made.run(command);
    }
}
