package dev.tern.server.api;

import dev.tern.server.front.Exchange;
import dev.tern.server.front.HttpEndpoint;
import dev.tern.server.front.Problem;
import dev.tern.web.PageFile;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/** Serves the page: files that are the same for everybody and reveal no graph. Thread-safe. */
public final class PageFileEndpoints {
    private static final int NOT_MODIFIED = 304;

    private final List<PageFile> files = PageFile.all();
    private final Optional<Path> sources;

    /**
     * Serves the page from the jar, or from a folder of its sources.
     *
     * @param sources a folder to read at each request, except for libraries; empty for the jar
     */
    public PageFileEndpoints(Optional<Path> sources) {
        this.sources = sources;
    }

    public List<HttpEndpoint> endpoints() {
        return sources.map(this::fromSources)
                .orElseGet(() -> fixed(files.stream()).toList());
    }

    private List<HttpEndpoint> fromSources(Path folder) {
        return Stream.concat(
                        // Library paths also match the pattern below, so they come first.
                        fixed(files.stream().filter(PageFile::isOfLibrary)),
                        Stream.of(
                                HttpEndpoint.open("/", exchange -> send(exchange, folder, PageFile.INDEX)),
                                HttpEndpoint.open(
                                        "/page/{+name}", exchange -> send(exchange, folder, exchange.path("name")))))
                .toList();
    }

    private static Stream<HttpEndpoint> fixed(Stream<PageFile> some) {
        return some.map(file -> HttpEndpoint.open(file.path(), exchange -> send(exchange, file)));
    }

    private static void send(Exchange exchange, Path folder, String name) throws IOException {
        send(exchange, PageFile.in(folder, name).orElseThrow(() -> Problem.notFound("the page has no such file")));
    }

    /** Sends a file, which browsers cache but revalidate: a new version shows at once. */
    private static void send(Exchange exchange, PageFile file) {
        exchange.header("Cache-Control", "no-cache");
        exchange.header("ETag", file.tag());
        if (exchange.requestHeader("If-None-Match").filter(file.tag()::equals).isPresent()) {
            exchange.send(NOT_MODIFIED, file.mediaType(), new byte[0]);
        } else {
            exchange.send(200, file.mediaType(), file.bytes());
        }
    }
}
