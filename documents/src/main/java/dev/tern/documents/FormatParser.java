package dev.tern.documents;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Locale;
import java.util.Set;
import java.util.stream.Collectors;
import org.apache.pdfbox.Loader;
import org.apache.pdfbox.pdmodel.PDDocument;
import org.apache.pdfbox.pdmodel.PDDocumentInformation;
import org.apache.pdfbox.pdmodel.common.PDMetadata;
import org.apache.pdfbox.pdmodel.encryption.InvalidPasswordException;
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
import org.apache.tika.parser.odf.OpenDocumentParser;
import org.jsoup.Jsoup;
import org.jsoup.nodes.Document;
import org.jsoup.select.Elements;
import org.jspecify.annotations.Nullable;
import org.xml.sax.ContentHandler;
import org.xml.sax.SAXException;

/** Parses the formats that are not read in Tern's own process; writes mail attachments to files. */
final class FormatParser {
    private static final int REASON = 200;
    /** Default titles of programs, in several languages, without the number that may follow. */
    private static final Set<String> DEFAULT_TITLES = ReaderLists.of("titles").collect(Collectors.toSet());

    private final LoadLimits limits;
    private final boolean hidden;
    private final ScanReader pages;

    /** Creates a parser that reads hidden sheets, rows, columns and slides if {@code hidden}. */
    FormatParser(LoadLimits limits, boolean hidden, ScanReader pages) {
        this.limits = limits;
        this.hidden = hidden;
        this.pages = pages;
    }

    /** Parses a file whose type was detected from its first bytes. */
    ParsedFile parse(Path file, String name, String type, String charset) throws UnreadableException {
        String exact = type;
        try {
            if (ContentType.isZip(type)) {
                exact = new ZippedDocument(file, limits).type();
            } else if (ContentType.isOle(type)) {
                requireOutlook(file);
                return new MailParser(limits).outlook(file, ContentType.OUTLOOK);
            }
            return switch (ContentType.kind(exact)) {
                case MARKDOWN, NOTEBOOK -> markdown(file, exact, charset);
                case JSON -> {
                    TextEncoding.DecodedText json = TextEncoding.decode(Files.readAllBytes(file), charset);
                    yield JsonText.parse(json.text(), exact, json.remark(), limits);
                }
                case MAIL -> new MailParser(limits).message(file, exact, charset);
                case PDF -> pdf(file);
                case RTF -> rtf(file, exact);
                case PICTURE -> {
                    Outline outline = new Outline(limits);
                    DocumentScans scans = new DocumentScans(limits, pages);
                    scans.pictures(file, outline);
                    yield parsed(outline, new Metadata(), exact, scans.remark()).with(scans.ocrSpans());
                }
                default -> byTika(file, name, exact, charset);
            };
        } catch (StackOverflowError e) {
            throw new UnreadableException("is nested too deeply to be read");
        } catch (IOException | SAXException | TikaException | UnreadableException | RuntimeException | LinkageError e) {
            throw reason(e, exact);
        }
    }

    private ParsedFile pdf(Path file) throws IOException, UnreadableException {
        Outline outline = new Outline(limits);
        DocumentScans scans = new DocumentScans(limits, pages);
        HiddenText unseen = new HiddenText();
        Metadata metadata = new Metadata();
        try (PDDocument pdf = Loader.loadPDF(file.toFile())) {
            PDDocumentInformation said = pdf.getDocumentInformation();
            PDMetadata more = pdf.getDocumentCatalog().getMetadata();
            Document xmp = more == null
                    ? new Document("")
                    : Jsoup.parse(more.createInputStream(), "UTF-8", "", org.jsoup.parser.Parser.xmlParser());
            set(metadata, TikaCoreProperties.TITLE, said.getTitle(), xmp.select("dc|title"));
            set(metadata, TikaCoreProperties.CREATOR, said.getAuthor(), xmp.select("dc|creator"));
            metadata.set(TikaCoreProperties.CREATED, said.getCreationDate());
            new PdfText(pdf, scans, unseen).write(outline);
        }
        return parsed(outline, metadata, "application/pdf", HiddenText.joined(unseen.remark(), scans.remark()))
                .with(scans.ocrSpans());
    }

    private ParsedFile rtf(Path file, String type) throws IOException, UnreadableException {
        Outline outline = new Outline(limits);
        HiddenText unseen = new HiddenText();
        RtfText rtf = new RtfText(limits, Files.readAllBytes(file), outline, unseen);
        rtf.write();
        Metadata metadata = new Metadata();
        metadata.set(TikaCoreProperties.TITLE, rtf.information("title"));
        metadata.set(TikaCoreProperties.CREATOR, rtf.information("author"));
        return parsed(outline, metadata, type, unseen.remark());
    }

    private static void set(Metadata metadata, Property property, @Nullable String said, Elements more) {
        metadata.set(property, said == null || said.isBlank() ? more.text() : said);
    }

    private ParsedFile byTika(Path file, String name, String type, String charset)
            throws IOException, SAXException, TikaException, UnreadableException {
        Metadata metadata = new Metadata();
        metadata.set(TikaCoreProperties.RESOURCE_NAME_KEY, name);
        metadata.set(Metadata.CONTENT_TYPE, type);
        if (!charset.isEmpty()) {
            metadata.set(Metadata.CONTENT_ENCODING, charset);
        }
        boolean xml = ContentType.kind(type) == ContentType.Kind.XML;
        try (TikaInputStream in = xml
                ? TikaInputStream.get(TextEncoding.withoutOtherName(Files.readAllBytes(file)), metadata)
                : TikaInputStream.get(file, metadata)) {
            HiddenText unseen = new HiddenText(!hidden);
            XhtmlText handler = new XhtmlText(limits, ContentType.kind(type) == ContentType.Kind.OFFICE, unseen);
            parser(file, type, unseen).parse(in, handler, metadata, context());
            return parsed(
                    handler.outline(),
                    metadata,
                    type,
                    HiddenText.joined(unseen.remark(), metadata.get(HtmlParser.REMARK)));
        }
    }

    private static Parser parser(Path file, String type, HiddenText unseen) throws IOException, UnreadableException {
        return switch (ContentType.kind(type)) {
            case OFFICE -> new OfficeParser(type, unseen);
            case EPUB -> epub(unseen);
            case HTML -> new HtmlParser(unseen);
            case XML -> new XmlText();
            case OPEN_DOCUMENT -> openDocument(file, type, unseen);
            default -> throw new UnreadableException("is of the type " + type + ", which is not read");
        };
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
                // A chapter's title is not the title of the book.
                super.parse(in, handler, new Metadata(), context);
            }
        });
        return epub;
    }

    private static Parser openDocument(Path file, String type, HiddenText unseen) {
        boolean flat = !ContentType.isZip(type);
        Parser content = new VisibleOpenDocument(file, flat, unseen);
        OpenDocumentParser parser = new OpenDocumentParser();
        parser.setContentParser(content);
        return flat ? content : parser;
    }

    private static ParseContext context() {
        ParseContext context = new ParseContext();
        OfficeParserConfig office = new OfficeParserConfig();
        office.setExtractMacros(false);
        office.setIncludeHeadersAndFooters(false);
        office.setIncludeSlideMasterContent(false);
        office.setIncludeDeletedContent(false);
        context.set(OfficeParserConfig.class, office);
        context.set(EmbeddedDocumentExtractor.class, new WithoutEmbedded());
        return context;
    }

    private static ParsedFile parsed(Outline outline, Metadata metadata, String type, String remark)
            throws UnreadableException {
        String text = outline.text();
        if (text.isBlank()) {
            throw new UnreadableException(remark.isEmpty() ? "has no text" : remark);
        }
        String title = named(value(metadata, TikaCoreProperties.TITLE));
        return new ParsedFile(
                text,
                outline.sections(),
                outline.tables(),
                title.isEmpty() && !type.contains("spreadsheet") ? named(outline.firstHeading()) : title,
                type,
                named(value(metadata, TikaCoreProperties.CREATOR)),
                value(metadata, TikaCoreProperties.CREATED),
                remark);
    }

    /** Returns a declared title or author; empty if it is a program's default. */
    private static String named(String title) {
        String lower = title.toLowerCase(Locale.ROOT);
        String words = lower.replaceAll("[^\\p{L}\\p{N}-]+", " ").strip();
        String unnumbered = words.replaceFirst("[ -]?\\d{1,3}$", "");
        boolean empty = DEFAULT_TITLES.contains(unnumbered) || lower.startsWith("microsoft word - ");
        return empty ? "" : title;
    }

    private static String value(Metadata metadata, Property property) {
        String value = metadata.get(property);
        return value == null ? "" : PlainText.oneLine(value);
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
            if (cause instanceof EncryptedDocumentException || cause instanceof InvalidPasswordException) {
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
        return new UnreadableException("is broken, or not a " + ContentType.shownAs(type) + ": "
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
