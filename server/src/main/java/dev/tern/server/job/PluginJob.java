package dev.tern.server.job;

import dev.tern.app.limits.SyncRoots;
import dev.tern.ingest.IngestReport;
import dev.tern.server.graphs.Intake;
import dev.tern.server.graphs.ServedGraph;
import java.time.Clock;

/** The work of the jobs of one kind; a plug-in provides it as a service. */
public interface PluginJob {
    Job.Kind kind();

    /**
     * Runs a job on its graph.
     *
     * @param payload the payload of the job, such as the name of a source; may be empty
     * @param roots the folders and sites that may be read
     * @throws dev.tern.error.TernException if the job fails
     */
    IngestReport run(ServedGraph graph, String payload, SyncRoots roots, Intake.IntakeListener listener, Clock clock);
}
