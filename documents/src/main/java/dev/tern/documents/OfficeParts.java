package dev.tern.documents;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Enumeration;
import java.util.HashMap;
import java.util.Locale;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import javax.xml.namespace.QName;
import org.apache.commons.compress.archivers.zip.ZipArchiveEntry;
import org.apache.poi.ooxml.POIXMLTypeLoader;
import org.apache.poi.openxml4j.util.ZipEntrySource;
import org.apache.poi.openxml4j.util.ZipFileZipEntrySource;
import org.apache.poi.openxml4j.util.ZipSecureFile;
import org.apache.xmlbeans.XmlCursor;
import org.apache.xmlbeans.XmlException;
import org.apache.xmlbeans.XmlObject;
import org.jspecify.annotations.Nullable;

/**
 * The parts of a docx, pptx or xlsx, edited before parsing: the main part of a docx by
 * {@link WordParts}, hidden sheets removed, and namespaces of Strict Open XML replaced by those
 * that POI supports. Unneeded parts, such as pictures, are empty. The file stays unchanged.
 */
final class OfficeParts implements ZipEntrySource {
    private static final Pattern WORD = Pattern.compile("word/document\\d*\\.xml");
    private static final Pattern STRICT = Pattern.compile("([\"'])http://purl\\.oclc\\.org/ooxml/(\\w+)/([\\w/]*)");
    /** The form of dates in Strict Open XML, which POI does not read. */
    private static final Pattern STRICT_DATE =
            Pattern.compile("(<c [^>]{0,200})\\bt=\"d\"([^>]{0,200}><v>[\\d-]{10})(?:T00:00:00(?:\\.0+)?)?");

    /** A run of the text of a cell. */
    private static final Pattern RUN =
            Pattern.compile("<r>\\s*+(?:<rPr>(?<properties>(?:[^<]++|<(?!/rPr>|r>))*+)</rPr>)?+"
                    + "\\s*+<t(?:\\s[^<>]*+)?>(?<text>[^<]*+)</t>\\s*+</r>");

    private static final Pattern STRUCK = Pattern.compile("<strike(?:\\s*+/>|\\s++val=\"(?:1|true)\")");
    private static final int MOST_EDITED = 1 << 25;

    private final ZipEntrySource file;
    private final UnseenText unseen;
    private final Map<String, byte[]> edited = new HashMap<>();
    private final boolean strict;

    OfficeParts(Path path, UnseenText unseen) throws IOException {
        file = new ZipFileZipEntrySource(new ZipSecureFile(path.toFile()));
        this.unseen = unseen;
        ZipArchiveEntry relations = file.getEntry("_rels/.rels");
        strict = relations != null && STRICT.matcher(text(relations)).find();
    }

    /** Returns whether a parser needs a part; others are never unpacked. */
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
        boolean word = WORD.matcher(name).matches();
        boolean numbers = name.equals("word/numbering.xml");
        if (name.equals("xl/sharedStrings.xml") && entry.getSize() < MOST_EDITED) {
            return new ByteArrayInputStream(
                    seenStrings(new String(original(entry).readAllBytes(), StandardCharsets.UTF_8))
                            .getBytes(StandardCharsets.UTF_8));
        }
        if (!word && !numbers && !name.equals("xl/workbook.xml")) {
            return original(entry);
        }
        byte[] bytes = edited.get(name);
        if (bytes == null) {
            XmlObject part = parsed(entry);
            if (word) {
                new WordParts(this::parsed, unseen).edit(part);
            } else if (numbers) {
                WordParts.restart(part);
            } else {
                leaveHiddenSheets(part);
            }
            ByteArrayOutputStream out = new ByteArrayOutputStream();
            part.save(out);
            bytes = out.toByteArray();
            edited.put(name, bytes);
        }
        return new ByteArrayInputStream(bytes);
    }

    /** Removes struck-out runs from cells, and writes raised ones by {@link Raised}. */
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
            String said = properties.contains("\"superscript\"") ? Raised.text(before, text) : text;
            run.appendReplacement(seen, Matcher.quoteReplacement("<r><t xml:space=\"preserve\">" + said + "</t></r>"));
            before = text;
        }
        return run.appendTail(seen).toString();
    }

    private void leaveHiddenSheets(XmlObject workbook) {
        try (XmlCursor at = workbook.newCursor()) {
            while (at.hasNextToken()) {
                String state = at.isStart() && at.getName().getLocalPart().equals("sheet")
                        ? at.getAttributeText(new QName("state"))
                        : null;
                if (state == null || state.equals("visible")) {
                    at.toNextToken();
                } else {
                    at.removeXml();
                    unseen.count("hidden sheets");
                }
            }
        }
    }

    private @Nullable XmlObject parsed(String name) throws IOException {
        ZipArchiveEntry entry = file.getEntry(name);
        return entry == null ? null : parsed(entry);
    }

    private XmlObject parsed(ZipArchiveEntry entry) throws IOException {
        try (InputStream in = original(entry)) {
            return XmlObject.Factory.parse(in, POIXMLTypeLoader.DEFAULT_XML_OPTIONS);
        } catch (XmlException e) {
            throw new IOException(e.getMessage(), e);
        }
    }

    private InputStream original(ZipArchiveEntry entry) throws IOException {
        if (!strict) {
            return file.getInputStream(entry);
        }
        String known = STRICT.matcher(text(entry))
                .replaceAll(found -> found.group(1) + "http://schemas.openxmlformats.org/" + found.group(2) + "/2006/"
                        + found.group(3)
                                .replace("extendedProperties", "extended-properties")
                                .replace("customProperties", "custom-properties"));
        String xml = STRICT_DATE.matcher(known).replaceAll("$1t=\"str\"$2");
        return new ByteArrayInputStream(xml.getBytes(StandardCharsets.UTF_8));
    }

    private String text(ZipArchiveEntry entry) throws IOException {
        try (InputStream in = file.getInputStream(entry)) {
            return new String(in.readAllBytes(), StandardCharsets.UTF_8);
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
