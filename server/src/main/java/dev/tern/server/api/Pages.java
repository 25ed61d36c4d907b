package dev.tern.server.api;

import dev.tern.server.front.Exchange;
import dev.tern.server.front.HttpEndpoint;
import dev.tern.web.PageFile;
import java.util.List;

/** The page for people: files that are the same for everybody, and tell nothing of any graph. Thread-safe. */
public final class Pages {
    private static final int NOT_MODIFIED = 304;

    private final List<PageFile> files = PageFile.all();

    /** The endpoints with their paths and roles. */
    public List<HttpEndpoint> endpoints() {
        return files.stream()
                .map(file -> HttpEndpoint.open(file.path(), exchange -> send(exchange, file)))
                .toList();
    }

    /** A browser keeps a file and asks each time whether it is still the same: a new version is seen at once. */
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
