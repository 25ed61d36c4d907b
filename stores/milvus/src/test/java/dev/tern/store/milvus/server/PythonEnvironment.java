package dev.tern.store.milvus.server;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * A folder with the Python packages of {@code src/test/python/requirements.txt}, created once and
 * kept until the build folder is cleaned or the requirements change.
 *
 * <p>A file lock beside it lets one process at a time create it; a marker, written last, shows that
 * it is complete. The next build deletes a partial one.
 */
final class PythonEnvironment {
    private static final int INSTALL_MINUTES = 15;
    private static final String MARKER = "complete";

    private final Path folder;

    private PythonEnvironment(Path folder) {
        this.folder = folder;
    }

    /**
     * Returns the environment in a folder, created if missing.
     *
     * @param python the command of Python 3.11 or newer, on PATH or with its path
     * @throws IllegalStateException if it cannot be created, with a remedy or pip's output
     */
    static synchronized PythonEnvironment in(Path parent, String python, Path sources) {
        try {
            Path requirements = sources.resolve("requirements.txt");
            Path folder = parent.resolve("python-" + fingerprint(requirements, sources.resolve("unpack.py")));
            Files.createDirectories(parent);
            try (FileChannel channel = FileChannel.open(
                            parent.resolve("python.lock"), StandardOpenOption.CREATE, StandardOpenOption.WRITE);
                    FileLock lock = channel.lock()) {
                Objects.requireNonNull(lock, "a lock on a writable file");
                if (!Files.exists(folder.resolve(MARKER))) {
                    for (Path old : Folders.in(parent, "python-")) {
                        Folders.delete(old);
                    }
                    make(folder, python, sources);
                    Files.createFile(folder.resolve(MARKER));
                }
                return new PythonEnvironment(folder);
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Returns the interpreter with the packages. */
    Path python() {
        return program("python");
    }

    /** Returns a program of a package. */
    Path program(String name) {
        return folder.resolve("venv/bin").resolve(name);
    }

    /** Returns the unpacked server of {@code milvus}: {@code bin} and {@code configs}. */
    Path milvus() {
        return folder.resolve("milvus");
    }

    private static void make(Path folder, String python, Path sources) throws IOException {
        requirePython(python);
        Files.createDirectories(folder);
        Path log = folder.resolve("install.log");
        Path venv = folder.resolve("venv");
        run(
                log,
                "env",
                "PYTHON=" + python,
                "sh",
                ServerFolders.root().resolve("build/tools/python-packages.sh").toString(),
                venv.toString(),
                "--requirement",
                sources.resolve("requirements.txt").toString());
        run(
                log,
                venv.resolve("bin/python").toString(),
                sources.resolve("unpack.py").toString(),
                folder.resolve("milvus").toString());
    }

    private static void requirePython(String python) {
        Outcome outcome;
        try {
            outcome = outcome(
                    null,
                    python,
                    "-c",
                    "import sys; assert sys.version_info >= (3, 11), sys.version; import ensurepip, venv");
        } catch (IOException missing) {
            throw new IllegalStateException(
                    "The tests of the Milvus store need Python 3.11 or newer and found no " + python
                            + " on PATH; install it (Debian: \"sudo apt install python3-venv\"), or run ./verify"
                            + " without --all.",
                    missing);
        }
        if (outcome.status() != 0) {
            throw new IllegalStateException("The tests of the Milvus store need Python 3.11 or newer with venv and pip,"
                    + " and " + python + " is not: " + outcome.lastLine()
                    + "; install them (Debian: \"sudo apt install python3-venv\"), or run ./verify without"
                    + " --all.");
        }
    }

    private static void run(Path log, String... command) throws IOException {
        Outcome outcome = outcome(log, command);
        if (outcome.status() != 0) {
            throw new IllegalStateException("The Milvus servers for tests could not be installed: \""
                    + String.join(" ", command) + "\" ended with " + outcome.status() + ", saying:\n" + outcome.said());
        }
    }

    private record Outcome(int status, String said) {
        String lastLine() {
            List<String> lines = said.lines().filter(line -> !line.isBlank()).toList();
            return lines.isEmpty() ? "it says nothing and ends with " + status : lines.getLast();
        }
    }

    private static Outcome outcome(@Nullable Path log, String... command) throws IOException {
        Path output = log == null ? Files.createTempFile("python", ".log") : log;
        Process process = new ProcessBuilder(command)
                .redirectErrorStream(true)
                .redirectOutput(ProcessBuilder.Redirect.appendTo(output.toFile()))
                .start();
        try {
            process.getOutputStream().close();
            if (!process.waitFor(INSTALL_MINUTES, TimeUnit.MINUTES)) {
                throw new IllegalStateException("\"" + String.join(" ", command) + "\" took more than "
                        + INSTALL_MINUTES + " minutes; its output is in " + output);
            }
            return new Outcome(process.exitValue(), LogTail.of(output));
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException("Interrupted while running " + String.join(" ", command), e);
        } finally {
            process.descendants().forEach(ProcessHandle::destroyForcibly);
            process.destroyForcibly();
            if (log == null) {
                Files.delete(output);
            }
        }
    }

    private static String fingerprint(Path... files) throws IOException {
        try {
            MessageDigest digest = MessageDigest.getInstance("SHA-256");
            for (Path file : files) {
                digest.update(Files.readString(file, StandardCharsets.UTF_8).getBytes(StandardCharsets.UTF_8));
            }
            return HexFormat.of().formatHex(digest.digest(), 0, 6);
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("Every JDK has SHA-256", e);
        }
    }
}
