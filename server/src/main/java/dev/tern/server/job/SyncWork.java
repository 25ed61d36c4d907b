package dev.tern.server.job;

import dev.tern.app.limits.SyncRoots;
import dev.tern.ingest.IngestReport;
import dev.tern.server.graphs.Intake;
import dev.tern.server.graphs.ServedGraph;
import java.time.Clock;

/** Does jobs of the kind {@link Job.Kind#SYNC}: of a jar beside the server, found as a {@link java.util.ServiceLoader} does. */
public interface SyncWork {
    /**
     * Brings a graph into step with a source of its table. Nothing is removed that would have to be allowed.
     *
     * @param roots what may be read
     * @throws dev.tern.error.TernException the asker's fault, if there is no such source, it may not be read, it is away, or another
     *     process of this machine brings the graph into step with it
     */
    IngestReport sync(ServedGraph graph, String source, SyncRoots roots, Intake.Listener listener, Clock clock);
}
