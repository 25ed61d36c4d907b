package dev.tern.server;

import dev.tern.server.PythonEnvironment.Outcome;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.List;
import java.util.concurrent.TimeUnit;

/**
 * A folder of tools under a build folder, made once and kept until that is cleaned.
 *
 * @param folder where it is
 */
record MadeOnce(Path folder) {
    private static final int MINUTES = 10;

    /** Makes the folder. */
    @FunctionalInterface
    interface Making {
        /** Installs into it. */
        void into(MadeOnce made) throws IOException, InterruptedException;
    }

    /**
     * Returns the folder for a content, created if it is missing.
     *
     * @param target a build folder
     * @param kind the prefix of its name
     * @param wanted the requested content; other contents have other folders
     */
    static MadeOnce in(Path target, String kind, String wanted, Making making)
            throws IOException, InterruptedException {
        Path folder = Files.createDirectories(target.resolve(kind + "-" + Integer.toHexString(wanted.hashCode())));
        MadeOnce made = new MadeOnce(folder);
        Path complete = folder.resolve("complete");
        // Tests of several modules may want it at the same time.
        try (FileChannel channel =
                        FileChannel.open(folder.resolve("lock"), StandardOpenOption.CREATE, StandardOpenOption.WRITE);
                FileLock lock = channel.lock()) {
            if (lock.isValid() && !Files.exists(complete)) {
                making.into(made);
                Files.createFile(complete);
            }
        }
        return made;
    }

    /** Runs a program in the folder to its end, ten minutes at most. */
    Outcome run(List<String> command) throws IOException, InterruptedException {
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
