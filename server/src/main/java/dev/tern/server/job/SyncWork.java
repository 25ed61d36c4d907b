package dev.tern.server.job;

import dev.tern.app.limits.SyncRoots;
import dev.tern.ingest.IngestReport;
import dev.tern.server.graphs.Intake;
import dev.tern.server.graphs.ServedGraph;
import java.time.Clock;

/** The work of jobs of the kind {@link Job.Kind#SYNC}; a plug-in provides it as a service. */
public interface SyncWork {
    /**
     * Synchronises a graph with a named source. Removes nothing if much of the source has vanished.
     *
     * @param roots the folders and sites that may be read
     * @throws dev.tern.error.TernException of the fault {@code USER} if the source does not exist,
     *     may not be read or cannot be reached, or if another process of this machine is
     *     synchronising the graph with it
     */
    IngestReport sync(ServedGraph graph, String source, SyncRoots roots, Intake.IntakeListener listener, Clock clock);
}
