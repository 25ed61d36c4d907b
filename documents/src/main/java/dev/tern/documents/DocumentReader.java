package dev.tern.documents;

import dev.tern.graph.EntityName;
import dev.tern.graph.SourceDocument;
import dev.tern.graph.SourceMetadata;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.SequenceInputStream;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.Collections;
import java.util.HashSet;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Reads a file as one document, a corpus of JSON lines, or mails with attachments. */
final class DocumentReader {
    /** The maximum bytes of Markdown parsed in this process, in half a second at worst. */
    static final int LARGE_MARKDOWN = 1 << 14;

    /** The maximum nesting of attachments. */
    private static final int MAX_DEPTH = 6;
    /** Extensions of plain texts that may be wrapped; lines of code and logs stay as they are. */
    private static final Set<String> PROSE = Set.of("", "txt", "text");

    private final LoadLimits limits;
    private final ParserProcess process;
    private final LoadListener listener;
    private final Path folder;
    private final String encoding;
    private @Nullable Path copy;
    private final ContentType types = new ContentType();
    private final MarkdownText markdown = new MarkdownText();

    /**
     * Creates a reader that starts a parser process when it needs one.
     *
     * @param folder the folder for copies of files; the caller deletes it
     * @param encoding the encoding of texts that declare none and are not UTF-8; empty to guess it
     */
    DocumentReader(LoadLimits limits, ParserProcess process, LoadListener listener, Path folder, String encoding) {
        this.limits = limits;
        this.process = process;
        this.listener = listener;
        this.folder = folder;
        this.encoding = encoding;
    }

    /**
     * Returns a lazy iterator over a file's documents. Exhaust it before reading another file: its
     * end closes the file, and the next read replaces a temporary copy.
     *
     * @throws UnreadableException if the file is unreadable, as far as known before the iteration
     */
    Iterator<SourceDocument> read(SourceFile source) throws UnreadableException {
        try {
            return readOpen(source.withCharset(encoding));
        } catch (IOException e) {
            throw new UnreadableException(UnreadableException.reason(e));
        } catch (IllegalArgumentException e) {
            throw new UnreadableException("is not a document: " + e.getMessage());
        }
    }

    private Iterator<SourceDocument> readOpen(SourceFile source) throws IOException, UnreadableException {
        BasicFileAttributes attributes = source.attributes();
        if (attributes.isSymbolicLink()) {
            throw new UnreadableException("is a link, which is not followed");
        }
        if (!attributes.isRegularFile()) {
            throw new UnreadableException("is not a file");
        }
        long bytes = attributes.size();
        if (bytes == 0) {
            throw UnreadableException.nothing("is empty");
        }
        byte[] content;
        String type;
        try (InputStream in = source.open()) {
            byte[] beginning = in.readNBytes(TextEncoding.BEGINNING);
            type = types.detect(beginning, source.name(), source.declaredType());
            ContentType.Kind kind = ContentType.kind(type);
            if (kind == ContentType.Kind.MAILBOX) {
                return messages(source);
            }
            limits.check(LoadLimit.FILE_BYTES, bytes, "has " + LoadLimits.number(bytes) + " bytes");
            if (kind == ContentType.Kind.JSON) {
                CorpusLines corpus = new CorpusLines(source, type, listener);
                if (corpus.isIn(beginning)) {
                    return corpus.documents(readable(source, beginning, in));
                }
            }
            if (!isSimple(kind, bytes)) {
                requireReadable(type, kind);
                Path file = readable(source, beginning, in);
                return withAttached(source, process.parse(source.withFile(file), type));
            }
            refuseLongText(bytes);
            content = remaining(in, beginning);
        }
        return List.of(document(source, parsed(content, source, type))).iterator();
    }

    /**
     * Returns a path to the content of an open file. A file found in a folder is copied, because
     * its path may lead elsewhere by now. A file with an undecodable name is copied too, because
     * the parser process receives paths as text. The next copy replaces this one.
     */
    private Path readable(SourceFile source, byte[] beginning, InputStream rest)
            throws IOException, UnreadableException {
        if (source.root() == null && isText(source.file())) {
            return source.file();
        }
        if (copy != null) {
            Files.deleteIfExists(copy);
        }
        copy = Files.createTempFile(folder, "copy", "");
        try (OutputStream out = Files.newOutputStream(copy)) {
            limits.copy(new SequenceInputStream(new ByteArrayInputStream(beginning), rest), out);
        }
        return copy;
    }

    private static boolean isText(Path path) {
        try {
            return Path.of(path.toString()).equals(path);
        } catch (InvalidPathException e) {
            return false;
        }
    }

    /** Returns a mailbox's messages by Message-ID, or by number if that is missing or not new. */
    private Iterator<SourceDocument> messages(SourceFile source) throws IOException {
        Mailbox box = new Mailbox(source.open());
        Path file = Files.createTempFile(folder, "message", "");
        Set<String> ids = new HashSet<>();
        PartDocuments.PartReader parts = number -> {
            long bytes = box.next(file, limits.of(LoadLimit.FILE_BYTES));
            if (bytes < 0) {
                box.close();
                Files.deleteIfExists(file);
                return null;
            }
            limits.check(LoadLimit.FILE_BYTES, bytes, "has " + LoadLimits.number(bytes) + " bytes");
            String numbered = String.valueOf(number);
            ParsedFile parsed = process.parse(source.part(numbered, numbered + ".eml", file), ContentType.MAIL);
            String id = parsed.mail().message();
            String part = !id.isEmpty() && ids.add(id) ? id : numbered;
            return withAttached(source.part(part, numbered + ".eml", file), parsed);
        };
        return new PartDocuments(Collections.emptyIterator(), parts, source.shown(), listener);
    }

    /** Returns a document, followed by its attachments if it is a message. */
    private Iterator<SourceDocument> withAttached(SourceFile source, ParsedFile parsed)
            throws IOException, UnreadableException {
        Iterator<SourceDocument> own = List.of(document(source, parsed)).iterator();
        List<String> names = parsed.mail().attachments();
        if (names.isEmpty()) {
            return own;
        }
        if (source.id().split(SourceFile.SEPARATOR, -1).length > MAX_DEPTH) {
            listener.documentChanged(
                    source.shown(), "has attachments that are left out: it is nested " + MAX_DEPTH + " levels deep");
            return own;
        }
        // The parser writes the next message's attachments to the same files.
        Path attached = Files.createTempDirectory(folder, "attached");
        for (int i = 0; i < names.size(); i++) {
            Files.move(process.attachment(i), attached.resolve(String.valueOf(i + 1)));
        }
        PartDocuments.PartReader parts = number -> {
            // Each part is read as its documents are iterated, which has ended for the one before.
            Files.deleteIfExists(attached.resolve(String.valueOf(number - 1)));
            if (number > names.size()) {
                Files.deleteIfExists(attached);
                return null;
            }
            String name = names.get(number - 1);
            boolean again = names.subList(0, number - 1).contains(name);
            Path file = attached.resolve(String.valueOf(number));
            return readOpen(
                    source.part(again ? number + "-" + name : name, name, file).withCharset(encoding));
        };
        return new PartDocuments(own, parts, source.shown(), listener);
    }

    private static boolean isSimple(ContentType.Kind kind, long bytes) {
        return switch (kind) {
            case TEXT, TABLE -> true;
            case JSON -> bytes <= JsonText.LARGE;
            case MARKDOWN -> bytes <= LARGE_MARKDOWN;
            default -> false;
        };
    }

    private void requireReadable(String type, ContentType.Kind kind) throws UnreadableException {
        if (kind == ContentType.Kind.UNKNOWN && !ContentType.isOle(type)) {
            throw UnreadableException.nothing(
                    type.equals("application/octet-stream")
                            ? "is of an unknown type"
                            : "is of the type " + type + ", which is not read");
        }
        if (kind == ContentType.Kind.PICTURE && !process.missingForPictures().isEmpty()) {
            throw UnreadableException.nothing("is a picture, and " + process.missingForPictures());
        }
    }

    /** Returns a whole text; checks its size again, as the file may grow while it is read. */
    byte[] remaining(InputStream in, byte[] beginning) throws IOException, UnreadableException {
        if (beginning.length < TextEncoding.BEGINNING) {
            return beginning;
        }
        byte[] all = new SequenceInputStream(new ByteArrayInputStream(beginning), in)
                .readNBytes((int) Math.min(Integer.MAX_VALUE - 8L, maxBytes() + 1));
        limits.check(LoadLimit.FILE_BYTES, all.length, "has more than " + LoadLimits.number(maxBytes()) + " bytes");
        refuseLongText(all.length);
        return all;
    }

    /** Throws if a text has so many bytes that it exceeds the character limit in any encoding. */
    private void refuseLongText(long bytes) throws UnreadableException {
        long max = limits.of(LoadLimit.TEXT_CHARACTERS);
        if (bytes > maxBytes()) {
            limits.check(
                    LoadLimit.TEXT_CHARACTERS,
                    bytes,
                    "has more than " + LoadLimits.number(max) + " characters of text");
        }
    }

    private long maxBytes() {
        return Math.min(limits.of(LoadLimit.FILE_BYTES), 4 * limits.of(LoadLimit.TEXT_CHARACTERS) + 4);
    }

    private ParsedFile parsed(byte[] content, SourceFile source, String type) throws UnreadableException {
        TextEncoding.DecodedText decoded = TextEncoding.decode(content, source.declaredCharset());
        limits.check(
                LoadLimit.TEXT_CHARACTERS,
                decoded.text().length(),
                "has " + LoadLimits.number(decoded.text().length()) + " characters of text");
        return switch (ContentType.kind(type)) {
            case MARKDOWN -> markdown.parse(decoded.text(), type, decoded.remark(), limits);
            case TABLE -> TableText.parse(decoded.text(), type, decoded.remark(), limits);
            case JSON -> JsonText.parse(decoded.text(), type, decoded.remark(), limits);
            default -> {
                String clean = PlainText.clean(decoded.text());
                boolean prose = type.equals("text/plain") && PROSE.contains(ContentType.ending(source.name()));
                String text = prose ? WrappedText.joined(clean) : clean;
                yield new ParsedFile(text, List.of(), List.of(), PlainText.title(text), type, "", "", decoded.remark());
            }
        };
    }

    private SourceDocument document(SourceFile source, ParsedFile parsed) throws UnreadableException {
        if (parsed.text().isBlank()) {
            throw new UnreadableException("has no text");
        }
        if (source.id().length() > SourceDocument.MAX_ID_LENGTH) {
            throw new UnreadableException("has a path of " + source.id().length() + " characters; the limit is "
                    + SourceDocument.MAX_ID_LENGTH);
        }
        if (!parsed.remark().isEmpty()) {
            listener.documentChanged(source.shown(), parsed.remark());
        }
        Map<String, String> metadata = new LinkedHashMap<>();
        metadata.put("source", source.shown());
        metadata.put("type", parsed.type());
        metadata.put("author", PlainText.oneLine(parsed.author()));
        metadata.put("date", PlainText.oneLine(parsed.date()));
        metadata.put("to", PlainText.oneLine(parsed.mail().to()));
        metadata.put("message", PlainText.oneLine(parsed.mail().message()));
        metadata.put("thread", PlainText.oneLine(parsed.mail().thread()));
        metadata.values().removeIf(String::isEmpty);
        String title = PlainText.oneLine(parsed.title());
        return SourceDocument.of(source.id(), PlainText.storable(parsed.text()))
                .withTitle(isName(title, source.name()) ? "" : title)
                .withMetadata(SourceMetadata.of(metadata))
                .withSections(parsed.sections())
                .withTables(parsed.tables())
                .withOcrSpans(parsed.ocrSpans());
    }

    /** Returns true if a title is only a file's name or an address. */
    private static boolean isName(String title, String name) {
        int dot = name.lastIndexOf('.');
        String stem = dot > 0 && name.length() - dot <= 9 ? name.substring(0, dot) : name;
        return title.equalsIgnoreCase(name) || title.equalsIgnoreCase(stem) || EntityName.isAddress(title);
    }
}
