package dev.tern.documents;

import dev.tern.graph.Document;
import dev.tern.graph.EntityName;
import dev.tern.graph.Metadata;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.OpenOption;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Turns a file into documents: one, or as many as a corpus of JSON lines has. */
final class DocumentReader {
    /** The parser of Markdown takes the square of the time for some texts: of this size they cost half a second. */
    static final int LARGE_MARKDOWN = 1 << 14;

    private static final int LONGEST_VALUE = 200;

    private final LoadLimits limits;
    private final ParserProcess process;
    private final LoadListener listener;
    private final ContentType types = new ContentType();
    private final MarkdownText markdown = new MarkdownText();

    DocumentReader(LoadLimits limits, ParserProcess process, LoadListener listener) {
        this.limits = limits;
        this.process = process;
        this.listener = listener;
    }

    /**
     * What is read of a file.
     *
     * @param documents what holds the file open is closed at their end
     * @param later whether the file is read while they are asked for, and not before
     */
    record Reading(Iterator<Document> documents, boolean later) {}

    /** The documents of a file. */
    Iterator<Document> read(OpenedPlace source) throws UnreadableException {
        return reading(source).documents();
    }

    /** The documents of a file, and when it is read. */
    Reading reading(OpenedPlace source) throws UnreadableException {
        try {
            return readOpen(source);
        } catch (IOException e) {
            throw new UnreadableException(FileReason.of(e));
        } catch (IllegalArgumentException e) {
            throw new UnreadableException("is no document: " + e.getMessage());
        }
    }

    private Reading readOpen(OpenedPlace source) throws IOException, UnreadableException {
        Path file = source.file();
        long bytes = Files.size(file);
        if (!Files.isRegularFile(file)) {
            throw new UnreadableException("is not a file");
        }
        if (!source.named() && Files.isSymbolicLink(file)) {
            throw new UnreadableException("is a link, which is not followed");
        }
        if (bytes == 0) {
            throw new UnreadableException("is empty");
        }
        limits.check(LoadLimit.FILE_BYTES, bytes, "has " + LoadLimits.number(bytes) + " bytes");
        byte[] content;
        String type;
        // Between the look into a folder and now a link may have taken the file's place.
        OpenOption[] options = source.named() ? new OpenOption[0] : new OpenOption[] {LinkOption.NOFOLLOW_LINKS};
        try (InputStream in = Files.newInputStream(file, options)) {
            byte[] beginning = in.readNBytes(TextEncoding.BEGINNING);
            type = types.detect(beginning, source.name(), source.declaredType());
            ContentType.Kind kind = ContentType.kind(type);
            if (kind == ContentType.Kind.JSON) {
                CorpusLines corpus = new CorpusLines(source, type, listener);
                if (corpus.isIn(beginning)) {
                    return new Reading(corpus.documents(), true);
                }
            }
            if (!isSimple(kind, bytes)) {
                return atOnce(document(source, parsedElsewhere(source, type, kind)));
            }
            refuseLongText(bytes);
            content = rest(in, beginning);
        }
        return atOnce(document(source, parsed(content, source, type)));
    }

    private static Reading atOnce(Document document) {
        return new Reading(List.of(document).iterator(), false);
    }

    private static boolean isSimple(ContentType.Kind kind, long bytes) {
        return switch (kind) {
            case TEXT, TABLE, JSON -> true;
            case MARKDOWN -> bytes <= LARGE_MARKDOWN;
            case PDF, OFFICE, EPUB, HTML, XML, PICTURE, UNKNOWN -> false;
        };
    }

    private Parsed parsedElsewhere(OpenedPlace source, String type, ContentType.Kind kind)
            throws IOException, UnreadableException {
        if (kind == ContentType.Kind.UNKNOWN && !ContentType.isOle(type)) {
            throw new UnreadableException(
                    type.equals("application/octet-stream")
                            ? "is of no type that is known"
                            : "is of the type " + type + ", which is not read");
        }
        if (kind == ContentType.Kind.PICTURE && !process.missingForPictures().isEmpty()) {
            throw new UnreadableException("is a picture, and " + process.missingForPictures());
        }
        return process.parse(source, type);
    }

    /** The rest of a text; a file may grow while it is read. */
    private byte[] rest(InputStream in, byte[] beginning) throws IOException, UnreadableException {
        if (beginning.length < TextEncoding.BEGINNING) {
            return beginning;
        }
        byte[] more = in.readNBytes((int) Math.min(Integer.MAX_VALUE - 8L, mostBytes() + 1) - beginning.length);
        byte[] all = Arrays.copyOf(beginning, beginning.length + more.length);
        System.arraycopy(more, 0, all, beginning.length, more.length);
        refuseLongText(all.length);
        return all;
    }

    /** A text has at most four bytes for a character: one that must be too long is not even read. */
    private void refuseLongText(long bytes) throws UnreadableException {
        long most = limits.of(LoadLimit.TEXT_CHARACTERS);
        if (bytes > mostBytes()) {
            limits.check(
                    LoadLimit.TEXT_CHARACTERS,
                    bytes,
                    "has more than " + LoadLimits.number(most) + " characters of text");
        }
    }

    private long mostBytes() {
        return Math.min(limits.of(LoadLimit.FILE_BYTES), 4 * limits.of(LoadLimit.TEXT_CHARACTERS) + 4);
    }

    private Parsed parsed(byte[] content, OpenedPlace source, String type) throws UnreadableException {
        TextEncoding.Decoded decoded = TextEncoding.decode(content, source.declaredCharset());
        limits.check(
                LoadLimit.TEXT_CHARACTERS,
                decoded.text().length(),
                "has " + LoadLimits.number(decoded.text().length()) + " characters of text");
        return switch (ContentType.kind(type)) {
            case MARKDOWN -> markdown.parse(decoded.text(), type, decoded.note(), limits);
            case TABLE -> TableText.parse(decoded.text(), type, decoded.note(), limits);
            case JSON -> JsonText.parse(decoded.text(), type, decoded.note(), limits);
            default -> {
                String text = PlainText.clean(decoded.text());
                yield new Parsed(text, List.of(), List.of(), PlainText.title(text), type, "", "", decoded.note());
            }
        };
    }

    private Document document(OpenedPlace source, Parsed parsed) throws UnreadableException {
        if (parsed.text().isBlank()) {
            throw new UnreadableException("has no text");
        }
        if (source.id().length() > Document.MAX_ID_LENGTH) {
            throw new UnreadableException(
                    "has a path of " + source.id().length() + " characters; the limit is " + Document.MAX_ID_LENGTH);
        }
        if (!parsed.note().isEmpty()) {
            listener.noted(source.shown(), parsed.note());
        }
        Map<String, String> metadata = new LinkedHashMap<>();
        metadata.put("source", source.shown());
        metadata.put("type", parsed.type());
        metadata.put("author", oneLine(parsed.author()));
        metadata.put("date", oneLine(parsed.date()));
        metadata.values().removeIf(String::isEmpty);
        String title = oneLine(parsed.title());
        return new Document(
                source.id(),
                isName(title, source.name()) ? "" : title,
                whole(parsed.text()),
                List.of(),
                Metadata.of(metadata),
                parsed.sections(),
                parsed.tables(),
                parsed.ocrSpans());
    }

    /** A value that fits on a line; empty if it is too long to be one. */
    private static String oneLine(String value) {
        String line = value.replaceAll("[\\p{Cntrl}\\s]+", " ").strip();
        return line.length() > LONGEST_VALUE ? "" : whole(line);
    }

    /** A question mark for every half of a surrogate pair, which JSON and UTF-16 can hold and no store can. */
    private static String whole(String text) {
        return StandardCharsets.UTF_8.newEncoder().canEncode(text)
                ? text
                : new String(text.getBytes(StandardCharsets.UTF_8), StandardCharsets.UTF_8);
    }

    /** Whether a title is but the name of the file, which says where a text lies and not what it is about. */
    private static boolean isName(String title, String name) {
        int dot = name.lastIndexOf('.');
        String stem = dot > 0 && name.length() - dot <= 9 ? name.substring(0, dot) : name;
        return title.equalsIgnoreCase(name) || title.equalsIgnoreCase(stem) || EntityName.isAddress(title);
    }
}
