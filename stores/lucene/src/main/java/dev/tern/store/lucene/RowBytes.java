package dev.tern.store.lucene;

import dev.tern.graph.ContentId;
import dev.tern.graph.Entity;
import dev.tern.graph.Extraction;
import dev.tern.graph.Passage;
import dev.tern.graph.Position;
import dev.tern.graph.SourceMetadata;
import dev.tern.graph.Statement;
import dev.tern.store.RelationRow;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import org.apache.lucene.store.ByteBuffersDataOutput;
import org.apache.lucene.util.BytesRef;
import org.apache.lucene.util.IOConsumer;

/**
 * Encodes rows as bytes, and decodes them. A relation's row starts with the relation's key, any
 * other row with its id; the key or id can be read without decoding the rest.
 *
 * <p>An id of 32 lower-case hexadecimal digits, as {@link ContentId} makes them,
 * takes 17 bytes; any other id is stored as text.
 */
final class RowBytes {
    private static final HexFormat HEX = HexFormat.of();

    private RowBytes() {}

    /** Reads the id that a row starts with; for a relation's row, the relation's key. */
    static String id(BytesRef row) throws IOException {
        return new RowInput(row).id();
    }

    /** Returns the bytes of the id or key that a row starts with; equal ids have equal bytes. */
    static BytesRef idBytes(BytesRef row) throws IOException {
        return new RowInput(row).idBytes();
    }

    /** Reads the document id from a passage's row, where it follows the passage's id. */
    static String documentId(BytesRef row) throws IOException {
        RowInput in = new RowInput(row);
        in.id();
        return in.string();
    }

    static BytesRef of(Entity entity) {
        return bytes(out -> {
            writeId(out, entity.id());
            out.writeString(entity.name());
        });
    }

    static Entity entity(BytesRef row) throws IOException {
        return RowInput.parse("an entity", row, in -> new Entity(in.id(), in.string()));
    }

    static BytesRef of(RelationRow relation) {
        return bytes(out -> {
            writeId(out, relation.key());
            writeId(out, relation.id());
            out.writeString(relation.text());
            out.writeVInt(relation.entityIds().size());
            for (String entityId : relation.entityIds()) {
                writeId(out, entityId);
            }
            writeId(out, relation.passageId());
            out.writeString(relation.documentId());
        });
    }

    static RelationRow relation(BytesRef row) throws IOException {
        return RowInput.parse("a statement", row, in -> {
            String key = in.id();
            String id = in.id();
            String text = in.string();
            int entities = in.count();
            List<String> entityIds = new ArrayList<>(entities);
            for (int i = 0; i < entities; i++) {
                entityIds.add(in.id());
            }
            return new RelationRow(id, key, text, entityIds, in.id(), in.string());
        });
    }

    /** Reads the row id from a relation's row, where it follows the relation's key. */
    static String relationRowId(BytesRef row) throws IOException {
        RowInput in = new RowInput(row);
        in.id();
        return in.id();
    }

    static BytesRef of(Passage passage) {
        return bytes(out -> {
            writeId(out, passage.id());
            out.writeString(passage.documentId());
            out.writeVInt(passage.ordinal());
            out.writeString(passage.title());
            out.writeString(passage.text());
            writeStatements(out, passage.statements());
            MetadataBytes.writeStrings(out, passage.metadata());
            Position place = passage.position();
            out.writeVInt(place.start());
            out.writeVInt(place.end());
            out.writeVInt(place.page());
            out.writeVInt(place.lastPage());
            out.writeString(place.heading());
            Extraction extraction = passage.extraction();
            out.writeString(extraction.state().name());
            out.writeString(extraction.by());
            out.writeVInt(extraction.tries());
            out.writeString(extraction.reason());
            boolean others = MetadataBytes.writeOthers(out, passage.metadata());
            if (!extraction.found().isEmpty()) {
                if (!others) {
                    out.writeVInt(0);
                }
                writeStatements(out, extraction.found());
            }
        });
    }

    private static void writeStatements(ByteBuffersDataOutput out, List<Statement> statements) throws IOException {
        out.writeVInt(statements.size());
        for (Statement statement : statements) {
            out.writeString(statement.text());
            out.writeVInt(statement.entities().size());
            for (String name : statement.entities()) {
                out.writeString(name);
            }
        }
    }

    private static List<Statement> statements(RowInput in) throws IOException {
        int count = in.count();
        List<Statement> statements = new ArrayList<>(count);
        for (int i = 0; i < count; i++) {
            statements.add(new Statement(in.string(), in.strings()));
        }
        return statements;
    }

    static Passage passage(BytesRef row) throws IOException {
        return RowInput.parse("a passage", row, RowBytes::passage);
    }

    private static Passage passage(RowInput in) throws IOException {
        String id = in.id();
        String documentId = in.string();
        int ordinal = in.number();
        String title = in.string();
        String text = in.string();
        List<Statement> statements = statements(in);
        Map<String, String> strings = in.mapOfStrings();
        Position place = new Position(in.number(), in.number(), in.number(), in.number(), in.string());
        Extraction.State state = Extraction.State.valueOf(in.string());
        String by = in.string();
        int tries = in.number();
        String reason = in.string();
        SourceMetadata metadata = MetadataBytes.read(strings, in);
        List<Statement> found = in.isAtEnd() ? List.of() : statements(in);
        Extraction extraction = new Extraction(state, by, tries, reason, found);
        return new Passage(id, documentId, ordinal, title, text, statements, metadata, place, extraction);
    }

    private static BytesRef bytes(IOConsumer<ByteBuffersDataOutput> writer) {
        ByteBuffersDataOutput out = new ByteBuffersDataOutput();
        try {
            writer.accept(out);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return new BytesRef(out.toArrayCopy());
    }

    private static void writeId(ByteBuffersDataOutput out, String id) throws IOException {
        if (ContentId.isValid(id)) {
            out.writeByte((byte) 1);
            out.writeBytes(HEX.parseHex(id));
        } else {
            out.writeByte((byte) 0);
            out.writeString(id);
        }
    }
}
