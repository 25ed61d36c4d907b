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
 * Waits for changes in folders and their subfolders, except for hidden ones. Changes between two
 * waits are not lost. If the system cannot watch a folder (too many, remote, missing), a change is
 * assumed after {@value #POLL_SECONDS} seconds, unless the timeout is shorter. Not thread-safe.
 */
public final class ChangeWatch implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(ChangeWatch.class);
    private static final int POLL_SECONDS = 60;
    private static final long QUIET_MILLIS = 1_500;
    private static final long MAX_PAUSE_MILLIS = 60_000;

    private final List<Path> folders;
    private final WatchService service;
    private boolean all;

    /**
     * Starts to watch some folders.
     *
     * @throws IOException if the system does not support watching
     */
    public ChangeWatch(List<Path> folders) throws IOException {
        this.folders = List.copyOf(folders);
        this.service = FileSystems.getDefault().newWatchService();
        register();
    }

    /**
     * Waits for a change, and then for a pause of 1.5 seconds (at most for a minute), so that
     * multi-step writes are complete.
     *
     * @param max the timeout of the wait for a change
     * @return false after a timeout without a change, true if there was or may have been one
     */
    public boolean await(Duration max) throws InterruptedException {
        Duration poll = Duration.ofSeconds(POLL_SECONDS);
        boolean polling = !all && poll.compareTo(max) < 0;
        WatchKey key = service.poll((polling ? poll : max).toMillis(), TimeUnit.MILLISECONDS);
        boolean changed = key != null;
        long end = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(MAX_PAUSE_MILLIS);
        while (key != null && System.nanoTime() < end) {
            key.pollEvents();
            key.reset();
            key = service.poll(QUIET_MILLIS, TimeUnit.MILLISECONDS);
        }
        if (key != null) {
            key.reset();
        }
        // Watches new folders before the caller scans them, so that files added later are noticed.
        register();
        return changed || polling;
    }

    /** Watches the folders, and their subfolders, that are not watched yet. */
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
                LOG.info("{} cannot be watched, and is polled every {} s: {}", named, POLL_SECONDS, e.toString());
                all = false;
            }
        }
    }

    /**
     * Watches a folder, unless the folder or a parent has been replaced by a link since the visit.
     *
     * @return true if the folder is watched
     */
    boolean isWatched(Path path) throws IOException {
        // Registering again has no effect.
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
