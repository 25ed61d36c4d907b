package dev.tern.transfer.file;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonProperty;
import com.fasterxml.jackson.annotation.JsonSetter;
import com.fasterxml.jackson.annotation.JsonSubTypes;
import com.fasterxml.jackson.annotation.JsonTypeInfo;
import com.fasterxml.jackson.annotation.Nulls;
import com.fasterxml.jackson.databind.JsonNode;
import dev.tern.graph.ContentId;
import dev.tern.graph.Extraction;
import dev.tern.graph.MetadataJson;
import dev.tern.graph.Passage;
import dev.tern.graph.Position;
import dev.tern.graph.Statement;
import dev.tern.note.Edit.Trusted;
import dev.tern.note.EditNotes;
import dev.tern.note.Note;
import dev.tern.note.Notes;
import dev.tern.settings.SourceRule;
import dev.tern.transfer.checksum.GraphChecksum;
import java.time.Instant;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * A line of a graph as JSON lines: an object with one field, which names the kind of line.
 *
 * <pre>
 *   {"header": ...}                      the first
 *   {"entity": ...} {"relation": ...}    only if the file has vectors: the next passages need them
 *   {"passage": ...}
 *   ...                                  and so on
 *   {"footer": ...}                      the last
 * </pre>
 */
@JsonTypeInfo(use = JsonTypeInfo.Id.NAME, include = JsonTypeInfo.As.WRAPPER_OBJECT)
@JsonSubTypes({
    @JsonSubTypes.Type(value = GraphLine.Header.class, name = "header"),
    @JsonSubTypes.Type(value = GraphLine.EntityVector.class, name = "entity"),
    @JsonSubTypes.Type(value = GraphLine.RelationVector.class, name = "relation"),
    @JsonSubTypes.Type(value = GraphLine.PassageLine.class, name = "passage"),
    @JsonSubTypes.Type(value = GraphLine.Footer.class, name = "footer")
})
sealed interface GraphLine {
    /** A line between the first and the last. */
    sealed interface InnerLine extends GraphLine {}

    /** The name of the format in a header. */
    String FORMAT = "tern-graph";

    /**
     * The version of the format without notes, written if the graph has none: every version of Tern
     * reads it.
     */
    int WITHOUT_NOTES = 1;

    /** The newest version of the format that this version of Tern reads. */
    int VERSION = 2;

    /**
     * Describes the contents of the file.
     *
     * @param format {@value GraphLine#FORMAT}
     * @param dimension the dimension of the graph's vectors
     * @param vectors true if the vectors are in the file
     * @param documents the number of documents when the export began
     * @param relations the number of distinct relations
     * @param quarantine the hidden sources in a file of a development version; null for none
     * @param notes the graph's notes, since version 2; null for none
     */
    record Header(
            @JsonProperty(required = true) String format,
            @JsonProperty(required = true) int version,
            @JsonProperty(required = true) String embeddingModel,
            @JsonProperty(required = true) int dimension,
            @JsonProperty(required = true) boolean vectors,
            @JsonProperty(required = true) long documents,
            @JsonProperty(required = true) long passages,
            @JsonProperty(required = true) long entities,
            @JsonProperty(required = true) long relations,

            @JsonInclude(JsonInclude.Include.NON_NULL) @JsonSetter(nulls = Nulls.SET) @Nullable
            List<String> quarantine,

            @JsonInclude(JsonInclude.Include.NON_NULL) @JsonSetter(nulls = Nulls.SET) @Nullable
            List<JsonNode> notes)
            implements GraphLine {
        /** Returns the notes of the graph, and a rule of trust 0 for each source in quarantine. */
        Notes said() {
            List<String> lines = notes == null
                    ? List.of()
                    : notes.stream().map(JsonNode::toString).toList();
            Note.Act act = new Note.Act("tern", Instant.EPOCH, "in quarantine");
            Stream<Note> hidden = quarantine == null
                    ? Stream.of()
                    : quarantine.stream()
                            .map(source -> EditNotes.note(new Trusted(SourceRule.parse(source + "=0")), act, 0));
            return Notes.NONE.with(
                    Stream.concat(hidden, Notes.ofLines(lines).all().stream()).toList());
        }
    }

    record EntityVector(
            @JsonProperty(required = true) String id,
            @JsonProperty(required = true) String name,
            @JsonProperty(required = true) String vector)
            implements InnerLine {
        public EntityVector {
            requireId("entity", id, ContentId.ofEntity(name));
        }
    }

    record RelationVector(
            @JsonProperty(required = true) String key,
            @JsonProperty(required = true) String text,
            @JsonProperty(required = true) List<String> entities,
            @JsonProperty(required = true) String vector)
            implements InnerLine {
        public RelationVector {
            entities = List.copyOf(entities);
            requireId("relation", key, ContentId.ofRelation(text, entities));
        }
    }

    /** A passage, with its vector if the file has vectors. */
    record PassageLine(
            @JsonProperty(required = true) String id,
            @JsonProperty(required = true) String document,
            @JsonProperty(required = true) int ordinal,
            @JsonProperty(required = true) String title,
            @JsonProperty(required = true) String text,
            @JsonProperty(required = true) List<Statement> statements,
            @JsonProperty(required = true) Map<String, Object> metadata,
            @JsonProperty(required = true) Position place,
            @JsonProperty(required = true) Extraction extraction,

            @JsonInclude(JsonInclude.Include.NON_NULL) @JsonSetter(nulls = Nulls.SET) @Nullable
            String vector)
            implements InnerLine {
        public PassageLine {
            if (!id.equals(ContentId.ofPassage(document, text, place.heading()))) {
                requireId("passage", id, ContentId.ofPassage(document, text));
            }
            Set<String> keys = new HashSet<>();
            for (Statement statement : statements) {
                if (!keys.add(statement.relationKey())) {
                    throw new IllegalArgumentException("the statement \"" + statement.text() + "\" is there twice");
                }
            }
        }

        static PassageLine of(Passage passage, @Nullable String vector) {
            return new PassageLine(
                    passage.id(),
                    passage.documentId(),
                    passage.ordinal(),
                    passage.title(),
                    passage.text(),
                    passage.statements(),
                    // Values are sorted, so that the same graph gives the same file.
                    MetadataJson.values(passage.metadata()),
                    passage.position(),
                    passage.extraction(),
                    vector);
        }

        Passage passage() {
            return new Passage(
                    id, document, ordinal, title, text, statements, MetadataJson.metadata(metadata), place, extraction);
        }
    }

    /**
     * The totals of the file, by which a reader checks that it is complete.
     *
     * @param passages the number of passages in the file
     * @param statements the number of their statements
     * @param sha256 the SHA-256 of all uncompressed bytes before this line, in hexadecimal
     * @param graph the graph's checksum; null without vectors
     */
    record Footer(
            @JsonProperty(required = true) long passages,
            @JsonProperty(required = true) long statements,
            @JsonProperty(required = true) String sha256,

            @JsonInclude(JsonInclude.Include.NON_NULL) @JsonSetter(nulls = Nulls.SET) @Nullable
            GraphChecksum graph)
            implements GraphLine {}

    private static void requireId(String kind, String id, String expected) {
        if (!id.equals(expected)) {
            throw new IllegalArgumentException(
                    "the id of the " + kind + " is " + id + "; its content has the id " + expected);
        }
    }
}
