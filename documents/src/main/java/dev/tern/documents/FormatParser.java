package dev.tern.documents;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Locale;
import java.util.Set;
import java.util.function.UnaryOperator;
import java.util.regex.Pattern;
import org.apache.tika.detect.microsoft.POIFSContainerDetector;
import org.apache.tika.exception.EncryptedDocumentException;
import org.apache.tika.exception.TikaException;
import org.apache.tika.extractor.EmbeddedDocumentExtractor;
import org.apache.tika.io.TikaInputStream;
import org.apache.tika.metadata.Metadata;
import org.apache.tika.metadata.Property;
import org.apache.tika.metadata.TikaCoreProperties;
import org.apache.tika.mime.MediaType;
import org.apache.tika.parser.ParseContext;
import org.apache.tika.parser.Parser;
import org.apache.tika.parser.ParserDecorator;
import org.apache.tika.parser.epub.EpubParser;
import org.apache.tika.parser.microsoft.OfficeParserConfig;
import org.apache.tika.parser.microsoft.rtf.RTFParser;
import org.apache.tika.parser.odf.OpenDocumentParser;
import org.apache.tika.parser.pdf.PDFParser;
import org.apache.tika.parser.pdf.PDFParserConfig;
import org.apache.tika.parser.xml.XMLParser;
import org.jspecify.annotations.Nullable;
import org.xml.sax.ContentHandler;
import org.xml.sax.SAXException;

/** Parses all formats but plain text, in the parser process; writes mail attachments to files. */
final class FormatParser {
    private static final int SHORT = 200;
    private static final int REASON = 200;
    private static final Set<String> EMPTY_TITLES = Set.of(
            "no title", "document", "presentation", "powerpoint presentation", "anonymous", "unspecified", "title");

    /** Default titles of programs, in several languages. */
    private static final Pattern DEFAULT_TITLE =
            Pattern.compile("(?:untitled|unbenannt(?:es)?|sans titre|sin t\u00edtulo|sem t\u00edtulo|senza"
                + " titolo|unnamed|new|neues)(?:"
                + " (?:document|dokument|spreadsheet|presentation|page|form|tabelle|documento))?(?:["
                + " -]?\\d{1,3})?|dokument ohne titel|documento (?:sin|sem|senza) t[i\u00ed]tulo|document sans"
                + " (?:nom|titre)|nov\u00fd dokument|\u7121\u984c.*|\u65e0\u6807\u9898.*|home(?:"
                + " ?page)?|startseite|index|(?:sheet|tabelle|feuil|hoja|foglio|slide|folie|page|document|dokument)["
                + " -]?\\d{1,3}");

    private final LoadLimits limits;
    private final ScanReader pages;

    FormatParser(LoadLimits limits, ScanReader pages) {
        this.limits = limits;
        this.pages = pages;
    }

    /** Parses a file whose type was detected from its first bytes. */
    ParsedFile parse(Path file, String name, String type, String charset) throws UnreadableException {
        String exact = type;
        try (DocumentScans scans = new DocumentScans(limits, pages, file)) {
            if (ContentType.kind(type) == ContentType.Kind.MARKDOWN || type.equals(ContentType.NOTEBOOK)) {
                return markdown(file, type, charset);
            }
            if (ContentType.isZip(type)) {
                exact = new ZippedDocument(file, limits).type();
            } else if (ContentType.isOle(type)) {
                requireOutlook(file);
                return new MailParser(limits).outlook(file, ContentType.OUTLOOK);
            } else if (type.equals(ContentType.MAIL)) {
                return new MailParser(limits).message(file, type);
            }
            Metadata metadata = new Metadata();
            metadata.set(TikaCoreProperties.RESOURCE_NAME_KEY, name);
            metadata.set(Metadata.CONTENT_TYPE, exact);
            if (!charset.isEmpty()) {
                metadata.set(Metadata.CONTENT_ENCODING, charset);
            }
            ContentType.Kind kind = ContentType.kind(exact);
            if (kind == ContentType.Kind.PICTURE) {
                Outline outline = new Outline(limits);
                scans.pictures(outline);
                return parsed(outline, metadata, exact, scans.remark()).with(scans.ocrSpans());
            }
            boolean classesTell = kind == ContentType.Kind.PDF || kind == ContentType.Kind.OFFICE;
            try (TikaInputStream in = TikaInputStream.get(file, metadata)) {
                HiddenText unseen = new HiddenText();
                XhtmlText handler = new XhtmlText(
                        limits,
                        classesTell,
                        kind == ContentType.Kind.PDF
                                ? new PdfText(in::getOpenContainer, scans, unseen)
                                : XhtmlText.Pages.NONE,
                        unseen);
                parser(file, exact, unseen).parse(in, handler, metadata, context());
                String note = kind == ContentType.Kind.PDF
                        ? joined(unseen.remark(), scans.remark())
                        : joined(unseen.remark(), metadata.get(HtmlParser.NOTE));
                return parsed(handler.outline(), metadata, exact, note).with(scans.ocrSpans());
            }
        } catch (UnreadableException e) {
            throw e;
        } catch (EncryptedDocumentException e) {
            throw encrypted();
        } catch (StackOverflowError e) {
            throw new UnreadableException("is nested too deeply to be read");
        } catch (IOException | SAXException | TikaException | RuntimeException | LinkageError e) {
            throw reason(e, exact);
        }
    }

    private static Parser parser(Path file, String type, HiddenText unseen) throws IOException, UnreadableException {
        return switch (ContentType.kind(type)) {
            case PDF -> new PDFParser();
            case OFFICE -> new OfficeParser(type, unseen);
            case EPUB -> epub(unseen);
            case HTML -> new HtmlParser(unseen);
            case XML -> edited(new XMLParser(), TextEncoding::withoutOtherName);
            case RTF -> edited(new RTFParser(), rtf -> VisibleRtf.of(rtf, unseen));
            case OPEN_DOCUMENT -> openDocument(file, unseen);
            case TEXT, MARKDOWN, TABLE, JSON, PICTURE, NOTEBOOK, MAIL, MAILBOX, UNKNOWN ->
                throw new UnreadableException("is of the type " + type + ", which is not read");
        };
    }

    private static String joined(String one, @Nullable String other) {
        return other == null || other.isEmpty() ? one : one.isEmpty() ? other : one + "; " + other;
    }

    private ParsedFile markdown(Path file, String type, String charset) throws IOException, UnreadableException {
        TextEncoding.DecodedText decoded = TextEncoding.decode(Files.readAllBytes(file), charset);
        String text = type.equals(ContentType.NOTEBOOK) ? Notebook.markdown(decoded.text()) : decoded.text();
        return new MarkdownText().parse(text, type, decoded.remark(), limits);
    }

    private static Parser epub(HiddenText unseen) {
        EpubParser epub = new EpubParser();
        epub.setContentParser(new ParserDecorator(new HtmlParser(unseen)) {
            private static final long serialVersionUID = 1L;

            @Override
            public void parse(InputStream in, ContentHandler handler, Metadata metadata, ParseContext context)
                    throws IOException, SAXException, TikaException {
                // A chapter's title is not the book's.
                super.parse(in, handler, new Metadata(), context);
            }
        });
        return epub;
    }

    /** Returns a parser that edits a file before parsing it. */
    private static Parser edited(Parser parser, UnaryOperator<byte[]> edit) {
        return new ParserDecorator(parser) {
            private static final long serialVersionUID = 1L;

            @Override
            public void parse(InputStream in, ContentHandler handler, Metadata metadata, ParseContext context)
                    throws IOException, SAXException, TikaException {
                byte[] edited = edit.apply(in.readAllBytes());
                super.parse(new ByteArrayInputStream(edited), handler, metadata, context);
            }
        };
    }

    private static Parser openDocument(Path file, HiddenText unseen) throws IOException {
        OpenDocumentParser parser = new OpenDocumentParser();
        parser.setContentParser(new VisibleOpenDocument(file, unseen));
        return parser;
    }

    private static ParseContext context() {
        ParseContext context = new ParseContext();
        PDFParserConfig pdf = new PDFParserConfig();
        pdf.setOcrStrategy(PDFParserConfig.OCR_STRATEGY.NO_OCR);
        pdf.setExtractInlineImages(false);
        pdf.setExtractActions(false);
        pdf.setExtractBookmarksText(false);
        pdf.setCatchIntermediateIOExceptions(false);
        context.set(PDFParserConfig.class, pdf);
        OfficeParserConfig office = new OfficeParserConfig();
        office.setExtractMacros(false);
        office.setIncludeHeadersAndFooters(false);
        office.setIncludeSlideMasterContent(false);
        office.setIncludeDeletedContent(false);
        context.set(OfficeParserConfig.class, office);
        context.set(EmbeddedDocumentExtractor.class, new WithoutEmbedded());
        return context;
    }

    private static ParsedFile parsed(Outline outline, Metadata metadata, String type, String note)
            throws UnreadableException {
        String text = outline.text();
        if (text.isBlank()) {
            throw new UnreadableException(note.isEmpty() ? "has no text" : note);
        }
        String title = title(metadata);
        return new ParsedFile(
                text,
                outline.sections(),
                outline.tables(),
                title.isEmpty() && !type.equals(ContentType.XLSX) ? named(outline.firstHeading()) : title,
                type,
                named(value(metadata, TikaCoreProperties.CREATOR)),
                value(metadata, TikaCoreProperties.CREATED),
                note);
    }

    /** Returns the title that the format declares, unless it is a program's default. */
    private static String title(Metadata metadata) {
        return named(value(metadata, TikaCoreProperties.TITLE));
    }

    private static String named(String title) {
        String lower = title.toLowerCase(Locale.ROOT);
        String words = lower.replaceAll("[^\\p{L}\\p{N}-]+", " ").strip();
        boolean empty = EMPTY_TITLES.contains(words)
                || DEFAULT_TITLE.matcher(words).matches()
                || lower.startsWith("microsoft word - ");
        return empty ? "" : title;
    }

    private static String value(Metadata metadata, Property property) {
        String value = metadata.get(property);
        String clean =
                value == null ? "" : value.replaceAll("[\\p{Cntrl}\\s]+", " ").strip();
        return clean.length() > SHORT ? "" : clean;
    }

    private static UnreadableException encrypted() {
        return new UnreadableException("is encrypted: it cannot be read without its password");
    }

    /** Throws for old and encrypted Office documents, which use the same container. */
    private static void requireOutlook(Path file) throws IOException, UnreadableException {
        MediaType type;
        try (TikaInputStream in = TikaInputStream.get(file)) {
            type = new POIFSContainerDetector().detect(in, new Metadata());
        }
        if (type.equals(POIFSContainerDetector.OOXML_PROTECTED)) {
            throw encrypted();
        }
        if (type.equals(POIFSContainerDetector.MSG)) {
            return;
        }
        throw new UnreadableException(
                "is of the type " + type + ", which is not read: save it as docx, xlsx, pptx or PDF first");
    }

    private static UnreadableException reason(Throwable failure, String type) {
        String message = "";
        int depth = 0;
        for (@Nullable Throwable cause = failure; cause != null && depth < 20; cause = cause.getCause(), depth++) {
            if (cause instanceof UnreadableException own) {
                return own;
            }
            if (cause instanceof EncryptedDocumentException) {
                return encrypted();
            }
            if (cause.getMessage() != null) {
                message = cause.getMessage();
            }
        }
        if (message.contains("entityExpansionLimit")) {
            return new UnreadableException("exceeds the limit of XML entity expansions: it is not read");
        }
        String line = message.lines().findFirst().orElse("").strip();
        String detail = line.isEmpty() ? failure.getClass().getSimpleName() : line;
        return new UnreadableException("is broken, or no " + ContentType.shownAs(type) + ": "
                + (detail.length() > REASON ? detail.substring(0, REASON) + "..." : detail));
    }

    private static final class WithoutEmbedded implements EmbeddedDocumentExtractor {
        @Override
        public boolean shouldParseEmbedded(Metadata metadata) {
            return false;
        }

        @Override
        public void parseEmbedded(InputStream in, ContentHandler handler, Metadata metadata, boolean outputHtml) {}
    }
}
