package dev.tern.server.mcp;

import dev.tern.server.api.QuestionRunner;
import dev.tern.server.front.Quotas;
import dev.tern.server.graphs.Graphs;
import dev.tern.server.job.Jobs;
import dev.tern.server.metrics.Metrics;
import dev.tern.server.settings.ServerSettings;
import java.util.List;
import java.util.Optional;

/** Tools of a plug-in jar, found by the {@link java.util.ServiceLoader} at startup. */
public interface ToolProvider {
    /**
     * The parts of a server that tools use.
     *
     * @param asking the runner of questions, within the limits of the server
     * @param quotas the limits of callers
     * @param jobs the jobs, which change graphs in the background; empty if there are none
     */
    record Parts(
            ServerSettings settings,
            Graphs graphs,
            QuestionRunner asking,
            Quotas quotas,
            Metrics metrics,
            Optional<Jobs> jobs) {}

    /** Returns the tools, which {@code tools.json} describes. */
    List<GraphTool<?>> tools(Parts server);
}
