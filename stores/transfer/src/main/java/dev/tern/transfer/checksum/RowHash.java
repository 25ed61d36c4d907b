package dev.tern.transfer.checksum;

import dev.tern.files.Sha256;
import dev.tern.graph.Entity;
import dev.tern.graph.Extraction;
import dev.tern.graph.MetadataValue;
import dev.tern.graph.MetadataValue.OfString;
import dev.tern.graph.Passage;
import dev.tern.graph.Position;
import dev.tern.graph.SourceMetadata;
import dev.tern.graph.Statement;
import dev.tern.store.RelationRow;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.util.List;

/** Hashes one row after the other; texts and lists are prefixed with their lengths. */
final class RowHash {
    private final MessageDigest sha = Sha256.digest();
    private final ByteBuffer number = ByteBuffer.allocate(Integer.BYTES);
    private ByteBuffer floats = ByteBuffer.allocate(0);

    RowHash of(Entity entity) {
        return text(entity.id());
    }

    RowHash of(RelationRow row) {
        return text(row.id())
                .text(row.key())
                .text(row.text())
                .texts(row.entityIds())
                .text(row.passageId())
                .text(row.documentId());
    }

    RowHash of(Passage passage) {
        text(passage.id()).text(passage.documentId()).number(passage.ordinal());
        text(passage.title()).text(passage.text());
        number(passage.statements().size());
        for (Statement statement : passage.statements()) {
            text(statement.text()).texts(statement.entities());
        }
        SourceMetadata metadata = passage.metadata().without(Passage.HIDDEN);
        number(metadata.values().size());
        metadata.values().forEach((key, value) -> text(key).value(value));
        Position place = passage.position();
        number(place.start()).number(place.end());
        pages(place).text(place.heading());
        Extraction extraction = passage.extraction();
        return text(extraction.state().name())
                .text(extraction.by())
                .number(extraction.tries())
                .text(extraction.reason());
    }

    /** Hashes a page or a range of pages; a range starts with a negative number, unlike a page. */
    private RowHash pages(Position place) {
        return place.page() == place.lastPage()
                ? number(place.page())
                : number(-place.page()).number(place.lastPage());
    }

    /** Hashes a value; values other than strings start with a negative length, unlike any text. */
    private RowHash value(MetadataValue value) {
        return value instanceof OfString(String text)
                ? text(text)
                : number(-1).text(value.type()).text(value.toString());
    }

    RowHash of(float[] vector) {
        number(vector.length);
        if (floats.capacity() != vector.length * Float.BYTES) {
            floats = ByteBuffer.allocate(vector.length * Float.BYTES);
        }
        floats.asFloatBuffer().put(vector);
        sha.update(floats.array());
        return this;
    }

    /** Returns the hash of all input since the last call. */
    byte[] digest() {
        return sha.digest();
    }

    private RowHash texts(List<String> texts) {
        number(texts.size());
        texts.forEach(this::text);
        return this;
    }

    private RowHash text(String text) {
        byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
        number(bytes.length);
        sha.update(bytes);
        return this;
    }

    private RowHash number(int value) {
        sha.update(number.putInt(0, value).array());
        return this;
    }
}
