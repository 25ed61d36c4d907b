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
 * A pool of open graphs. An unused graph stays open for the next request; above the limit, the
 * least recently used is closed. A graph without content is closed at once, because callers choose
 * the names and could fill the memory with them. A graph that another process has replaced by one
 * with another embedding model is closed after its last user, and opened again on demand. A graph
 * being dropped cannot be opened. Opening a graph blocks only requests for it. Thread-safe.
 */
final class OpenGraphs implements AutoCloseable {
    private final int maxOpen;
    private final ReentrantLock lock = new ReentrantLock();

    // Guarded by the lock, under which no store is read.
    private final Map<String, Slot> slots = new LinkedHashMap<>(16, 0.75f, true);
    private final Map<ServedGraph, Slot> inUse = new HashMap<>();
    private final Set<String> dropping = new HashSet<>();

    /** A graph that is open or being opened. */
    private final class Slot {
        final String name;
        final CompletableFuture<ServedGraph> opened = new CompletableFuture<>();
        final Thread opener;

        /** The number of users and of waiting threads; guarded by the lock. */
        int users;

        Slot(String name, Function<String, ServedGraph> opening) {
            this.name = name;
            this.opener = Thread.ofVirtual().name("tern-open").unstarted(() -> {
                try {
                    opened(opening.apply(name));
                } catch (Throwable e) {
                    Locked.run(lock, () -> slots.remove(name, this));
                    opened.completeExceptionally(e);
                }
            });
        }

        private void opened(ServedGraph graph) {
            boolean needed = Locked.get(lock, () -> {
                if (slots.containsValue(this)) {
                    inUse.put(graph, this);
                    return opened.complete(graph);
                }
                return false;
            });
            if (needed) {
                return;
            }
            graph.rag().close();
            throw TernException.store("the graph \"" + name + "\" is no longer needed", new CancellationException());
        }

        /** Returns the graph, after waiting until it is open; empty if opening fails. */
        Optional<ServedGraph> awaited() {
            return opened.handle((graph, failure) -> Optional.ofNullable(graph)).join();
        }
    }

    /** Creates an empty pool, with a maximum of unused graphs that stay open. */
    OpenGraphs(int max) {
        this.maxOpen = max;
    }

    /**
     * Returns a graph, and opens it if necessary. The caller releases it with {@link #giveBack}. If
     * opening it fails, all waiting threads get the exception.
     *
     * @throws TernException if the graph is being dropped, or the thread is interrupted; opening is
     *     cancelled when no thread waits any more
     */
    ServedGraph take(String name, Function<String, ServedGraph> opening) {
        Slot slot = Locked.get(lock, () -> {
            requireNotDropping(name);
            Slot found = slots.get(name);
            if (found == null) {
                found = new Slot(name, opening);
                slots.put(name, found);
                found.opener.start();
            }
            found.users++;
            return found;
        });
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

    /** Ends the wait of one thread, and cancels opening after the last. */
    private void leave(Slot slot) {
        Locked.run(lock, () -> {
            if (--slot.users == 0 && !slot.opened.isDone()) {
                slots.remove(slot.name, slot);
                slot.opener.interrupt();
            }
        });
    }

    void giveBack(ServedGraph graph) {
        boolean held = Locked.get(lock, () -> inUse.containsKey(graph));
        boolean outdated = held && says(graph::isOutdated);
        boolean empty = held && !outdated && says(() -> !graph.isFilled());
        List<ServedGraph> unused = new ArrayList<>();
        Locked.run(lock, () -> {
            Slot slot = inUse.get(graph);
            if (slot == null) {
                // The graph was dropped meanwhile.
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
        // Closing may wait minutes for merges of the index. Writes that fail meanwhile may be
        // retried.
        unused.forEach(other -> Thread.ofVirtual().name("tern-close").start(other.rag()::close));
    }

    /** Returns the store's answer; false if the store fails, so that the graph stays open. */
    private static boolean says(BooleanSupplier question) {
        try {
            return question.getAsBoolean();
        } catch (RuntimeException e) {
            return false;
        }
    }

    private void close(Slot slot, ServedGraph graph, List<ServedGraph> closed) {
        slots.remove(slot.name, slot);
        inUse.remove(graph);
        closed.add(graph);
    }

    /** Removes unused graphs above the limit, least recently used first, except the given one. */
    private void closeUnused(Slot last, List<ServedGraph> closed) {
        List<Slot> idle = slots.values().stream()
                .filter(slot -> slot.users == 0 && slot.opened.isDone())
                .toList();
        int tooMany = idle.size() - maxOpen;
        for (Slot slot : idle) {
            if (tooMany > 0 && slot != last) {
                close(slot, slot.opened.join(), closed);
                tooMany--;
            }
        }
    }

    /**
     * Drops a graph, even if it has users. The graph cannot be opened meanwhile, because a graph
     * opened now would answer from removed data.
     *
     * @param removal removes the graph from the store
     * @return the result of the removal
     * @throws TernException if the graph is being dropped already
     */
    boolean drop(String name, BooleanSupplier removal) {
        Slot slot = Locked.get(lock, () -> {
            requireNotDropping(name);
            dropping.add(name);
            Slot found = slots.remove(name);
            inUse.values().remove(found);
            return found;
        });
        try {
            if (slot != null) {
                slot.awaited().ifPresent(graph -> graph.rag().close());
            }
            return removal.getAsBoolean();
        } finally {
            Locked.run(lock, () -> dropping.remove(name));
        }
    }

    /** Throws during a drop; requires the lock. */
    private void requireNotDropping(String name) {
        if (dropping.contains(name)) {
            throw TernException.conflict("the graph \"" + name + "\" is being removed");
        }
    }

    /** Returns true if a graph is open and was found damaged since. */
    boolean holdsDamaged(String name) {
        // A look-up in the slots would change their order of use.
        return Locked.get(
                lock,
                () -> inUse.keySet().stream()
                        .anyMatch(graph ->
                                graph.name().equals(name) && graph.store().isDamaged()));
    }

    @Override
    public void close() {
        List<Slot> left = new ArrayList<>();
        Locked.run(lock, () -> {
            left.addAll(slots.values());
            inUse.values().stream().filter(slot -> !left.contains(slot)).forEach(left::add);
            slots.clear();
            inUse.clear();
        });
        for (Slot slot : left) {
            if (!slot.opened.isDone()) {
                slot.opener.interrupt();
            }
            slot.awaited().ifPresent(graph -> graph.rag().close());
        }
    }
}
