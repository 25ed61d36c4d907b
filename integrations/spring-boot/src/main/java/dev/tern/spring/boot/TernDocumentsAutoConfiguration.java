package dev.tern.spring.boot;

import dev.tern.GraphRag;
import dev.tern.documents.LoadProperties;
import dev.tern.documents.sync.BackgroundSync;
import dev.tern.documents.sync.DocumentPlaces;
import dev.tern.documents.sync.SyncProgress;
import dev.tern.documents.sync.SyncReport;
import dev.tern.documents.sync.SyncedSource;
import dev.tern.error.TernException;
import dev.tern.store.GraphStore;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import org.springframework.beans.factory.ListableBeanFactory;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.boot.context.event.ApplicationReadyEvent;
import org.springframework.context.ApplicationListener;
import org.springframework.context.annotation.Bean;

/**
 * Synchronises the graph with {@code tern.documents.locations} in the background, once the
 * application is ready, if {@code tern-sync} is on the class path. Ends before the graph is closed.
 */
@AutoConfiguration(after = TernAutoConfiguration.class)
@ConditionalOnClass(BackgroundSync.class)
public class TernDocumentsAutoConfiguration {
    /**
     * Checks the configuration of documents; called by Spring.
     *
     * @throws TernException if documents are configured without a store to read them into
     */
    public TernDocumentsAutoConfiguration(TernProperties properties, ListableBeanFactory beans) {
        if (!properties.documents().locations().isEmpty()
                && beans.getBeanNamesForType(GraphStore.class, true, false).length == 0) {
            throw TernException.operator(
                    "tern.documents.locations is set, and the application has a GraphRag bean of its own and no"
                            + " GraphStore bean: add the GraphStore of the GraphRag as a bean");
        }
    }

    /** Creates the synchronisation, without places if none is configured. */
    @Bean
    @ConditionalOnBean({GraphRag.class, GraphStore.class})
    @ConditionalOnMissingBean
    BackgroundSync ternBackgroundSync(TernProperties properties, GraphRag rag, GraphStore store) {
        DocumentPlaces places = DocumentPlaces.of(properties.documents().locations(), Path.of(""));
        if (properties.documents().required()) {
            places.require();
        }
        return new BackgroundSync(
                rag,
                store,
                places,
                LoadProperties.loader(properties.load()).build(),
                properties.documents().moved());
    }

    /** Returns the progress of reading, for the health indicator and the actuator's endpoint. */
    @Bean
    @ConditionalOnBean(BackgroundSync.class)
    @ConditionalOnMissingBean
    TernDocuments ternDocuments(BackgroundSync sync) {
        return new BackgroundDocuments(sync);
    }

    /**
     * Returns a listener that starts reading when the application is ready, so that nothing waits
     * for documents.
     */
    @Bean
    @ConditionalOnBean(BackgroundSync.class)
    ApplicationListener<ApplicationReadyEvent> ternDocumentsAtStart(BackgroundSync sync) {
        return event -> sync.start();
    }

    /** The state of the application's synchronisation, without types of {@code tern-sync}. */
    private record BackgroundDocuments(BackgroundSync sync) implements TernDocuments {
        @Override
        public List<Place> places() {
            return sync.progress().places().stream()
                    .map(BackgroundDocuments::place)
                    .toList();
        }

        @Override
        public boolean read() {
            return sync.start();
        }

        private static Place place(SyncProgress.PlaceProgress place) {
            return new Place(
                    place.place(),
                    place.state().name().toLowerCase(Locale.ROOT),
                    place.stored(),
                    place.started().orElse(null),
                    place.ended().orElse(null),
                    place.report().map(BackgroundDocuments::report).orElse(null),
                    place.error().isEmpty() ? null : place.error());
        }

        private static Report report(SyncReport report) {
            SyncedSource.Counts counts = report.source().counts();
            return new Report(
                    counts.documents(),
                    counts.added(),
                    counts.replaced(),
                    counts.removed(),
                    counts.unchanged(),
                    counts.failed(),
                    report.source().failures(),
                    report.source().remark());
        }
    }
}
