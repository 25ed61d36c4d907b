package dev.tern.server.graphs;

import dev.tern.graph.SourceDocument;
import java.net.URI;
import java.nio.file.Path;

/** A source of documents to add. */
public sealed interface IntakeSource {
    /** A document in the body of a request. */
    record SentDocument(SourceDocument document) implements IntakeSource {}

    /**
     * A file uploaded by a client.
     *
     * @param name the sender's name for the file, with which its documents' ids begin; never a path
     * @param content the file on the server that has the content
     */
    record UploadedFile(String name, Path content) implements IntakeSource {}

    /** A page of the web, by http or https. */
    record WebPage(URI address) implements IntakeSource {}
}
