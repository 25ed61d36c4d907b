package dev.tern.profile.command;

import dev.tern.profile.Profile;
import dev.tern.profile.ProfileListener;
import dev.tern.server.api.EndpointProvider;
import dev.tern.server.api.LookupEndpoints;
import dev.tern.server.front.Exchange;
import dev.tern.server.front.HttpEndpoint;
import dev.tern.server.graphs.ServedGraph;
import java.util.List;

/** The endpoint that profiles a graph. Thread-safe. */
public final class ProfileEndpoint implements EndpointProvider {
    /** The maximum number of passages, and entities, of a sample, which is held in memory. */
    private static final int MAX_SAMPLE = 2_000;

    @Override
    public List<HttpEndpoint> endpoints(Parts server) {
        return List.of(HttpEndpoint.get("/api/v1/graphs/{graph}/profile", exchange -> profile(server, exchange))
                .withParameters("sample"));
    }

    private static void profile(Parts server, Exchange exchange) {
        int sample = exchange.query("sample", Profile.DEFAULT_SAMPLE, Profile.MIN_SAMPLE, MAX_SAMPLE);
        try (ServedGraph graph = LookupEndpoints.graph(server.graphs(), exchange)) {
            exchange.send(
                    200,
                    server.profiles()
                            .run(
                                    exchange.caller(),
                                    () -> Profile.of(
                                            graph.store(), sample, Profile.DEFAULT_SEED, ProfileListener.NONE)));
        }
    }
}
