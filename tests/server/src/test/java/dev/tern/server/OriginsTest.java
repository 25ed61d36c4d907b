package dev.tern.server;

import static dev.tern.server.GuardsTest.assertProblem;
import static org.assertj.core.api.Assertions.assertThat;

import dev.tern.app.limits.ServerLimit;
import dev.tern.app.limits.ServerLimits;
import dev.tern.cli.ScriptedBackend;
import dev.tern.server.settings.ServerSettings;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Tests the host names and origins that the server accepts. */
final class OriginsTest {
    private static final String GRAPH = "/api/v1/graphs/bridges";

    @TempDir
    private Path folder;

    private Running start(UnaryOperator<ServerSettings.Builder> settings) {
        return Running.over(new ScriptedBackend(null), folder, settings);
    }

    @Test
    void strangersPageIsRefusedByItsOrigin() {
        try (Running server = start(usual -> usual)) {
            HttpRequest.Builder request =
                    server.posting(GRAPH + "/documents", Running.EMIL).header("Origin", "https://evil.example");
            assertProblem(server.send(request), 403, "Origin");
            HttpRequest.Builder own =
                    server.posting(GRAPH + "/documents", Running.EMIL).header("Origin", server.address());
            assertThat(server.send(own).statusCode()).isEqualTo(202);
            assertThat(server.send(server.request("/api/v1/graphs").header("Origin", "null"))
                            .statusCode())
                    .isEqualTo(403);
        }
    }

    /** An image of a stranger's page sends no Origin, and the right Host: it is refused before it costs or counts. */
    @Test
    void whatAStrangersPageFetchesWithoutAnOriginNeitherCostsNorCounts() {
        ServerLimits limits =
                ServerLimits.builder().set(ServerLimit.REQUESTS_PER_MINUTE, 3).build();
        try (Running server = start(usual -> usual.limits(limits).origins(Set.of("https://page.example")))) {
            for (String site : List.of("cross-site", "same-site")) {
                for (String path : List.of("/entities?name=x", "/export", "/documents?search=x")) {
                    assertProblem(
                            server.send(fetched(server, GRAPH + path, site, "no-cors", "image")),
                            403,
                            "cross-origin requests are not allowed (Sec-Fetch-Site)");
                }
                assertThat(server.send(fetched(server, GRAPH + "/export", site, "navigate", "document"))
                                .statusCode())
                        .isEqualTo(403);
                assertThat(server.send(fetched(server, "/", site, "navigate", "iframe"))
                                .statusCode())
                        .isEqualTo(403);
                assertThat(server.send(fetched(server, "/", site, "navigate", "document"))
                                .statusCode())
                        .isEqualTo(200);
            }
            assertThat(server.send(fetched(server, "/api/v1/graphs", "cross-site", "cors", "empty")
                                    .header("Origin", "https://page.example"))
                            .statusCode())
                    .isEqualTo(200);
            for (String site : List.of("same-origin", "none")) {
                assertThat(server.send(fetched(server, "/api/v1/graphs", site, "cors", "empty"))
                                .statusCode())
                        .isEqualTo(200);
            }
            assertThat(server.get("/api/v1/graphs").statusCode()).isEqualTo(429);
        }
    }

    private static HttpRequest.Builder fetched(Running server, String path, String site, String mode, String target) {
        return server.request(path)
                .header("Sec-Fetch-Site", site)
                .header("Sec-Fetch-Mode", mode)
                .header("Sec-Fetch-Dest", target);
    }

    @Test
    void nameThatIsBoundToThisMachineByAStrangerIsRefused() throws Exception {
        try (Running server = start(usual -> usual.hosts(Set.of("tern.example.org")))) {
            assertThat(RawHttp.status(server.server().port(), "GET /health/live", "Host: rebound.example"))
                    .isEqualTo(403);
            assertThat(RawHttp.status(server.server().port(), "GET /health/live", "Host: tern.example.org"))
                    .isEqualTo(200);
            assertThat(RawHttp.status(server.server().port(), "GET /health/live", "Host: localhost:1234"))
                    .isEqualTo(200);
        }
    }

    @Test
    void pagesOfOthersMayNotCallUnlessTheyAreListed() {
        try (Running closed = start(usual -> usual)) {
            HttpResponse<String> answer = closed.send(closed.request("/api/v1/graphs"));
            assertThat(answer.headers().firstValue("Access-Control-Allow-Origin"))
                    .isEmpty();
        }
        try (Running open = start(usual -> usual.origins(Set.of("https://page.example")))) {
            HttpResponse<String> answer =
                    open.send(open.request("/api/v1/graphs").header("Origin", "https://page.example"));
            assertThat(answer.statusCode()).isEqualTo(200);
            assertThat(answer.headers().firstValue("Access-Control-Allow-Origin"))
                    .hasValue("https://page.example");
            HttpResponse<String> before = open.send(open.request(GRAPH + "/ask")
                    .header("Origin", "https://page.example")
                    .header("Access-Control-Request-Method", "POST")
                    .method("OPTIONS", HttpRequest.BodyPublishers.noBody()));
            assertThat(before.statusCode()).isEqualTo(204);
            assertThat(before.headers()
                            .firstValue("Access-Control-Allow-Headers")
                            .orElse(""))
                    .contains("Content-Type");
        }
    }
}
