package dev.tern.curation.command;

import dev.tern.app.limits.SyncRoots;
import dev.tern.cli.command.CommandContext;
import dev.tern.cli.command.CommandProvider;
import dev.tern.curation.Curation;
import dev.tern.ingest.IngestReport;
import dev.tern.server.api.EndpointProvider;
import dev.tern.server.front.HttpEndpoint;
import dev.tern.server.graphs.Intake;
import dev.tern.server.graphs.ServedGraph;
import dev.tern.server.job.Job;
import dev.tern.server.job.PluginJob;
import dev.tern.server.mcp.GraphTool;
import dev.tern.server.mcp.ToolProvider;
import java.time.Clock;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicReference;

/** Provides the command {@code tern edit}, endpoints and tools for edits, and jobs that rewrite. */
public final class CurationPlugin implements CommandProvider, EndpointProvider, ToolProvider, PluginJob {
    @Override
    public List<Object> commands(CommandContext context) {
        return List.of(new EditsCommands(context));
    }

    @Override
    public List<HttpEndpoint> endpoints(EndpointProvider.Parts server) {
        CallerEdits edits = new CallerEdits(new ToolProvider.Parts(
                server.settings(),
                server.graphs(),
                server.asking(),
                server.quotas(),
                server.metrics(),
                Optional.of(server.jobs())));
        server.atEnd().accept(edits.resume(server.jobs())::interrupt);
        return new EditEndpoints(server, edits).endpoints();
    }

    @Override
    public List<GraphTool<?>> tools(ToolProvider.Parts server) {
        return EditTools.of(server);
    }

    @Override
    public Job.Kind kind() {
        return Job.Kind.EDIT;
    }

    @Override
    public IngestReport run(
            ServedGraph graph, String payload, SyncRoots roots, Intake.IntakeListener listener, Clock clock) {
        return graph.intake().change("tern serve: edit", listener, rag -> {
            AtomicReference<IngestReport> report = new AtomicReference<>(IngestReport.EMPTY);
            Curation.of(rag)
                    .edits()
                    .with((done, all) -> {
                        report.set(IngestReport.of(0, done, 0, 0, 0, (long) all - done, false, 0));
                        listener.progress(report.get());
                        return true;
                    })
                    .applyPending();
            return report.get();
        });
    }
}
