package dev.tern.server.api;

import dev.tern.server.front.BoundedWork;
import dev.tern.server.front.ErrorForm;
import dev.tern.server.front.HttpEndpoint;
import dev.tern.server.front.Quotas;
import dev.tern.server.graphs.Graphs;
import dev.tern.server.job.Jobs;
import dev.tern.server.settings.ServerSettings;
import java.time.InstantSource;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;

/** Endpoints of a jar beside the server, which finds them as a {@link java.util.ServiceLoader} does when it starts. */
public interface EndpointProvider {
    /**
     * The parts of a server that endpoints are made of.
     *
     * @param settings those of the server
     * @param graphs what is served
     * @param jobs changes them, one after the other
     * @param quotas limits what a caller may use
     * @param asking asks questions of them, within the limits of the server
     * @param profiles runs what reads a whole graph
     * @param clock tells the time
     * @param atEnd takes what is to be done when the server ends, before its jobs do
     */
    record Parts(
            ServerSettings settings,
            Graphs graphs,
            Jobs jobs,
            Quotas quotas,
            Asking asking,
            BoundedWork profiles,
            InstantSource clock,
            Consumer<Runnable> atEnd) {}

    /** The endpoints with their paths and roles; those of {@code openapi.yaml} alone are described. */
    List<HttpEndpoint> endpoints(Parts server);

    /** The form of errors under their paths; empty for problem details. */
    default Optional<ErrorForm> errors() {
        return Optional.empty();
    }
}
