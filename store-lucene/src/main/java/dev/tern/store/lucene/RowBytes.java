package dev.tern.store.lucene;

import dev.tern.graph.Entity;
import dev.tern.graph.Extraction;
import dev.tern.graph.Metadata;
import dev.tern.graph.Passage;
import dev.tern.graph.Place;
import dev.tern.graph.Statement;
import dev.tern.store.RelationRow;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import org.apache.lucene.store.ByteArrayDataInput;
import org.apache.lucene.store.ByteBuffersDataOutput;
import org.apache.lucene.util.BytesRef;
import org.apache.lucene.util.IOConsumer;

/**
 * A row as bytes, its id first (for a relation its key, by which rows are grouped), so that the id can be read alone.
 *
 * <p>An id of 32 hexadecimal digits, as {@link dev.tern.graph.ContentId} makes them, takes 17 bytes; any other text is
 * kept as it is.
 */
final class RowBytes {
    private static final int ID_BYTES = 16;
    private static final HexFormat HEX = HexFormat.of();

    private RowBytes() {}

    /** The id that a row starts with. */
    static String id(BytesRef row) throws IOException {
        return readId(input(row));
    }

    static BytesRef of(Entity entity) {
        return bytes(out -> {
            writeId(out, entity.id());
            out.writeString(entity.name());
        });
    }

    static Entity entity(BytesRef row) throws IOException {
        ByteArrayDataInput in = input(row);
        return new Entity(readId(in), in.readString());
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
        ByteArrayDataInput in = input(row);
        String key = readId(in);
        String id = readId(in);
        String text = in.readString();
        int entities = in.readVInt();
        List<String> entityIds = new ArrayList<>(entities);
        for (int i = 0; i < entities; i++) {
            entityIds.add(readId(in));
        }
        return new RelationRow(id, key, text, entityIds, readId(in), in.readString());
    }

    /** The id of a row of a relation, which comes behind its key. */
    static String relationRowId(BytesRef row) throws IOException {
        ByteArrayDataInput in = input(row);
        readId(in);
        return readId(in);
    }

    static BytesRef of(Passage passage) {
        return bytes(out -> {
            writeId(out, passage.id());
            out.writeString(passage.documentId());
            out.writeVInt(passage.ordinal());
            out.writeString(passage.title());
            out.writeString(passage.text());
            out.writeVInt(passage.statements().size());
            for (Statement statement : passage.statements()) {
                out.writeString(statement.text());
                out.writeVInt(statement.entities().size());
                for (String name : statement.entities()) {
                    out.writeString(name);
                }
            }
            MetadataBytes.writeStrings(out, passage.metadata());
            Place place = passage.place();
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
            MetadataBytes.writeOthers(out, passage.metadata());
        });
    }

    static Passage passage(BytesRef row) throws IOException {
        ByteArrayDataInput in = input(row);
        String id = readId(in);
        String documentId = in.readString();
        int ordinal = in.readVInt();
        String title = in.readString();
        String text = in.readString();
        int count = in.readVInt();
        List<Statement> statements = new ArrayList<>(count);
        for (int i = 0; i < count; i++) {
            String words = in.readString();
            int names = in.readVInt();
            List<String> entities = new ArrayList<>(names);
            for (int name = 0; name < names; name++) {
                entities.add(in.readString());
            }
            statements.add(new Statement(words, entities));
        }
        Map<String, String> strings = in.readMapOfStrings();
        Place place = new Place(in.readVInt(), in.readVInt(), in.readVInt(), in.readVInt(), in.readString());
        Extraction extraction = new Extraction(
                Extraction.State.valueOf(in.readString()), in.readString(), in.readVInt(), in.readString());
        Metadata metadata = MetadataBytes.read(strings, in);
        return new Passage(id, documentId, ordinal, title, text, statements, metadata, place, extraction);
    }

    /** The document of a passage, without reading the rest. */
    static String documentOfPassage(BytesRef row) throws IOException {
        ByteArrayDataInput in = input(row);
        readId(in);
        return in.readString();
    }

    private static ByteArrayDataInput input(BytesRef row) {
        return new ByteArrayDataInput(row.bytes, row.offset, row.length);
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
        if (isContentId(id)) {
            out.writeByte((byte) 1);
            out.writeBytes(HEX.parseHex(id));
        } else {
            out.writeByte((byte) 0);
            out.writeString(id);
        }
    }

    private static String readId(ByteArrayDataInput in) throws IOException {
        if (in.readByte() == 0) {
            return in.readString();
        }
        byte[] bytes = new byte[ID_BYTES];
        in.readBytes(bytes, 0, ID_BYTES);
        return HEX.formatHex(bytes);
    }

    private static boolean isContentId(String id) {
        if (id.length() != 2 * ID_BYTES) {
            return false;
        }
        for (int i = 0; i < id.length(); i++) {
            char c = id.charAt(i);
            if ((c < '0' || c > '9') && (c < 'a' || c > 'f')) {
                return false;
            }
        }
        return true;
    }
}
