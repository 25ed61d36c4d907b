package dev.tern.quarkus;

import dev.tern.GraphRag;
import dev.tern.documents.sync.BackgroundSync;
import io.quarkus.runtime.ShutdownEvent;
import io.quarkus.runtime.StartupEvent;
import jakarta.enterprise.event.Observes;
import jakarta.inject.Singleton;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Opens the graph when the application starts, so that what is wrong is said then, and reads its documents beside that. */
@Singleton
public class ApplicationStart {
    private static final Logger LOG = LoggerFactory.getLogger(ApplicationStart.class);

    void started(@Observes StartupEvent event, GraphRag rag, BackgroundSync documents) {
        LOG.debug("The graph is open with the modes {}", rag.modes());
        documents.start();
    }

    /** Before any bean goes: what is being read would find the store closed. */
    void ending(@Observes ShutdownEvent event, BackgroundSync documents) {
        documents.close();
    }
}
