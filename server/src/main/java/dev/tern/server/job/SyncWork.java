package dev.tern.server.job;

import dev.tern.app.limits.SyncRoots;
import dev.tern.ingest.IngestReport;
import dev.tern.server.graphs.Intake;
import dev.tern.server.graphs.ServedGraph;
import java.time.Clock;

/** Runs jobs of the kind {@link Job.Kind#SYNC}; a plug-in, found by the service loader. */
public interface SyncWork {
    /**
     * Synchronises a graph with one of its named sources, without removals that need permission.
     *
     * @param roots the folders and sites that may be read
     * @throws dev.tern.error.TernException the caller's fault, if there is no such source, it may
     *     not be read, it cannot be reached, or another process of this machine is synchronising
     *     the graph with it
     */
    IngestReport sync(ServedGraph graph, String source, SyncRoots roots, Intake.IntakeListener listener, Clock clock);
}
