package dev.tern.store.milvus.server;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * A Milvus server of its own: on free ports of the loopback interface, with its data in a folder
 * that is deleted on close. It ends with the JVM. Its log stays in {@code target/milvus/logs}.
 *
 * <p>Only one thread at a time may start, kill or close it.
 */
public final class MilvusServer implements AutoCloseable {
    private static final long POLL_MILLIS = 50;

    private final ServerRecipe recipe;
    private final List<String> launcher;
    private final Path folder;
    private final Path log;
    private @Nullable Process process;

    MilvusServer(ServerRecipe recipe, List<String> launcher, Path folder, Path log) {
        this.recipe = recipe;
        this.launcher = launcher;
        this.folder = folder;
        this.log = log;
    }

    /**
     * Starts a milvus-lite server: small, without users and without TLS.
     *
     * @throws IllegalStateException if it does not start, with the end of its log
     */
    public static MilvusServer lite() {
        return MilvusLite.on(ServerFolders.ofMilvusTest()).started();
    }

    /**
     * Starts a Milvus standalone server without users and without TLS.
     *
     * @throws IllegalStateException if it does not start, with the end of its log
     */
    public static MilvusServer standalone() {
        return standalone(StandaloneOptions.PLAIN);
    }

    /**
     * Starts a Milvus standalone server with options.
     *
     * @throws IllegalStateException if it does not start, with the end of its log
     */
    public static MilvusServer standalone(StandaloneOptions options) {
        return MilvusStandalone.on(ServerFolders.ofMilvusTest(), options).started();
    }

    /** Returns its address, which stays the same after a restart. */
    public URI uri() {
        return recipe.uri();
    }

    /** Returns its log so far, in this JVM. */
    public Path log() {
        return log;
    }

    /** Kills the server and every process that it started, without notice. */
    public void kill() {
        Process running = process;
        if (running == null) {
            return;
        }
        List<ProcessHandle> tree = Stream.concat(running.descendants(), Stream.of(running.toHandle()))
                .toList();
        tree.forEach(ProcessHandle::destroyForcibly);
        tree.forEach(MilvusServer::awaitEnd);
        process = null;
    }

    /**
     * Kills the server if it runs and starts it again on the same data and ports.
     *
     * @throws IllegalStateException if it does not start, with the end of its log
     */
    public void restart() {
        kill();
        start();
    }

    /** Kills the server and deletes its data. */
    @Override
    public void close() {
        kill();
        try {
            Folders.delete(folder);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Returns the running processes of the server. */
    List<ProcessHandle> processes() {
        Process running = process;
        return running == null
                ? List.of()
                : Stream.concat(running.descendants(), Stream.of(running.toHandle()))
                        .toList();
    }

    MilvusServer started() {
        try {
            start();
            return this;
        } catch (RuntimeException | Error e) {
            close();
            throw e;
        }
    }

    private void start() {
        try {
            Files.createDirectories(folder);
            List<String> command = new ArrayList<>(launcher);
            command.add(commas(recipe.openPorts()));
            command.add(commas(recipe.innerPorts()));
            command.addAll(recipe.command());
            ProcessBuilder builder = new ProcessBuilder(command)
                    .directory(folder.toFile())
                    .redirectErrorStream(true)
                    .redirectOutput(ProcessBuilder.Redirect.appendTo(log.toFile()));
            Map<String, String> environment = builder.environment();
            // Milvus reads any variable as a setting: a user's LOG_LEVEL would be its log.level.
            environment.keySet().retainAll(List.of("PATH", "HOME"));
            environment.putAll(recipe.environment());
            process = builder.start();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        awaitAnswer();
    }

    private void awaitAnswer() {
        Process running = Objects.requireNonNull(process);
        long end = System.nanoTime() + recipe.patience().toNanos();
        while (true) {
            if (!running.isAlive()) {
                throw failed("ended with " + running.exitValue());
            }
            if (recipe.answers().getAsBoolean()) {
                return;
            }
            if (System.nanoTime() > end) {
                throw failed("gave no answer within " + recipe.patience().toSeconds() + " s");
            }
            try {
                TimeUnit.MILLISECONDS.sleep(POLL_MILLIS);
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
                throw new IllegalStateException("Interrupted while " + recipe.name() + " starts", e);
            }
        }
    }

    private IllegalStateException failed(String how) {
        kill();
        return new IllegalStateException(
                recipe.name() + " " + how + ". The end of its log " + log + ":\n" + LogTail.of(log));
    }

    private static void awaitEnd(ProcessHandle ended) {
        try {
            ended.onExit().get(1, TimeUnit.MINUTES);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        } catch (ExecutionException | TimeoutException e) {
            throw new IllegalStateException("Process " + ended.pid() + " of a Milvus server does not end", e);
        }
    }

    private static String commas(List<Integer> ports) {
        return ports.isEmpty()
                ? "-"
                : String.join(",", ports.stream().map(String::valueOf).toList());
    }
}
