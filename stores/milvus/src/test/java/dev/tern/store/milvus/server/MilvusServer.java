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
 * A Milvus server of its own: on free ports of the loopback interface, with its data in a folder that goes when it is
 * closed. It does not outlive the JVM, however that ends. Its log stays under {@code target/milvus/logs}.
 *
 * <p>One thread at a time may start, kill or close it.
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
     * A milvus-lite server: small, without users and without TLS.
     *
     * @throws IllegalStateException where it does not come up, with the end of its log
     */
    public static MilvusServer lite() {
        return MilvusLite.on(ServerFolders.ofMilvusTest()).started();
    }

    /**
     * A Milvus standalone server without users and without TLS.
     *
     * @throws IllegalStateException where it does not come up, with the end of its log
     */
    public static MilvusServer standalone() {
        return standalone(StandaloneOptions.PLAIN);
    }

    /**
     * A Milvus standalone server with options.
     *
     * @throws IllegalStateException where it does not come up, with the end of its log
     */
    public static MilvusServer standalone(StandaloneOptions options) {
        return MilvusStandalone.on(ServerFolders.ofMilvusTest(), options).started();
    }

    /** Where clients find it; the same after a restart. */
    public URI uri() {
        return recipe.uri();
    }

    /** What it said so far, in this JVM. */
    public Path log() {
        return log;
    }

    /** Ends the server and every process that it started, at once and without a word to it. */
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
     * Kills the server where it runs and starts it again on the same data and ports.
     *
     * @throws IllegalStateException where it does not come up, with the end of its log
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

    /** The processes of the server that run now. */
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
            // Milvus takes any variable for a setting: LOG_LEVEL of the user's shell would be its log.level.
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
