package dev.tern.server.api;

import dev.tern.server.front.BoundedWork;
import dev.tern.server.front.HttpEndpoint;
import dev.tern.server.graphs.Graphs;
import java.util.List;

/** Endpoints of a jar beside the server, which finds them as a {@link java.util.ServiceLoader} does when it starts. */
public interface EndpointProvider {
    /**
     * The parts of a server that endpoints are made of.
     *
     * @param graphs what is served
     * @param asking asks questions of them, within the limits of the server
     * @param profiles runs what reads a whole graph
     */
    record Parts(Graphs graphs, Asking asking, BoundedWork profiles) {}

    /** The endpoints with their paths and roles; those of {@code openapi.yaml} alone are described. */
    List<HttpEndpoint> endpoints(Parts server);
}
