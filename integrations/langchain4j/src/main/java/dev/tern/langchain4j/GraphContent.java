package dev.tern.langchain4j;

import dev.langchain4j.data.document.Metadata;
import dev.langchain4j.data.segment.TextSegment;
import dev.langchain4j.rag.content.Content;
import dev.langchain4j.rag.content.ContentMetadata;
import dev.tern.graph.MetadataValue;
import dev.tern.graph.MetadataValue.OfBoolean;
import dev.tern.graph.MetadataValue.OfDouble;
import dev.tern.graph.MetadataValue.OfInstant;
import dev.tern.graph.MetadataValue.OfLong;
import dev.tern.graph.MetadataValue.OfString;
import dev.tern.graph.Passage;
import dev.tern.graph.Relation;
import dev.tern.graph.SourceMetadata;
import dev.tern.graph.SyncMetadata;
import dev.tern.query.Retrieval;
import dev.tern.query.trace.Trace;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * The passage, relations and retrieval of a {@link Content} that a {@link GraphContentRetriever}
 * found. {@link #of} returns them for the content, even after aggregators have re-ranked it.
 *
 * <p>The segment's metadata have this data as simple values for prompts: the document's own
 * metadata, and {@value #DOCUMENT_ID}, {@value #PASSAGE_ID}, {@value #TITLE}, {@value #HEADING},
 * {@value #PAGE} and {@value #RELATIONS}, as far as they exist. {@link Content}s of the same
 * passage are equal.
 *
 * @param passage the passage, with its document's id, its place and metadata
 * @param score higher is better; scores are comparable within one retrieval, not between modes
 * @param relations the chosen relations that this passage states, the most useful first; empty in
 *     naive mode
 * @param retrieval the whole retrieval, with its question, passages, relations and trace
 */
public record GraphContent(Passage passage, double score, List<Relation> relations, Retrieval retrieval) {
    /** The key of the document's id in a segment's metadata. */
    public static final String DOCUMENT_ID = "documentId";

    /** The key of the passage's id in a segment's metadata. */
    public static final String PASSAGE_ID = "passageId";

    /** The key of the document's title in a segment's metadata. */
    public static final String TITLE = "title";

    /** The key of the headings over the passage, outermost first, joined by " > ". */
    public static final String HEADING = "heading";

    /** The key of the page or pages in a segment's metadata, as in "3" or "3-4". */
    public static final String PAGE = "page";

    /** The key of the relations in a segment's metadata: their texts, a line each. */
    public static final String RELATIONS = "relations";

    public GraphContent {
        relations = List.copyOf(relations);
    }

    /** Returns the passage, relations and retrieval of a content; empty if it has none. */
    public static Optional<GraphContent> of(Content content) {
        return content.textSegment() instanceof PassageSegment segment
                ? Optional.of(segment.content)
                : Optional.empty();
    }

    /** Returns the trace of the retrieval. */
    public Trace trace() {
        return retrieval.trace();
    }

    /** Returns the contents of a retrieval, best first. */
    static List<Content> of(Retrieval retrieval) {
        return retrieval.passages().stream()
                .map(found -> new GraphContent(
                                found.value(), found.score(), retrieval.statedBy(found.value()), retrieval)
                        .content())
                .toList();
    }

    private Content content() {
        return Content.from(
                new PassageSegment(this),
                Map.of(ContentMetadata.SCORE, score, ContentMetadata.EMBEDDING_ID, passage.id()));
    }

    /**
     * Returns the metadata of a passage's segment: the user's own, and the passage's values, except
     * empty ones, under the keys of this class.
     */
    static Metadata metadata(Passage passage, List<Relation> relations) {
        Metadata metadata = shown(SyncMetadata.withoutVersion(passage.metadata()));
        metadata.put(DOCUMENT_ID, passage.documentId());
        metadata.put(PASSAGE_ID, passage.id());
        put(metadata, TITLE, passage.title());
        put(metadata, HEADING, passage.position().heading());
        put(metadata, PAGE, passage.position().pages());
        put(metadata, RELATIONS, relations.stream().map(Relation::text).collect(Collectors.joining("\n")));
        return metadata;
    }

    /** Converts metadata to LangChain4j's, without blank keys, which LangChain4j refuses. */
    static Metadata shown(SourceMetadata metadata) {
        Metadata shown = new Metadata();
        metadata.values().forEach((key, value) -> {
            if (!key.isBlank()) {
                put(shown, key, value);
            }
        });
        return shown;
    }

    /** Keeps the type if LangChain4j has it; booleans and instants become text. */
    private static void put(Metadata metadata, String key, MetadataValue value) {
        switch (value) {
            case OfLong(long number) -> metadata.put(key, number);
            case OfDouble(double number) -> metadata.put(key, number);
            case OfString(String text) -> metadata.put(key, text);
            case OfBoolean truth -> metadata.put(key, truth.toString());
            case OfInstant moment -> metadata.put(key, moment.toString());
        }
    }

    private static void put(Metadata metadata, String key, String value) {
        if (!value.isEmpty()) {
            metadata.put(key, value);
        }
    }

    /**
     * A segment with a passage's text. Aggregators make new contents of given segments, so the
     * graph content is attached to the segment; and they compare contents by their segments, so
     * segments are equal if their passages are.
     */
    private static final class PassageSegment extends TextSegment {
        private final GraphContent content;

        PassageSegment(GraphContent content) {
            super(content.passage().textToEmbed(), GraphContent.metadata(content.passage(), content.relations()));
            this.content = content;
        }

        @Override
        public boolean equals(@Nullable Object other) {
            return other instanceof PassageSegment segment
                    && segment.content.passage().id().equals(content.passage().id());
        }

        @Override
        public int hashCode() {
            return content.passage().id().hashCode();
        }
    }
}
