package dev.tern.quarkus.deployment;

import dev.tern.GraphRag;
import dev.tern.documents.sync.BackgroundSync;
import io.quarkus.runtime.QuarkusApplication;
import io.quarkus.runtime.annotations.QuarkusMain;
import jakarta.inject.Inject;
import java.util.concurrent.locks.LockSupport;

/** Waits for its documents, answers a question and ends. */
@QuarkusMain
public class FastJarApplication implements QuarkusApplication {
    private static final long POLL_NANOS = 10_000_000;

    @Inject
    GraphRag rag;

    @Inject
    BackgroundSync documents;

    @Override
    public int run(String... arguments) {
        while (documents.progress().isUnderWay()) {
            LockSupport.parkNanos(POLL_NANOS);
        }
        documents.progress().places().forEach(place -> System.out.println("State: " + place.state() + place.error()));
        System.out.println("Answer: " + rag.ask("When did she leave Basel?").text());
        return 0;
    }
}
