package dev.tern.testing;

import dev.tern.error.TernException;
import dev.tern.note.Notes;
import dev.tern.settings.Consistency;
import dev.tern.store.GraphBatch;
import dev.tern.store.GraphCatalog;
import dev.tern.store.GraphStore;
import dev.tern.store.GraphView;
import dev.tern.store.InMemoryGraphStore;
import dev.tern.store.StoreOptions;
import dev.tern.store.StoreProvider;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.UnaryOperator;

/**
 * A store that Tern does not bring: graphs in memory at addresses such as {@code memory:tests},
 * kept until the process ends.
 */
public final class MemoryStores implements StoreProvider {
    private static final Map<String, Map<String, GraphStore>> STORES = new ConcurrentHashMap<>();

    @Override
    public Set<String> schemes() {
        return Set.of("memory");
    }

    @Override
    public void check(String address, StoreOptions options) {
        if (address.endsWith(":")) {
            throw TernException.user("the store " + address + " has no name");
        }
    }

    @Override
    public GraphCatalog open(String address, StoreOptions options) {
        return new Graphs(address, STORES.computeIfAbsent(address, none -> new ConcurrentHashMap<>()));
    }

    private record Graphs(String location, Map<String, GraphStore> kept) implements GraphCatalog {
        @Override
        public List<String> graphs() {
            return kept.entrySet().stream()
                    .filter(graph -> graph.getValue().latest().description().isPresent())
                    .map(Map.Entry::getKey)
                    .sorted()
                    .toList();
        }

        @Override
        public GraphStore open(String graphName) {
            return new Opened(kept.computeIfAbsent(graphName, none -> new InMemoryGraphStore()));
        }

        @Override
        public boolean drop(String graphName) {
            GraphStore dropped = kept.remove(graphName);
            return dropped != null && dropped.latest().description().isPresent();
        }

        @Override
        public void close() {
            // the process keeps them
        }
    }

    /** A store that can be closed while its graph stays. */
    private record Opened(GraphStore graph) implements GraphStore {
        @Override
        public Object identity() {
            return graph;
        }

        @Override
        public GraphView view(Consistency consistency) {
            return graph.view(consistency);
        }

        @Override
        public void write(GraphBatch batch) {
            graph.write(batch);
        }

        @Override
        public int removeDocuments(Collection<String> documentIds) {
            return graph.removeDocuments(documentIds);
        }

        @Override
        public void changeNotes(UnaryOperator<Notes> change) {
            graph.changeNotes(change);
        }

        @Override
        public void close() {
            // the process keeps the graph
        }
    }
}
