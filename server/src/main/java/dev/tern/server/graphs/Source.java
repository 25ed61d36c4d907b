package dev.tern.server.graphs;

import dev.tern.graph.Document;
import java.net.URI;
import java.nio.file.Path;

/** A source of documents. */
public sealed interface Source {
    /** A document in the body of a request. */
    record Given(Document document) implements Source {}

    /**
     * A file uploaded by a client.
     *
     * @param name the sender's name for it: the id of its document, and never a path
     * @param content the server's file with its content
     */
    record Upload(String name, Path content) implements Source {}

    /**
     * A page of the web.
     *
     * @param address http or https
     */
    record Page(URI address) implements Source {}
}
