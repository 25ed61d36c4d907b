package dev.tern.documents;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Locale;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.apache.tika.metadata.Metadata;
import org.apache.tika.metadata.TikaCoreProperties;
import org.apache.tika.mime.MediaType;
import org.apache.tika.mime.MimeTypes;

/** Detects file types by content, by name and by a server's declaration. Thread-safe. */
final class ContentType {
    static final String DOCX = "application/vnd.openxmlformats-officedocument.wordprocessingml.document";
    static final String PPTX = "application/vnd.openxmlformats-officedocument.presentationml.presentation";
    static final String XLSX = "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet";
    static final String EPUB = "application/epub+zip";
    static final String NOTEBOOK = "application/x-ipynb+json";
    static final String MAIL = "message/rfc822";
    static final String OUTLOOK = "application/vnd.ms-outlook";
    static final String OPEN_DOCUMENT = "application/vnd.oasis.opendocument.";

    private static final int MARKED = 1024;
    private static final Set<String> TEXTS = ReaderLists.of("textTypes").collect(Collectors.toSet());
    private static final Set<String> TEXT_ENDINGS = Set.of("txt", "text", "md", "markdown", "log", "rst", "csv", "tsv");

    private static final Pattern RECORDS = Pattern.compile("\\A\\s*+(?:\\[\\s*+)?+\\{\\s*+\"[^\"]*+\"\\s*+:");

    private final MimeTypes types = MimeTypes.getDefaultMimeTypes();

    /** The way in which files of a type are read. */
    enum Kind {
        TEXT,
        MARKDOWN,
        TABLE,
        JSON,
        PDF,
        OFFICE,
        EPUB,
        OPEN_DOCUMENT,
        RTF,
        NOTEBOOK,
        MAIL,
        MAILBOX,
        HTML,
        XML,
        PICTURE,
        UNKNOWN
    }

    /** Returns the media type, without parameters; {@code declared} is a server's, or empty. */
    String detect(byte[] beginning, String name, String declared) throws IOException {
        String ending = ending(name);
        if (ending.equals("eml") || ending.equals("mbox")) {
            return ending.equals("eml") ? MAIL : "application/mbox";
        }
        if (ending.equals("ipynb") && TextEncoding.isText(beginning)) {
            return NOTEBOOK;
        }
        if ((ending.equals("geojson") || ending.equals("jsonld")) && TextEncoding.isText(beginning)) {
            return "application/json";
        }
        if (ending.equals("jsonl") || ending.equals("ndjson")) {
            return TextEncoding.isText(beginning) ? "application/x-ndjson" : "application/octet-stream";
        }
        if ((ending.equals("csv") || ending.equals("tsv"))
                && TextEncoding.isText(beginning)
                && RECORDS.matcher(new String(beginning, StandardCharsets.ISO_8859_1))
                        .lookingAt()) {
            return "application/json";
        }
        if (TEXT_ENDINGS.contains(ending) && TextEncoding.isText(beginning) && !looksOtherwise(beginning, ending)) {
            // Comparing a text with every known signature takes longer than reading it.
            return textType(ending);
        }
        Metadata hints = new Metadata();
        hints.set(TikaCoreProperties.RESOURCE_NAME_KEY, name);
        if (!declared.isEmpty()) {
            hints.set(Metadata.CONTENT_TYPE, declared);
        }
        MediaType type =
                types.detect(new ByteArrayInputStream(beginning), hints).getBaseType();
        Kind kind = kind(type.toString());
        if ((kind == Kind.UNKNOWN || kind == Kind.XML) && TextEncoding.isText(beginning)) {
            // A letter that begins with "From" looks like mail, and UTF-16 like binary data.
            boolean unknown =
                    type.equals(MediaType.OCTET_STREAM) || (kind == Kind.UNKNOWN && TEXT_ENDINGS.contains(ending));
            if (unknown || isTextByContent(beginning)) {
                return textType(ending);
            }
        }
        boolean binary =
                (kind == Kind.TEXT || kind == Kind.TABLE || kind == Kind.MARKDOWN) && !TextEncoding.isText(beginning);
        return binary ? MediaType.OCTET_STREAM.toString() : type.toString();
    }

    /** Returns true if the content is text and only the name suggests another type. */
    private boolean isTextByContent(byte[] beginning) throws IOException {
        MediaType byContent = types.detect(new ByteArrayInputStream(beginning), new Metadata())
                .getBaseType();
        return kind(byContent.toString()) == Kind.TEXT && !looksOtherwise(beginning, "");
    }

    /** Returns true if content that passes as text seems to be markup, PDF or RTF. */
    private static boolean looksOtherwise(byte[] beginning, String ending) {
        String start = new String(beginning, 0, Math.min(beginning.length, MARKED), StandardCharsets.ISO_8859_1);
        String first = start.replaceFirst("^(\u00ef\u00bb\u00bf)?\\s*", "").toLowerCase(Locale.ROOT);
        boolean markdown = ending.equals("md") || ending.equals("markdown");
        // Markdown may well begin with a piece of HTML.
        boolean markup = markdown
                ? first.startsWith("<!doctype") || first.startsWith("<html") || first.startsWith("<?xml")
                : first.startsWith("<");
        return markup || start.contains("%PDF-") || first.startsWith("{\\rtf");
    }

    private static String textType(String ending) {
        return switch (ending) {
            case "md", "markdown" -> "text/x-web-markdown";
            case "csv" -> "text/csv";
            case "tsv" -> "text/tab-separated-values";
            default -> "text/plain";
        };
    }

    static Kind kind(String type) {
        return switch (type) {
            case "text/x-web-markdown", "text/markdown" -> Kind.MARKDOWN;
            case "text/csv", "text/tab-separated-values" -> Kind.TABLE;
            case "application/json", "application/x-ndjson" -> Kind.JSON;
            case "application/pdf" -> Kind.PDF;
            case EPUB -> Kind.EPUB;
            case "text/html", "application/xhtml+xml" -> Kind.HTML;
            case "application/xml", "text/xml" -> Kind.XML;
            case "image/png", "image/jpeg", "image/tiff" -> Kind.PICTURE;
            case "application/rtf", "text/rtf" -> Kind.RTF;
            case NOTEBOOK -> Kind.NOTEBOOK;
            case MAIL, OUTLOOK -> Kind.MAIL;
            case "application/mbox" -> Kind.MAILBOX;
            default -> otherKind(type);
        };
    }

    private static Kind otherKind(String type) {
        if (type.startsWith(OPEN_DOCUMENT)) {
            return Kind.OPEN_DOCUMENT;
        }
        if (isZip(type)) {
            return Kind.OFFICE;
        }
        if (type.endsWith("+xml") && !type.startsWith("image/")) {
            return Kind.XML;
        }
        return type.startsWith("text/") || TEXTS.contains(type) ? Kind.TEXT : Kind.UNKNOWN;
    }

    /** Returns true if a type is a ZIP archive, whose entries reveal the precise type. */
    static boolean isZip(String type) {
        return type.equals("application/zip")
                || type.equals(EPUB)
                || (type.startsWith(OPEN_DOCUMENT) && !type.contains(".flat."))
                || type.equals("application/x-tika-ooxml")
                || type.startsWith("application/vnd.openxmlformats-officedocument.")
                || (type.startsWith("application/vnd.ms-") && type.endsWith(".12"));
    }

    /** Returns true for types in the OLE container: old or encrypted Office files, Outlook mail. */
    static boolean isOle(String type) {
        return type.startsWith("application/x-tika-msoffice")
                || type.equals("application/x-tika-ooxml-protected")
                || type.equals("application/msword")
                || type.equals("application/vnd.ms-excel")
                || type.equals("application/vnd.ms-powerpoint")
                || type.equals(OUTLOOK);
    }

    /** Returns the name of a type in messages, such as "PDF". */
    static String shownAs(String type) {
        return switch (type) {
            case "application/pdf" -> "PDF";
            case DOCX -> "docx";
            case PPTX -> "pptx";
            case XLSX -> "xlsx";
            case EPUB -> "epub";
            case MAIL, OUTLOOK -> "mail message";
            case "text/html", "application/xhtml+xml" -> "HTML";
            default -> type;
        };
    }

    /** Returns the lower-case extension of a name, without the dot; empty if there is none. */
    static String ending(String name) {
        int dot = name.lastIndexOf('.');
        return dot < 0 ? "" : name.substring(dot + 1).toLowerCase(Locale.ROOT);
    }
}
