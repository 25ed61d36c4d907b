package dev.tern.server.graphs;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Function;

/**
 * The graphs that are open. An unused graph stays open for the next request, until there are too many of these: then the least
 * recently used is closed. An empty one is closed at once, for callers choose the names, and could fill the memory with them. Thread-safe.
 */
final class OpenGraphs implements AutoCloseable {
    private final int most;
    private final ReentrantLock lock = new ReentrantLock();

    // Guarded by the lock.
    private final Map<String, ServedGraph> open = new LinkedHashMap<>(16, 0.75f, true);
    private final Map<ServedGraph, Integer> users = new HashMap<>();

    /**
     * Keeps a number of graphs open at most.
     *
     * @param most how many unused graphs stay open
     */
    OpenGraphs(int most) {
        this.most = most;
    }

    /** A graph, opened if it is not open, for one who gives it back. */
    ServedGraph take(String name, Function<String, ServedGraph> opener) {
        lock.lock();
        try {
            ServedGraph graph = open.computeIfAbsent(name, opener);
            users.merge(graph, 1, Integer::sum);
            return graph;
        } finally {
            lock.unlock();
        }
    }

    /** Gives a graph back that is no longer used. */
    void giveBack(ServedGraph graph) {
        List<ServedGraph> unused = new ArrayList<>();
        lock.lock();
        try {
            if (users.merge(graph, -1, Integer::sum) == 0) {
                users.remove(graph);
                unused = unused(graph);
            }
        } finally {
            lock.unlock();
        }
        // Closing waits for merges, which may take minutes; adding to it meanwhile fails with an error that can be
        // retried.
        unused.forEach(other -> Thread.ofVirtual().name("tern-close").start(other.rag()::close));
    }

    private List<ServedGraph> unused(ServedGraph last) {
        List<ServedGraph> unused = new ArrayList<>();
        boolean dropped = open.get(last.name()) != last;
        if (!dropped && !last.isFilled()) {
            unused.add(last);
        }
        int idle = open.size() - users.size() - unused.size();
        for (ServedGraph graph : open.values()) {
            if (idle > most && graph != last && !users.containsKey(graph)) {
                unused.add(graph);
                idle--;
            }
        }
        unused.forEach(graph -> open.remove(graph.name()));
        return unused;
    }

    /** Takes a graph away from those who have it, if it is open: it is about to be dropped. */
    Optional<ServedGraph> remove(String name) {
        lock.lock();
        try {
            return Optional.ofNullable(open.remove(name));
        } finally {
            lock.unlock();
        }
    }

    /** Whether a graph is open and was found damaged since. */
    boolean holdsDamaged(String name) {
        lock.lock();
        try {
            // Looked for without being asked for: it is not used by that.
            return open.values().stream()
                    .anyMatch(
                            graph -> graph.name().equals(name) && graph.store().isDamaged());
        } finally {
            lock.unlock();
        }
    }

    /** How many are open. */
    int count() {
        lock.lock();
        try {
            return open.size();
        } finally {
            lock.unlock();
        }
    }

    @Override
    public void close() {
        lock.lock();
        try {
            open.values().forEach(graph -> graph.rag().close());
            open.clear();
        } finally {
            lock.unlock();
        }
    }
}
