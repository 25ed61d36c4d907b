package dev.tern.quarkus;

import dev.tern.GraphRag;
import dev.tern.QuestionMapping;
import dev.tern.documents.sync.BackgroundSync;
import io.quarkus.runtime.ShutdownEvent;
import io.quarkus.runtime.StartupEvent;
import jakarta.enterprise.event.Observes;
import jakarta.inject.Singleton;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Opens the graph at startup, so that errors appear then, and starts reading documents. */
@Singleton
public class ApplicationStart {
    private static final Logger LOG = LoggerFactory.getLogger(ApplicationStart.class);

    void started(@Observes StartupEvent event, GraphRag rag, BackgroundSync documents) {
        LOG.debug("The graph is open with the modes {}", QuestionMapping.modes(rag));
        documents.start();
    }

    /** Ends reading before beans are destroyed, as it needs the open store. */
    void ending(@Observes ShutdownEvent event, BackgroundSync documents) {
        documents.close();
    }
}
