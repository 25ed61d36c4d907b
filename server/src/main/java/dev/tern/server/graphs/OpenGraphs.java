package dev.tern.server.graphs;

import dev.tern.error.TernException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.BooleanSupplier;
import java.util.function.Function;

/**
 * The graphs that are open. An unused graph stays open for the next request, until there are too many of these: then the least
 * recently used is closed. An empty one is closed at once: callers choose the names, and could fill the memory with them. One that
 * another process has made anew with another model is closed after its last user, and opened anew for the next who asks. While one is
 * dropped, nobody opens it. Opening a graph holds up only those who ask for it. Thread-safe.
 */
final class OpenGraphs implements AutoCloseable {
    private final int most;
    private final ReentrantLock lock = new ReentrantLock();

    // Guarded by the lock, under which nothing is read from a store.
    private final Map<String, Slot> slots = new LinkedHashMap<>(16, 0.75f, true);
    private final Map<ServedGraph, Slot> used = new HashMap<>();
    private final Set<String> dropping = new HashSet<>();

    /** A graph that is open or being opened. */
    private final class Slot {
        final String name;
        final CompletableFuture<ServedGraph> opened = new CompletableFuture<>();
        final Thread opener;

        /** Those who have it or wait for it; guarded by the lock. */
        int users;

        Slot(String name, Function<String, ServedGraph> opening) {
            this.name = name;
            this.opener = Thread.ofVirtual().name("tern-open").unstarted(() -> {
                try {
                    opened(opening.apply(name));
                } catch (Throwable e) {
                    locked(() -> slots.remove(name, this));
                    opened.completeExceptionally(e);
                }
            });
        }

        private void opened(ServedGraph graph) {
            lock.lock();
            try {
                if (slots.containsValue(this)) {
                    used.put(graph, this);
                    opened.complete(graph);
                    return;
                }
            } finally {
                lock.unlock();
            }
            graph.rag().close();
            throw TernException.store("the graph \"" + name + "\" is no longer wanted", new CancellationException());
        }

        /** The graph, waited for if it is being opened; empty if that fails. */
        Optional<ServedGraph> awaited() {
            return opened.handle((graph, failure) -> Optional.ofNullable(graph)).join();
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

    private void locked(Runnable change) {
        lock.lock();
        try {
            change.run();
        } finally {
            lock.unlock();
        }
    }

    /**
     * A graph, opened if it is not open, for one who gives it back. All who wait for it get the failure of opening it.
     *
     * @throws TernException as opening it does, if it is being dropped, and if the thread is interrupted meanwhile: opening it ends with
     *     the last who waits
     */
    ServedGraph take(String name, Function<String, ServedGraph> opening) {
        Slot slot;
        lock.lock();
        try {
            requireNotDropping(name);
            slot = slots.get(name);
            if (slot == null) {
                slot = new Slot(name, opening);
                slots.put(name, slot);
                slot.opener.start();
            }
            slot.users++;
        } finally {
            lock.unlock();
        }
        try {
            return slot.opened.get();
        } catch (ExecutionException e) {
            if (e.getCause() instanceof Error error) {
                throw error;
            }
            throw e.getCause() instanceof RuntimeException cause ? cause : new IllegalStateException(e.getCause());
        } catch (InterruptedException e) {
            leave(slot);
            Thread.currentThread().interrupt();
            throw TernException.store("opening the graph \"" + name + "\" was interrupted", e);
        }
    }

    /** One waits no longer. */
    private void leave(Slot slot) {
        locked(() -> {
            if (--slot.users == 0 && !slot.opened.isDone()) {
                slots.remove(slot.name, slot);
                slot.opener.interrupt();
            }
        });
    }

    /** Gives a graph back that is no longer used. */
    void giveBack(ServedGraph graph) {
        boolean held = isHeld(graph);
        boolean outdated = held && says(graph::isOutdated);
        boolean empty = held && !outdated && says(() -> !graph.isFilled());
        List<ServedGraph> unused = new ArrayList<>();
        locked(() -> {
            Slot slot = used.get(graph);
            if (slot == null) {
                // It was dropped meanwhile.
                return;
            }
            slot.users--;
            if (outdated) {
                slots.remove(slot.name, slot);
            }
            if (slot.users == 0 && (empty || !slots.containsValue(slot))) {
                close(slot, graph, unused);
            }
            closeUnused(slot, unused);
        });
        // Closing waits for merges, which may take minutes; adding to it meanwhile fails with an error that can be
        // retried.
        unused.forEach(other -> Thread.ofVirtual().name("tern-close").start(other.rag()::close));
    }

    private boolean isHeld(ServedGraph graph) {
        lock.lock();
        try {
            return used.containsKey(graph);
        } finally {
            lock.unlock();
        }
    }

    /** What the store says of a graph; false where it cannot say, as the one who gives the graph back knows by now. */
    private static boolean says(BooleanSupplier question) {
        try {
            return question.getAsBoolean();
        } catch (RuntimeException e) {
            return false;
        }
    }

    private void close(Slot slot, ServedGraph graph, List<ServedGraph> closed) {
        slots.remove(slot.name, slot);
        used.remove(graph);
        closed.add(graph);
    }

    /** Takes out those that are too many of the unused, but for the last. */
    private void closeUnused(Slot last, List<ServedGraph> closed) {
        List<Slot> idle = slots.values().stream()
                .filter(slot -> slot.users == 0 && slot.opened.isDone())
                .toList();
        int tooMany = idle.size() - most;
        for (Slot slot : idle) {
            if (tooMany > 0 && slot != last) {
                close(slot, slot.opened.join(), closed);
                tooMany--;
            }
        }
    }

    /**
     * Drops a graph, which is taken away from those who have it. It cannot be opened until it is dropped: one that was opened between
     * would be answered from after it has gone.
     *
     * @param removal removes it from the store
     * @return the result of the removal
     * @throws TernException if it is being dropped already
     */
    boolean drop(String name, BooleanSupplier removal) {
        Slot slot;
        lock.lock();
        try {
            requireNotDropping(name);
            dropping.add(name);
            slot = slots.remove(name);
            used.values().remove(slot);
        } finally {
            lock.unlock();
        }
        try {
            if (slot != null) {
                slot.awaited().ifPresent(graph -> graph.rag().close());
            }
            return removal.getAsBoolean();
        } finally {
            locked(() -> dropping.remove(name));
        }
    }

    /** Call it under the lock. */
    private void requireNotDropping(String name) {
        if (dropping.contains(name)) {
            throw TernException.conflict("the graph \"" + name + "\" is being removed");
        }
    }

    /** Whether a graph is open and was found damaged since. */
    boolean holdsDamaged(String name) {
        lock.lock();
        try {
            // Looked for without being asked for: it is not used by that.
            return used.keySet().stream()
                    .anyMatch(
                            graph -> graph.name().equals(name) && graph.store().isDamaged());
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
        List<Slot> left = new ArrayList<>();
        locked(() -> {
            left.addAll(slots.values());
            used.values().stream().filter(slot -> !left.contains(slot)).forEach(left::add);
            slots.clear();
            used.clear();
        });
        for (Slot slot : left) {
            if (!slot.opened.isDone()) {
                slot.opener.interrupt();
            }
            slot.awaited().ifPresent(graph -> graph.rag().close());
        }
    }
}
