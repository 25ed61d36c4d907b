package dev.tern.server.api;

import dev.tern.server.front.BoundedWork;
import dev.tern.server.front.ErrorForm;
import dev.tern.server.front.HttpEndpoint;
import dev.tern.server.front.Quotas;
import dev.tern.server.graphs.Graphs;
import dev.tern.server.job.Jobs;
import dev.tern.server.metrics.Metrics;
import dev.tern.server.settings.ServerSettings;
import java.time.InstantSource;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;

/** Endpoints of a plug-in jar, found by the {@link java.util.ServiceLoader} at startup. */
public interface EndpointProvider {
    /**
     * The parts of a server that endpoints use.
     *
     * @param jobs the jobs, which change graphs in the background
     * @param quotas the limits of callers
     * @param asking the runner of questions, within the limits of the server
     * @param profiles the permits for profiles, which scan a whole graph
     * @param atEnd receives actions to run at shutdown, before the jobs are closed
     */
    record Parts(
            ServerSettings settings,
            Graphs graphs,
            Jobs jobs,
            Quotas quotas,
            Metrics metrics,
            QuestionRunner asking,
            BoundedWork profiles,
            InstantSource clock,
            Consumer<Runnable> atEnd) {}

    /** Returns the endpoints; {@code openapi.yaml} lacks the ones of third-party plug-ins. */
    List<HttpEndpoint> endpoints(Parts server);

    /** Returns the form of errors under the endpoints' paths; empty for problem details. */
    default Optional<ErrorForm> errors() {
        return Optional.empty();
    }
}
