package dev.tern.server.graphs;

import dev.tern.graph.Document;
import java.net.URI;
import java.nio.file.Path;

/** Where documents come from. */
public sealed interface Source {
    /** A document as it is. */
    record Given(Document document) implements Source {}

    /**
     * A file that a client has uploaded.
     *
     * @param name what the sender calls it: the id of its document, and never a path
     * @param content where the server has put what was sent
     */
    record Upload(String name, Path content) implements Source {}

    /**
     * A page of the web.
     *
     * @param address http or https
     */
    record Page(URI address) implements Source {}
}
