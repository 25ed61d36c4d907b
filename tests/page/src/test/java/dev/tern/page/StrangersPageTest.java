package dev.tern.page;

import static com.microsoft.playwright.assertions.PlaywrightAssertions.assertThat;
import static org.assertj.core.api.Assertions.assertThat;

import com.microsoft.playwright.Page;
import com.microsoft.playwright.Response;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.extension.ExtendWith;

/** Tests of a foreign page that a user of a server without keys has open. */
@Tag("browser")
@ExtendWith(Browsing.class)
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
final class StrangersPageTest {
    private static final String ENTITIES = "/api/v1/graphs/default/entities?name=x";
    private static final String EXPORT = "/api/v1/graphs/default/export";

    private final Serving server;
    private final HttpServer stranger;

    StrangersPageTest(Demo demo) throws IOException {
        server = demo.server();
        String html = "<!doctype html><title>cats</title><img src='" + server.address() + ENTITIES + "'><iframe src='"
                + server.address() + EXPORT + "'></iframe><a href='" + server.address() + "/'>Tern</a><a href='"
                + server.address() + EXPORT + "'>export</a>";
        stranger = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        stranger.createContext("/", exchange -> {
            byte[] page = html.getBytes(StandardCharsets.UTF_8);
            exchange.getResponseHeaders().set("Content-Type", "text/html");
            exchange.sendResponseHeaders(200, page.length);
            try (OutputStream out = exchange.getResponseBody()) {
                out.write(page);
            }
        });
        stranger.start();
    }

    @AfterAll
    void end() {
        stranger.stop(0);
    }

    @Test
    void whatItLoadsIsRefusedAndItsLinkOpensThePage(Chromium chromium) {
        Page page = chromium.visit();
        page.navigate("http://localhost:" + stranger.getAddress().getPort() + "/");
        // The browser hides the request from the page and so from the test; the server knows it.
        Page figures = chromium.visit();
        for (String asked : List.of("entities", "export")) {
            // A request is counted when it has been answered.
            figures.waitForCondition(() -> {
                figures.navigate(server.address() + "/metrics");
                return figures.locator("body")
                        .textContent()
                        .contains("{method=\"GET\",path=\"/api/v1/graphs/{graph}/" + asked + "\",status=\"403\"} 1");
            });
        }

        Response export = page.waitForResponse(
                server.address() + EXPORT, () -> page.getByText("export").click());
        assertThat(export.status()).isEqualTo(403);
        page.goBack();
        page.getByText("Tern").click();
        assertThat(page).hasURL(server.address() + "/");
        assertThat(page.locator("main")).isVisible();
    }
}
