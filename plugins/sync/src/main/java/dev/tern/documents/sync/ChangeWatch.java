package dev.tern.documents.sync;

import java.io.IOException;
import java.nio.file.FileSystems;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.StandardWatchEventKinds;
import java.nio.file.WatchKey;
import java.nio.file.WatchService;
import java.nio.file.attribute.BasicFileAttributes;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Waits for a change in folders and what is below them. Changes between two waits are not lost. Where the system cannot
 * watch a folder (too many, a network, not there), a wait ends after {@value #POLL_SECONDS} seconds as if something had changed: the
 * one who waits looks anyway. Not thread-safe.
 */
public final class ChangeWatch implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(ChangeWatch.class);
    private static final int POLL_SECONDS = 60;
    private static final long QUIET_MILLIS = 1_500;
    private static final long LONGEST_MILLIS = 60_000;

    private final List<Path> folders;
    private final WatchService service;
    private boolean all;

    /**
     * Watches folders from now on.
     *
     * @throws IOException if the system watches nothing at all
     */
    public ChangeWatch(List<Path> folders) throws IOException {
        this.folders = List.copyOf(folders);
        this.service = FileSystems.getDefault().newWatchService();
        register();
    }

    /**
     * Waits until something has changed and then nothing more for a moment, so that what is written in several steps is whole.
     *
     * @param most how long at most
     * @return false if that time passed without a change
     */
    public boolean await(Duration most) throws InterruptedException {
        Duration poll = Duration.ofSeconds(POLL_SECONDS);
        boolean polling = !all && poll.compareTo(most) < 0;
        WatchKey key = service.poll((polling ? poll : most).toMillis(), TimeUnit.MILLISECONDS);
        boolean changed = key != null;
        long end = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(LONGEST_MILLIS);
        while (key != null && System.nanoTime() < end) {
            key.pollEvents();
            key.reset();
            key = service.poll(QUIET_MILLIS, TimeUnit.MILLISECONDS);
        }
        if (key != null) {
            key.reset();
        }
        // Before the look that follows: a folder that is new is watched from here on, and what comes into it later is
        // heard of.
        register();
        return changed || polling;
    }

    /** Watches what is not watched yet. */
    private void register() {
        all = true;
        for (Path named : folders) {
            try {
                Path folder = named.toRealPath();
                Files.walkFileTree(folder, new SimpleFileVisitor<>() {
                    @Override
                    public FileVisitResult preVisitDirectory(Path path, BasicFileAttributes attributes)
                            throws IOException {
                        boolean hidden = !path.equals(folder)
                                && path.getFileName().toString().startsWith(".");
                        if (hidden) {
                            return FileVisitResult.SKIP_SUBTREE;
                        }
                        return isWatched(path) ? FileVisitResult.CONTINUE : FileVisitResult.SKIP_SUBTREE;
                    }

                    @Override
                    public FileVisitResult visitFileFailed(Path path, IOException failure) throws IOException {
                        if (path.equals(folder)) {
                            throw failure;
                        }
                        return FileVisitResult.CONTINUE;
                    }
                });
            } catch (IOException e) {
                LOG.info("{} cannot be watched, and is looked at every {} s: {}", named, POLL_SECONDS, e.toString());
                all = false;
            }
        }
    }

    /** Watches a folder, unless a link has taken its place since it was visited, or that of one above it. */
    boolean isWatched(Path path) throws IOException {
        // Twice is once.
        WatchKey key = path.register(
                service,
                StandardWatchEventKinds.ENTRY_CREATE,
                StandardWatchEventKinds.ENTRY_MODIFY,
                StandardWatchEventKinds.ENTRY_DELETE);
        boolean there = path.toRealPath().equals(path);
        if (!there) {
            key.cancel();
            all = false;
        }
        return there;
    }

    @Override
    public void close() throws IOException {
        service.close();
    }
}
