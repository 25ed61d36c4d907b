package dev.tern.documents;

import dev.tern.graph.OcrSpan;
import dev.tern.graph.Section;
import dev.tern.graph.Table;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.StreamCorruptedException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;

/**
 * The protocol between Tern and its parser process: frames of a kind byte and fields. A text is its
 * length in bytes and its UTF-8. Tern validates every length, because documents may be malicious.
 */
final class ParserProtocol {
    static final int READY = 1;
    static final int PARSE = 2;
    static final int PARSED = 3;
    static final int UNREADABLE = 4;
    /** A page was read as a picture; more follows. */
    static final int WORKING = 5;

    private static final int FIELD_BYTES = 1 << 16;

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
        writeText(out, parsed.text());
        writeText(out, parsed.title());
        writeText(out, parsed.type());
        writeText(out, parsed.author());
        writeText(out, parsed.date());
        writeText(out, parsed.remark());
        out.writeInt(parsed.sections().size());
        for (Section section : parsed.sections()) {
            out.writeInt(section.start());
            out.writeInt(section.page());
            writeText(out, section.heading());
        }
        out.writeInt(parsed.tables().size());
        for (Table table : parsed.tables()) {
            out.writeInt(table.start());
            out.writeInt(table.end());
            out.writeInt(table.heads().size());
            for (String head : table.heads()) {
                writeText(out, head);
            }
            out.writeInt(table.subjectColumn());
            writeText(out, table.about());
        }
        out.writeInt(parsed.ocrSpans().size());
        for (OcrSpan reading : parsed.ocrSpans()) {
            out.writeInt(reading.start());
            out.writeInt(reading.end());
            out.writeDouble(reading.confidence());
            out.writeBoolean(reading.doubtful());
        }
        writeText(out, parsed.letter().to());
        writeText(out, parsed.letter().message());
        writeText(out, parsed.letter().thread());
        out.writeInt(parsed.letter().attachments().size());
        for (String name : parsed.letter().attachments()) {
            writeText(out, name);
        }
        out.flush();
    }

    /** Reads the fields of {@link #PARSED}. */
    static ParsedFile readParsed(DataInputStream in, LoadLimits limits) throws IOException {
        // A UTF-16 unit is at most three bytes of UTF-8.
        String text = readText(in, 3 * limits.of(LoadLimit.TEXT_CHARACTERS));
        String title = readField(in);
        String type = readField(in);
        String author = readField(in);
        String date = readField(in);
        String note = readField(in);
        List<Section> sections = readList(in, text.length() + 1L, "sections", before -> {
            int start = in.readInt();
            int page = in.readInt();
            int least = before.isEmpty() ? 0 : before.getLast().start();
            if (start < least || start > text.length() || page < 0) {
                throw new StreamCorruptedException("a section at " + start + " on page " + page);
            }
            return new Section(start, page, readField(in));
        });
        List<Table> tables = readTables(in, text.length());
        List<OcrSpan> ocrSpans = readOcrSpans(in, text.length(), limits);
        MailHeader mailHeader = readLetter(in, limits);
        return new ParsedFile(text, sections, tables, ocrSpans, title, type, author, date, note, mailHeader);
    }

    private static MailHeader readLetter(DataInputStream in, LoadLimits limits) throws IOException {
        String to = readField(in);
        String message = readField(in);
        String thread = readField(in);
        List<String> attachments = readList(in, limits.of(LoadLimit.PARTS), "attachments", before -> readField(in));
        return new MailHeader(to, message, thread, attachments);
    }

    private static List<OcrSpan> readOcrSpans(DataInputStream in, int length, LoadLimits limits) throws IOException {
        // Each page is a span, and each doubtful word splits one in two.
        long most = 2L * OcrSpans.MAX_DOUBTFUL + limits.of(LoadLimit.SCANNED_PAGES);
        return readList(in, most, "parts of a text that were read in pictures", before -> {
            int start = in.readInt();
            int end = in.readInt();
            double confidence = in.readDouble();
            int least = before.isEmpty() ? 0 : before.getLast().end();
            if (start < least || end <= start || end > length || !(confidence >= 0 && confidence <= 1)) {
                throw new StreamCorruptedException(
                        "a word read from " + start + " to " + end + " in " + length + ", sure to " + confidence);
            }
            return new OcrSpan(start, end, confidence, in.readBoolean());
        });
    }

    private static List<Table> readTables(DataInputStream in, int length) throws IOException {
        return readList(in, length, "tables", before -> {
            int start = in.readInt();
            int end = in.readInt();
            int least = before.isEmpty() ? 0 : before.getLast().end();
            if (start < least || end < start || end > length) {
                throw new StreamCorruptedException("a table from " + start + " to " + end + " in " + length);
            }
            // Every head stands in a row, so more columns than characters are impossible.
            List<String> heads = readList(in, length, "columns", others -> readField(in));
            int subjectColumn = in.readInt();
            String about = readField(in);
            if (subjectColumn < 0 || subjectColumn > Math.max(0, heads.size() - 1)) {
                throw new StreamCorruptedException("rows about column " + subjectColumn + " of " + heads.size());
            }
            return new Table(start, end, heads, subjectColumn, about);
        });
    }

    /** Reads an item, given the items before it. */
    private interface ItemReader<T> {
        T read(List<T> before) throws IOException;
    }

    private static <T> List<T> readList(DataInputStream in, long most, String items, ItemReader<T> item)
            throws IOException {
        int count = in.readInt();
        if (count < 0 || count > most) {
            throw new StreamCorruptedException(count + " " + items + ", where " + most + " are allowed");
        }
        List<T> read = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            read.add(item.read(read));
        }
        return read;
    }

    static void writeText(DataOutputStream out, String text) throws IOException {
        byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
        out.writeInt(bytes.length);
        out.write(bytes);
    }

    static String readField(DataInputStream in) throws IOException {
        return readText(in, FIELD_BYTES);
    }

    private static String readText(DataInputStream in, long mostBytes) throws IOException {
        int length = in.readInt();
        if (length < 0 || length > mostBytes) {
            throw new StreamCorruptedException("a text of " + length + " bytes, where " + mostBytes + " are allowed");
        }
        byte[] bytes = in.readNBytes(length);
        if (bytes.length < length) {
            throw new StreamCorruptedException("a text that ends after " + bytes.length + " of " + length + " bytes");
        }
        return new String(bytes, StandardCharsets.UTF_8);
    }
}
