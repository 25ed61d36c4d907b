package dev.tern.documents;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.StringReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Enumeration;
import java.util.HashMap;
import java.util.Locale;
import java.util.Map;
import java.util.regex.MatchResult;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.apache.commons.compress.archivers.zip.ZipArchiveEntry;
import org.apache.poi.openxml4j.util.ZipEntrySource;
import org.apache.poi.openxml4j.util.ZipFileZipEntrySource;
import org.apache.poi.openxml4j.util.ZipSecureFile;
import org.apache.tika.exception.TikaException;
import org.apache.tika.parser.ParseContext;
import org.apache.tika.utils.XMLReaderUtils;
import org.jsoup.Jsoup;
import org.jsoup.nodes.Document;
import org.jsoup.nodes.Element;
import org.jsoup.parser.Parser;
import org.jspecify.annotations.Nullable;
import org.xml.sax.SAXException;
import org.xml.sax.helpers.DefaultHandler;

/**
 * The parts of a docx, pptx or xlsx, edited before parsing. {@link WordParts} edits the main part
 * of a docx, {@link SlideParts} the slides. Hidden sheets are removed. The namespaces of Strict
 * Open XML are replaced by the transitional ones, which POI supports. Parts that are not needed,
 * such as pictures, are empty. The file stays unchanged.
 */
final class OfficeParts implements ZipEntrySource {
    private static final Pattern WORD = Pattern.compile("word/document\\d*\\.xml");
    private static final Pattern SLIDE = Pattern.compile("ppt/(?:slides|notesSlides)/[^/]+\\.xml");
    private static final Pattern TARGET = Pattern.compile("Target=\"[^\"]*/slides/(?<name>[^\"/]+)\"");
    private static final String FORMATS = "http://schemas.openxmlformats.org/";
    /** The usual prefix of each namespace URI. */
    private static final Map<String, String> PREFIXES = Map.of(
            FORMATS + "wordprocessingml/2006/main", "w",
            FORMATS + "officeDocument/2006/math", "m",
            FORMATS + "presentationml/2006/main", "p",
            FORMATS + "drawingml/2006/main", "a");

    private static final Pattern DECLARATION = Pattern.compile("\\sxmlns(?::([\\w.-]+))?=[\"']([^\"']+)[\"']");
    private static final Pattern STRICT = Pattern.compile("([\"'])http://purl\\.oclc\\.org/ooxml/(\\w+)/([\\w/]*)");
    /** The form of dates in Strict Open XML, which POI does not read. */
    private static final Pattern STRICT_DATE =
            Pattern.compile("(<c [^>]{0,200})\\bt=\"d\"([^>]{0,200}><v>[\\d-]{10})(?:T00:00:00(?:\\.0+)?)?");

    /** A run: a piece of a cell's text with one format. */
    private static final Pattern RUN =
            Pattern.compile("<r>\\s*+(?:<rPr>(?<properties>(?:[^<]++|<(?!/rPr>|r>))*+)</rPr>)?+"
                    + "\\s*+<t(?:\\s[^<>]*+)?>(?<text>[^<]*+)</t>\\s*+</r>");

    private static final Pattern STRUCK = Pattern.compile("<strike(?:\\s*+/>|\\s++val=\"(?:1|true)\")");
    private static final int MAX_EDITED = 1 << 25;

    private final ZipEntrySource file;
    private final HiddenText unseen;
    private final Map<String, String> edited = new HashMap<>();
    private final boolean strict;

    OfficeParts(Path path, HiddenText unseen) throws IOException {
        file = new ZipFileZipEntrySource(new ZipSecureFile(path.toFile()));
        this.unseen = unseen;
        ZipArchiveEntry relations = file.getEntry("_rels/.rels");
        strict = relations != null
                && STRICT.matcher(text(file.getInputStream(relations))).find();
    }

    /** Returns true if a parser needs a part; other parts are never unpacked. */
    static boolean isRead(String name) {
        String lower = name.toLowerCase(Locale.ROOT);
        return (lower.endsWith(".xml") || lower.endsWith(".rels") || lower.endsWith(".vml"))
                && !lower.contains("/embeddings/")
                && !lower.contains("/media/");
    }

    @Override
    public InputStream getInputStream(ZipArchiveEntry entry) throws IOException {
        String name = entry.getName();
        if (!isRead(name)) {
            return InputStream.nullInputStream();
        }
        if (name.equals("xl/sharedStrings.xml") && entry.getSize() < MAX_EDITED) {
            return stream(seenStrings(text(original(entry))));
        }
        boolean edits = WORD.matcher(name).matches()
                || SLIDE.matcher(name).matches()
                || name.equals("word/numbering.xml")
                || name.equals("xl/workbook.xml");
        if (!edits) {
            return original(entry);
        }
        String xml = edited.get(name);
        if (xml == null) {
            xml = edited(name);
            edited.put(name, xml);
        }
        return stream(xml);
    }

    private static InputStream stream(String xml) {
        return new ByteArrayInputStream(xml.getBytes(StandardCharsets.UTF_8));
    }

    private String edited(String name) throws IOException {
        Document part = parsed(name);
        if (WORD.matcher(name).matches()) {
            new WordParts(this::parsed, unseen).edit(part);
        } else if (SLIDE.matcher(name).matches()) {
            boolean hidden =
                    unseen.leavesParts() && (SlideParts.isHidden(part) || SlideParts.isHidden(slideOfNotes(name)));
            if (part.selectFirst("p|sld") != null && hidden) {
                unseen.count("hidden slides");
            }
            SlideParts.edit(part, hidden, unseen);
        } else if (name.equals("word/numbering.xml")) {
            WordParts.restart(part);
        } else if (unseen.leavesParts()) {
            for (Element sheet : part.select("*|sheet[state]:not([state=visible])")) {
                sheet.remove();
                unseen.count("hidden sheets");
            }
        }
        return part.outerHtml();
    }

    /** Returns the slide that notes belong to; an empty document if there is none. */
    private Document slideOfNotes(String notes) throws IOException {
        ZipArchiveEntry relations = file.getEntry(notes.replace("notesSlides/", "notesSlides/_rels/") + ".rels");
        Matcher slide = TARGET.matcher(relations == null ? "" : text(file.getInputStream(relations)));
        return parsed(slide.find() ? "ppt/slides/" + slide.group("name") : "");
    }

    /** Removes struck-out runs from shared strings; {@link Superscripts} rewrites raised ones. */
    private String seenStrings(String strings) {
        StringBuilder seen = new StringBuilder();
        String before = "";
        int end = 0;
        Matcher run = RUN.matcher(strings);
        while (run.find()) {
            before = strings.substring(end, run.start()).contains("<si>") ? "" : before;
            end = run.end();
            String properties = run.group("properties") == null ? "" : run.group("properties");
            String text = run.group("text");
            if (STRUCK.matcher(properties).find()) {
                unseen.count("struck-out text");
                run.appendReplacement(seen, "");
                continue;
            }
            String said = properties.contains("\"superscript\"") ? Superscripts.text(before, text) : text;
            run.appendReplacement(seen, Matcher.quoteReplacement("<r><t xml:space=\"preserve\">" + said + "</t></r>"));
            before = Superscripts.end(before + text);
        }
        return run.appendTail(seen).toString();
    }

    /** Returns a part as elements with the usual prefixes; an empty document if there is none. */
    private Document parsed(String name) throws IOException {
        ZipArchiveEntry entry = file.getEntry(name);
        if (entry == null) {
            return new Document("");
        }
        String xml = text(original(entry));
        if (xml.contains("<!DOCTYPE")) {
            throw new IOException("DOCTYPE is refused in " + name);
        }
        try {
            XMLReaderUtils.parseSAX(new StringReader(xml), new DefaultHandler(), new ParseContext());
        } catch (SAXException | TikaException e) {
            throw new IOException(e.getMessage(), e);
        }
        Document part = Jsoup.parse(withStandardPrefixes(xml), "", Parser.xmlParser());
        part.outputSettings().prettyPrint(false);
        part.charset(StandardCharsets.UTF_8);
        return part;
    }

    /** Gives elements and attributes of known namespaces the usual prefixes. */
    private static String withStandardPrefixes(String xml) {
        String usual = xml;
        for (MatchResult declared : DECLARATION.matcher(xml).results().toList()) {
            String prefix = declared.group(1) == null ? "" : declared.group(1);
            String known = PREFIXES.get(declared.group(2));
            if (known == null || prefix.equals(known)) {
                continue;
            }
            String old = prefix.isEmpty() ? "" : Pattern.quote(prefix) + ":";
            usual = usual.replaceAll("(</?)" + old + "(?=[\\w.-]+[\\s/>])", "$1" + known + ":");
            if (!prefix.isEmpty()) {
                usual = usual.replaceAll("(\\s)" + old + "(?=[\\w.-]+\\s*=)", "$1" + known + ":");
            }
            if (!usual.contains("xmlns:" + known + "=")) {
                usual = usual.replace(prefix.isEmpty() ? "xmlns=" : "xmlns:" + prefix + "=", "xmlns:" + known + "=");
            }
        }
        return usual;
    }

    private InputStream original(ZipArchiveEntry entry) throws IOException {
        if (!strict) {
            return file.getInputStream(entry);
        }
        String known = STRICT.matcher(text(file.getInputStream(entry)))
                .replaceAll(found -> found.group(1) + FORMATS + found.group(2) + "/2006/"
                        + found.group(3)
                                .replace("extendedProperties", "extended-properties")
                                .replace("customProperties", "custom-properties"));
        return stream(STRICT_DATE.matcher(known).replaceAll("$1t=\"str\"$2"));
    }

    private static String text(InputStream in) throws IOException {
        try (in) {
            return TextEncoding.decode(in.readAllBytes(), "").text();
        }
    }

    @Override
    public Enumeration<? extends ZipArchiveEntry> getEntries() {
        return file.getEntries();
    }

    @Override
    public @Nullable ZipArchiveEntry getEntry(String path) {
        return file.getEntry(path);
    }

    @Override
    public void close() throws IOException {
        file.close();
    }

    @Override
    public boolean isClosed() {
        return file.isClosed();
    }
}
