package dev.tern.server.graphs;

import dev.tern.error.TernException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Function;

/**
 * The graphs that are open. An unused graph stays open for the next request, until there are too many of these: then the least
 * recently used is closed. One that is {@linkplain ServedGraph#isSpent spent} is closed at once: callers choose the names, and could fill
 * the memory with empty ones.
 * Opening a graph holds up only those who ask for it. Thread-safe.
 */
final class OpenGraphs implements AutoCloseable {
    private final int most;
    private final ReentrantLock lock = new ReentrantLock();

    // Guarded by the lock, under which nothing is read from a store.
    private final Map<String, Slot> slots = new LinkedHashMap<>(16, 0.75f, true);

    /** A graph that is open or being opened, with the number of those who have it or wait for it. */
    private static final class Slot {
        final CompletableFuture<ServedGraph> opened = new CompletableFuture<>();
        int users;

        /** The graph, waited for if it is being opened; empty if that fails. */
        Optional<ServedGraph> awaited() {
            return opened.handle((graph, failure) -> Optional.ofNullable(graph)).join();
        }

        boolean holds(ServedGraph graph) {
            return opened.getNow(null) == graph;
        }
    }

    /**
     * Keeps a number of graphs open at most.
     *
     * @param most how many unused graphs stay open
     */
    OpenGraphs(int most) {
        this.most = most;
    }

    /** A graph, opened if it is not open, for one who gives it back. All who wait for it get the failure of opening it. */
    ServedGraph take(String name, Function<String, ServedGraph> opener) {
        Slot slot;
        lock.lock();
        try {
            slot = slots.get(name);
            if (slot == null) {
                slot = new Slot();
                slots.put(name, slot);
                open(name, slot, opener);
            }
            slot.users++;
        } finally {
            lock.unlock();
        }
        try {
            return slot.opened.join();
        } catch (CompletionException e) {
            if (e.getCause() instanceof RuntimeException cause) {
                throw cause;
            }
            throw e;
        }
    }

    /** Opens a graph in a thread of its own: an interrupt of one who waits does not end it for the others. */
    private void open(String name, Slot slot, Function<String, ServedGraph> opener) {
        Thread.ofVirtual().name("tern-open").start(() -> {
            try {
                slot.opened.complete(opener.apply(name));
            } catch (Throwable e) {
                forget(name, slot);
                slot.opened.completeExceptionally(e);
            }
        });
    }

    private void forget(String name, Slot slot) {
        lock.lock();
        try {
            slots.remove(name, slot);
        } finally {
            lock.unlock();
        }
    }

    /** Gives a graph back that is no longer used. */
    void giveBack(ServedGraph graph) {
        boolean spent = isSpent(graph);
        List<ServedGraph> unused = List.of();
        lock.lock();
        try {
            Slot slot = slots.get(graph.name());
            // Not of this graph if it was dropped meanwhile.
            if (slot != null && slot.holds(graph) && --slot.users == 0) {
                if (spent) {
                    slots.remove(graph.name());
                }
                unused = unused(slot);
                if (spent) {
                    unused.add(graph);
                }
            }
        } finally {
            lock.unlock();
        }
        // Closing waits for merges, which may take minutes; adding to it meanwhile fails with an error that can be
        // retried.
        unused.forEach(other -> Thread.ofVirtual().name("tern-close").start(other.rag()::close));
    }

    /** Whether a graph need not stay open, as far as its store says. */
    private static boolean isSpent(ServedGraph graph) {
        try {
            return graph.isSpent();
        } catch (TernException e) {
            // Its store cannot be reached, as the one who gives it back knows by now.
            return false;
        }
    }

    /** Takes out those that are too many of the unused, but for the last. */
    private List<ServedGraph> unused(Slot last) {
        List<Slot> idle =
                slots.values().stream().filter(slot -> slot.users == 0).toList();
        List<ServedGraph> unused = new ArrayList<>();
        for (Slot slot : idle) {
            if (unused.size() < idle.size() - most && slot != last) {
                unused.add(slot.opened.join());
            }
        }
        unused.forEach(graph -> slots.remove(graph.name()));
        return unused;
    }

    /** Takes a graph away from those who have it, if it is open: it is about to be dropped. */
    Optional<ServedGraph> remove(String name) {
        Slot slot;
        lock.lock();
        try {
            slot = slots.remove(name);
        } finally {
            lock.unlock();
        }
        return slot == null ? Optional.empty() : slot.awaited();
    }

    /** Whether a graph is open and was found damaged since. */
    boolean holdsDamaged(String name) {
        lock.lock();
        try {
            // Looked for without being asked for: it is not used by that.
            return slots.values().stream()
                    .map(slot -> slot.opened.getNow(null))
                    .anyMatch(graph -> graph != null
                            && graph.name().equals(name)
                            && graph.store().isDamaged());
        } finally {
            lock.unlock();
        }
    }

    /** How many are open, or being opened. */
    int count() {
        lock.lock();
        try {
            return slots.size();
        } finally {
            lock.unlock();
        }
    }

    @Override
    public void close() {
        List<Slot> left;
        lock.lock();
        try {
            left = List.copyOf(slots.values());
            slots.clear();
        } finally {
            lock.unlock();
        }
        left.forEach(slot -> slot.awaited().ifPresent(graph -> graph.rag().close()));
    }
}
