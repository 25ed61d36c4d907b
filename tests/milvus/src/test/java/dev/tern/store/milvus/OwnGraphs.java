package dev.tern.store.milvus;

import dev.tern.store.GraphStore;
import dev.tern.store.milvus.server.ServerUnderTest;
import java.time.Duration;
import java.util.LinkedHashSet;
import java.util.Set;
import java.util.UUID;
import java.util.function.UnaryOperator;

/** Graphs of one test on a shared server, under names that no other test has; dropped when closed. */
final class OwnGraphs implements AutoCloseable {
    private final MilvusGraphCatalog catalog;
    private final String prefix = "t" + UUID.randomUUID().toString().replace("-", "") + "_";
    private final Set<String> opened = new LinkedHashSet<>();

    OwnGraphs(ServerUnderTest server) {
        this(server, settings -> settings);
    }

    /** Graphs reached with other settings than the defaults. */
    OwnGraphs(ServerUnderTest server, UnaryOperator<MilvusSettings.Builder> settings) {
        catalog = MilvusGraphCatalog.connect(settings.apply(settings(server)).build());
    }

    /** Returns the default settings with the server's token. */
    static MilvusSettings.Builder settings(ServerUnderTest server) {
        MilvusSettings.Builder settings = MilvusSettings.at(server.uri().toString())
                // Beside a build that uses every processor a request takes long; a hang is all that this is for.
                .connectTimeout(Duration.ofMinutes(2))
                .timeout(Duration.ofMinutes(2));
        server.token().ifPresent(settings::token);
        return settings;
    }

    GraphStore open(String graphName) {
        return catalog.open(named(graphName));
    }

    /** Returns the name under which the server has a graph. */
    String named(String graphName) {
        String name = prefix + graphName;
        opened.add(name);
        return name;
    }

    MilvusGraphCatalog catalog() {
        return catalog;
    }

    @Override
    public void close() {
        opened.forEach(catalog::drop);
        catalog.close();
    }
}
