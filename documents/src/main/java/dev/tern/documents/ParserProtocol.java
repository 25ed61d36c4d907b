package dev.tern.documents;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.StreamReadConstraints;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.json.JsonMapper;
import dev.tern.graph.OcrSpan;
import dev.tern.graph.Section;
import dev.tern.graph.Table;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.StreamCorruptedException;
import java.nio.charset.StandardCharsets;

/**
 * The protocol between Tern and its parser process. A frame is a byte for its kind, then fields,
 * each a length of 4 bytes and as many bytes of UTF-8. A parsed document is sent as JSON. Tern
 * validates every length and position, because documents may be malicious.
 */
final class ParserProtocol {
    static final int READY = 1;
    static final int PARSE = 2;
    static final int PARSED = 3;
    static final int UNREADABLE = 4;
    /** The kind of a progress frame: a page was read as a picture, and more frames follow. */
    static final int WORKING = 5;

    /** The argument of the process before true or false. */
    static final String HIDDEN = "load.hidden=";

    private static final int FIELD_BYTES = 1 << 16;
    /** The maximum bytes of JSON for each character of a text. */
    private static final int BYTES_OF_CHARACTER = 8;

    /** The maximum bytes of JSON of a document, besides its text. */
    private static final int BYTES_WITHOUT_TEXT = 1 << 26;

    private static final JsonMapper JSON = JsonMapper.builder(JsonFactory.builder()
                    .streamReadConstraints(StreamReadConstraints.builder()
                            .maxStringLength(Integer.MAX_VALUE)
                            .build())
                    .build())
            .enable(
                    DeserializationFeature.FAIL_ON_MISSING_CREATOR_PROPERTIES,
                    DeserializationFeature.FAIL_ON_NULL_CREATOR_PROPERTIES)
            .build();

    private ParserProtocol() {}

    static void writeRequest(DataOutputStream out, SourceFile source, String type) throws IOException {
        out.writeByte(PARSE);
        writeText(out, source.file().toString());
        writeText(out, source.name());
        writeText(out, type);
        writeText(out, source.declaredCharset());
        out.flush();
    }

    static void writeParsed(DataOutputStream out, ParsedFile parsed) throws IOException {
        out.writeByte(PARSED);
        writeBytes(out, JSON.writeValueAsBytes(parsed));
        out.flush();
    }

    /** Reads and validates the document of a {@link #PARSED} frame, after its kind. */
    static ParsedFile readParsed(DataInputStream in, LoadLimits limits) throws IOException {
        long max = BYTES_OF_CHARACTER * limits.of(LoadLimit.TEXT_CHARACTERS) + BYTES_WITHOUT_TEXT;
        try {
            ParsedFile parsed = JSON.readValue(readBytes(in, max), ParsedFile.class);
            check(parsed, limits);
            return parsed;
        } catch (JsonProcessingException e) {
            throw new StreamCorruptedException("not a document: " + e.getOriginalMessage());
        }
    }

    private static void check(ParsedFile parsed, LoadLimits limits) throws StreamCorruptedException {
        int length = parsed.text().length();
        int min = 0;
        for (Section section : parsed.sections()) {
            require(section.start() >= min && section.start() <= length, section);
            min = section.start();
        }
        min = 0;
        for (Table table : parsed.tables()) {
            require(table.start() >= min && table.end() <= length, table);
            min = table.end();
        }
        // Each page is a span, and each doubtful word splits one in two.
        long max = 2L * OcrSpans.MAX_DOUBTFUL + limits.of(LoadLimit.SCANNED_PAGES);
        if (parsed.ocrSpans().size() > max) {
            throw new StreamCorruptedException(parsed.ocrSpans().size() + " OCR spans, where " + max + " are allowed");
        }
        min = 0;
        for (OcrSpan span : parsed.ocrSpans()) {
            require(span.start() >= min && span.end() <= length, span);
            min = span.end();
        }
        require(parsed.mail().attachments().size() <= limits.of(LoadLimit.PARTS), "too many attachments");
    }

    private static void require(boolean holds, Object part) throws StreamCorruptedException {
        if (!holds) {
            throw new StreamCorruptedException("a document with " + part);
        }
    }

    static void writeText(DataOutputStream out, String text) throws IOException {
        writeBytes(out, text.getBytes(StandardCharsets.UTF_8));
    }

    private static void writeBytes(DataOutputStream out, byte[] bytes) throws IOException {
        out.writeInt(bytes.length);
        out.write(bytes);
    }

    static String readField(DataInputStream in) throws IOException {
        return new String(readBytes(in, FIELD_BYTES), StandardCharsets.UTF_8);
    }

    private static byte[] readBytes(DataInputStream in, long max) throws IOException {
        int length = in.readInt();
        if (length < 0 || length > max) {
            throw new StreamCorruptedException("a text of " + length + " bytes, where " + max + " are allowed");
        }
        byte[] bytes = in.readNBytes(length);
        if (bytes.length < length) {
            throw new StreamCorruptedException("a text that ends after " + bytes.length + " of " + length + " bytes");
        }
        return bytes;
    }
}
