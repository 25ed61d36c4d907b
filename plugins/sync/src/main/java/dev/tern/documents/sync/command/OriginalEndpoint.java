package dev.tern.documents.sync.command;

import dev.tern.app.AppSettings;
import dev.tern.app.limits.SyncRoots;
import dev.tern.documents.SourceLoader;
import dev.tern.documents.sync.NamedSources;
import dev.tern.documents.sync.SyncedSource;
import dev.tern.error.TernException;
import dev.tern.graph.Passage;
import dev.tern.graph.SourceMetadata;
import dev.tern.graph.SyncMetadata;
import dev.tern.server.api.DocumentListEndpoints;
import dev.tern.server.api.EndpointProvider;
import dev.tern.server.api.LookupEndpoints;
import dev.tern.server.front.BoundedWork;
import dev.tern.server.front.Exchange;
import dev.tern.server.front.HttpEndpoint;
import dev.tern.server.front.Problem;
import dev.tern.server.graphs.ServedGraph;
import java.io.BufferedInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/**
 * The endpoint that sends the file of a document that the caller may see. The file's path comes
 * from metadata, which every writer can set. So the file must have the content that was added, and
 * be in a synchronised folder that {@code server.syncRoots} allows, or, for operators, that a user
 * of this machine named. Thread-safe.
 */
final class OriginalEndpoint {
    private static final int START = 4096;

    private final EndpointProvider.Parts server;

    OriginalEndpoint(EndpointProvider.Parts server) {
        this.server = server;
    }

    HttpEndpoint endpoint() {
        return HttpEndpoint.get("/api/v1/graphs/{graph}/original", this::send)
                .withinScope()
                .withParameters("document", "filter", "hidden");
    }

    private void send(Exchange exchange) throws IOException {
        String id = exchange.query("document").orElse("");
        try (ServedGraph graph = LookupEndpoints.graph(server.graphs(), exchange)) {
            List<Passage> passages = DocumentListEndpoints.find(
                    server.asking().scans(), exchange.caller(), graph, LookupEndpoints.visible(exchange, graph), id, 0);
            if (passages.isEmpty()) {
                throw Problem.notFound(DocumentListEndpoints.UNKNOWN);
            }
            SourceMetadata metadata = passages.getFirst().metadata();
            SyncedSource source = SyncedSource.in(graph.store().latest().notes()).stream()
                    .filter(one -> metadata.text(SyncMetadata.SOURCE).equals(Optional.of(one.name())))
                    .filter(one -> !SyncMetadata.isSite(one.address()))
                    .findFirst()
                    .orElseThrow(() -> Problem.notFound("this document comes from no synchronised folder"));
            SourceLoader loader = loader(exchange, graph, source);
            String item = metadata.text(SyncMetadata.ITEM).orElse(id);
            String path = item.startsWith(source.name() + "/")
                    ? item.substring(source.name().length() + 1)
                    : item;
            String version = metadata.text(SyncMetadata.VERSION).orElse("");
            String name = path.substring(path.lastIndexOf('/') + 1);
            String encoded = URLEncoder.encode(name, StandardCharsets.UTF_8).replace("+", "%20");
            try (InputStream file = open(exchange, () -> loader.open(Path.of(source.address()), path, version))) {
                exchange.header("Content-Disposition", "inline; filename*=UTF-8''" + encoded);
                send(exchange, file);
            }
        }
    }

    /** Opens a file within the limit of concurrent scans, since the whole file is hashed first. */
    private InputStream open(Exchange exchange, BoundedWork.Work<InputStream, IOException> file) {
        try {
            return new BufferedInputStream(server.asking().scans().run(exchange.caller(), file));
        } catch (IOException | TernException e) {
            // Without its path, which readers must not see.
            throw Problem.notFound("the original has changed since it was added, or is no longer there");
        }
    }

    /** Returns a loader that may read the source's folder. */
    private SourceLoader loader(Exchange exchange, ServedGraph graph, SyncedSource source) {
        SyncRoots roots = server.settings().syncRoots();
        Optional<String> refusal = roots.refusal(source.name(), source.address());
        if (refusal.isEmpty()) {
            return graph.intake().loader().scanningBelow(roots.folders());
        }
        if (!exchange.caller().isOperator()) {
            throw Problem.notFound("the server may not send the original of this document");
        }
        AppSettings settings = graph.intake().settings();
        NamedSources named = new NamedSources(
                settings.spending().directory(), settings.store().recordName() + " " + graph.name());
        if (!named.hold(source)) {
            throw Problem.conflict(refusal.get());
        }
        return graph.intake().loader();
    }

    /** Sends a file as PDF, text or binary data, so that no browser runs a script of the file. */
    private static void send(Exchange exchange, InputStream file) throws IOException {
        file.mark(START);
        byte[] start = file.readNBytes(START);
        file.reset();
        String text = new String(start, StandardCharsets.ISO_8859_1);
        String mediaType = text.startsWith("%PDF-")
                ? "application/pdf"
                : text.indexOf('\0') < 0 ? "text/plain; charset=utf-8" : "application/octet-stream";
        if (text.startsWith("%PDF-")) {
            // A browser shows it in an object of its own.
            exchange.header("Content-Security-Policy", "default-src 'none'; object-src 'self'; frame-ancestors 'none'");
        }
        try (OutputStream out = exchange.stream(mediaType)) {
            file.transferTo(out);
        }
    }
}
