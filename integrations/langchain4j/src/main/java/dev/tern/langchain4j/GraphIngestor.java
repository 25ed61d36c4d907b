package dev.tern.langchain4j;

import dev.langchain4j.data.document.Document;
import dev.langchain4j.data.document.DocumentTransformer;
import dev.tern.GraphRag;
import dev.tern.graph.ContentId;
import dev.tern.graph.SourceDocument;
import dev.tern.graph.SourceMetadata;
import dev.tern.ingest.IngestListener;
import dev.tern.ingest.IngestReport;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.UUID;
import java.util.function.Function;
import java.util.stream.Stream;

/**
 * Adds LangChain4j's documents to a graph, like its {@code EmbeddingStoreIngestor} for an embedding
 * store, with the graph's own splitter, extractor and embedding model.
 *
 * <p>A document with the same id is replaced, at no cost if it has not changed. Its title is the
 * {@code title} of its metadata, if there is one.
 *
 * <p>Its metadata keep their types for filters of {@link GraphContentRetriever}: an int or a long
 * is an integer, a float or a double a finite number, a UUID its text.
 *
 * <p>Thread-safe; the caller closes the {@link GraphRag}.
 */
public final class GraphIngestor {
    private static final String GIVEN_ID = "document_id";

    private final GraphRag rag;
    private final DocumentTransformer transformer;
    private final Function<Document, String> documentId;
    private final IngestListener listener;

    private GraphIngestor(Builder builder) {
        this.rag = builder.rag;
        this.transformer = builder.transformer;
        this.documentId = builder.documentId;
        this.listener = builder.listener;
    }

    /** Returns an ingestor that adds documents unchanged. */
    public static GraphIngestor of(GraphRag rag) {
        return builder(rag).build();
    }

    /** Returns a builder of an ingestor, which never closes the graph. */
    public static Builder builder(GraphRag rag) {
        return new Builder(rag);
    }

    /**
     * Returns the default id of a document: the first of {@code document_id}, {@code url} or
     * directory and file name in its metadata; else a hash of its text.
     */
    public static String defaultId(Document document) {
        Map<String, Object> metadata = document.metadata().toMap();
        String folder = text(metadata, Document.ABSOLUTE_DIRECTORY_PATH).replace('\\', '/');
        String file = text(metadata, Document.FILE_NAME);
        String path = folder.isEmpty() || file.isEmpty() ? file : folder + "/" + file;
        return Stream.of(text(metadata, GIVEN_ID), text(metadata, Document.URL), path)
                .filter(id -> !id.isEmpty())
                .findFirst()
                .orElseGet(() -> ContentId.ofPassage("", document.text()));
    }

    private static String text(Map<String, Object> metadata, String key) {
        return String.valueOf(metadata.getOrDefault(key, "")).strip();
    }

    /** Adds documents like {@link #ingest(List)}. */
    public IngestReport ingest(Document... documents) {
        return ingest(Arrays.asList(documents));
    }

    /**
     * Adds documents; ends and fails like {@link GraphRag#add(Iterable, IngestListener)}.
     *
     * @throws IllegalArgumentException if a document has a blank text, its id is blank or too long,
     *     or a value of its metadata is NaN or infinite
     */
    public IngestReport ingest(List<Document> documents) {
        return rag.add(
                transformer.transformAll(documents).stream()
                        .map(this::converted)
                        .toList(),
                listener);
    }

    private SourceDocument converted(Document document) {
        return converted(documentId.apply(document), document.text(), document.metadata());
    }

    static SourceDocument converted(String id, String text, dev.langchain4j.data.document.Metadata metadata) {
        Map<String, Object> given = metadata.toMap();
        return SourceDocument.of(id, text)
                .withTitle(text(given, GraphContent.TITLE))
                .withMetadata(metadata(id, given));
    }

    private static SourceMetadata metadata(String documentId, Map<String, Object> given) {
        Map<String, Object> values = new TreeMap<>(given);
        values.replaceAll((key, value) -> value instanceof UUID ? value.toString() : value);
        try {
            return SourceMetadata.of(values);
        } catch (IllegalArgumentException e) {
            throw new IllegalArgumentException("document \"" + documentId + "\", " + e.getMessage(), e);
        }
    }

    /** Collects the settings of an ingestor. Not thread-safe. */
    public static final class Builder {
        private final GraphRag rag;
        private DocumentTransformer transformer = document -> document;
        private Function<Document, String> documentId = GraphIngestor::defaultId;
        private IngestListener listener = IngestListener.NONE;

        private Builder(GraphRag rag) {
            this.rag = rag;
        }

        /** Sets a function that changes or omits documents; by default none. */
        public Builder documentTransformer(DocumentTransformer value) {
            transformer = value;
            return this;
        }

        /** Sets the id of a document; default {@link GraphIngestor#defaultId}. */
        public Builder documentId(Function<Document, String> value) {
            documentId = value;
            return this;
        }

        /** Sets a listener of the progress. */
        public Builder listener(IngestListener value) {
            listener = value;
            return this;
        }

        public GraphIngestor build() {
            return new GraphIngestor(this);
        }
    }
}
