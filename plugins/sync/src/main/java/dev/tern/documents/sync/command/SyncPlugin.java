package dev.tern.documents.sync.command;

import dev.tern.app.AppSettings;
import dev.tern.app.limits.SyncRoots;
import dev.tern.cli.command.CommandContext;
import dev.tern.cli.command.CommandProvider;
import dev.tern.documents.LoadListener;
import dev.tern.documents.SourceLoader;
import dev.tern.documents.sync.SourceSync;
import dev.tern.documents.sync.SyncLock;
import dev.tern.documents.sync.SyncOptions;
import dev.tern.documents.sync.SyncPlace;
import dev.tern.documents.sync.SyncReport;
import dev.tern.documents.sync.SyncedSource;
import dev.tern.error.TernException;
import dev.tern.ingest.IngestReport;
import dev.tern.server.api.EndpointProvider;
import dev.tern.server.front.HttpEndpoint;
import dev.tern.server.graphs.Intake;
import dev.tern.server.graphs.ServedGraph;
import dev.tern.server.job.Job;
import dev.tern.server.job.PluginJob;
import java.time.Clock;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/** Provides the command {@code tern sync}, the endpoints of sources, and jobs that synchronise. */
public final class SyncPlugin implements CommandProvider, EndpointProvider, PluginJob {
    @Override
    public List<Object> commands(CommandContext context) {
        return List.of(new SyncCommand(context));
    }

    @Override
    public List<HttpEndpoint> endpoints(Parts server) {
        SourceRuns runs = new SourceRuns(server.graphs(), server.jobs(), server.settings(), server.clock());
        server.atEnd().accept(runs::close);
        return Stream.concat(
                        new SourceEndpoints(server.graphs(), runs, server.quotas()).endpoints().stream(),
                        Stream.of(new OriginalEndpoint(server).endpoint()))
                .toList();
    }

    @Override
    public Job.Kind kind() {
        return Job.Kind.SYNC;
    }

    /** Synchronises a graph with a named source. Removes nothing if much of the source vanished. */
    @Override
    public IngestReport run(
            ServedGraph graph, String source, SyncRoots roots, Intake.IntakeListener listener, Clock clock) {
        SourceSync sync = new SourceSync(graph.store(), "tern serve", clock);
        SyncedSource known =
                sync.find(source).orElseThrow(() -> TernException.user("the graph has no source \"" + source + "\""));
        if (roots.refusal(known.name(), known.address()).isPresent()) {
            // The message omits the path, which readers of jobs must not see.
            throw TernException.user("the source \"" + source + "\" is not in a folder or site that this server may"
                    + " read (" + SyncRoots.KEY + ")");
        }
        AppSettings own = graph.intake().settings();
        // The folder is opened from a root: it may have become a link since the check.
        SourceLoader reading = graph.intake().loader().scanningBelow(roots.folders());
        SyncOptions options = SyncOptions.of(reading::excluding);
        SyncLock lock =
                SyncLock.acquire(own.spending().directory(), own.store().recordName() + " " + graph.name(), source);
        try (lock) {
            SyncReport report = sync.run(
                    new SyncPlace(source, known.address(), Optional.empty()),
                    options,
                    documents -> graph.intake().add("tern serve: sync " + source, documents, listener),
                    new RemarkForwarder(listener));
            report.failures().forEach(failure -> listener.skipped(failure.place(), failure.reason()));
            return report.ingest().orElse(IngestReport.EMPTY);
        } catch (TernException e) {
            if (e.fault() != TernException.Fault.USER) {
                throw e;
            }
            // Readers can see jobs, and the message names a path of this machine.
            throw TernException.user("the source \"" + source + "\" cannot be read: see the table of sources", e);
        }
    }

    /** Passes on remarks, but not failures of documents, which the report of a run lists. */
    private record RemarkForwarder(Intake.IntakeListener listener) implements LoadListener {
        @Override
        public void documentChanged(String source, String remark) {
            listener.documentChanged(source, remark);
        }
    }
}
