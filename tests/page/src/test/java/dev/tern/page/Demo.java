package dev.tern.page;

import static com.microsoft.playwright.assertions.PlaywrightAssertions.assertThat;

import com.microsoft.playwright.Page;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;

/**
 * The server of all tests that need none of their own, and the model that it asks. The demo's passages are in its first
 * graph, which no test changes; each test that changes one has a graph of its own.
 */
final class Demo implements AutoCloseable {
    private final Path folder;
    private final ModelWire model = new ModelWire();
    private final Serving server;

    Demo() {
        try {
            folder = Files.createTempDirectory("tern-page-");
            server = new Serving(folder, model).withTheDemo(Serving.GRAPH);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    ModelWire model() {
        return model;
    }

    Serving server() {
        return server;
    }

    /** Asks the demo's question with both answers and the knobs open, and waits until it is answered. */
    void ask(Page page) {
        page.navigate(server.address() + "/?beside=yes");
        page.locator("#question").fill(Serving.QUESTION);
        page.keyboard().press("Enter");
        assertThat(page.locator(".answer[data-mode=graph] .answer-text")).hasAttribute("aria-busy", "false");
        assertThat(page.locator(".answer[data-mode=naive] .answer-text")).hasAttribute("aria-busy", "false");
        page.locator(".found > summary").click();
        assertThat(page.locator(".sum span").first()).isVisible();
        page.locator(".knobs summary").click();
    }

    @Override
    public void close() throws IOException {
        server.close();
        model.close();
        try (Stream<Path> files = Files.walk(folder)) {
            List<Path> deepestFirst = files.sorted(Comparator.reverseOrder()).toList();
            for (Path file : deepestFirst) {
                Files.delete(file);
            }
        }
    }
}
