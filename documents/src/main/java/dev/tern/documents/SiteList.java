package dev.tern.documents;

import java.io.BufferedInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.regex.Pattern;
import java.util.zip.GZIPInputStream;
import javax.xml.stream.XMLInputFactory;
import javax.xml.stream.XMLStreamConstants;
import javax.xml.stream.XMLStreamException;
import javax.xml.stream.XMLStreamReader;
import org.apache.commons.io.input.BoundedInputStream;
import org.jspecify.annotations.Nullable;

/**
 * A sitemap, an index of sitemaps or a feed, read as a stream, possibly gzipped, so that memory
 * stays constant. Document type declarations and more than {@value #MAX_BYTES} bytes are refused.
 */
final class SiteList {
    /** The maximum unpacked size of a list, in bytes. */
    static final int MAX_BYTES = 10 << 20;

    /** The maximum nesting, below the JDK parser's limit, whose message names a JDK property. */
    private static final int MAX_NESTING = 64;

    private static final int BEGINNING = 4096;
    private static final Pattern ROOT = Pattern.compile("<(\\w+:)?(urlset|sitemapindex|rss|feed|RDF)[\\s>]");

    private static final Map<String, Form> FORMS = Map.of("urlset", Form.PAGES, "sitemapindex", Form.SITEMAPS);

    private final Deque<String> open = new ArrayDeque<>();
    private final StringBuilder text = new StringBuilder();
    private final Consumer<String> addresses;
    private @Nullable String link;

    private SiteList(Consumer<String> addresses) {
        this.addresses = addresses;
    }

    /** The form of a list, by the kind of its addresses. */
    enum Form {
        /** Lists addresses of pages. */
        PAGES,
        /** Lists addresses of sitemaps. */
        SITEMAPS,
        /** Lists addresses of new pages. */
        NEWS
    }

    /** Returns the form of a list by its beginning; empty if it is not a list. */
    static Optional<Form> form(Path file) throws UnreadableException {
        byte[] bytes = bytes(file, BEGINNING);
        String beginning = new String(bytes, StandardCharsets.UTF_8).replaceFirst("^\ufeff", "");
        return beginning.stripLeading().startsWith("<")
                ? ROOT.matcher(beginning)
                        .results()
                        .findFirst()
                        .map(root -> FORMS.getOrDefault(root.group(2), Form.NEWS))
                : Optional.empty();
    }

    /** Returns the first bytes of a file, unpacked if it is gzipped. */
    static byte[] bytes(Path file, int max) throws UnreadableException {
        try (InputStream in = unpacked(file)) {
            return in.readNBytes(max);
        } catch (IOException e) {
            throw new UnreadableException("cannot be unpacked: " + e.getMessage());
        }
    }

    private static InputStream unpacked(Path file) throws IOException {
        InputStream in = new BufferedInputStream(Files.newInputStream(file));
        in.mark(2);
        boolean packed = in.read() == 0x1f && in.read() == 0x8b;
        in.reset();
        return packed ? new BufferedInputStream(new GZIPInputStream(in)) : in;
    }

    /**
     * Reads the addresses in a list.
     *
     * @param addresses receives each as written, truncated after the maximum length
     * @throws UnreadableException if the list is malformed or too large, perhaps after some
     *     addresses
     */
    static void read(Path file, Consumer<String> addresses) throws UnreadableException {
        try (InputStream in = unpacked(file)) {
            BoundedInputStream bounded = BoundedInputStream.builder()
                    .setInputStream(in)
                    .setMaxCount(MAX_BYTES + 1L)
                    .get();
            try {
                skipSpace(bounded);
                new SiteList(addresses).read(bounded);
            } catch (XMLStreamException e) {
                if (bounded.getCount() <= MAX_BYTES) {
                    throw new UnreadableException("is a sitemap or feed that is broken: " + e.getMessage());
                }
            }
            if (bounded.getCount() > MAX_BYTES) {
                throw new UnreadableException("has more than " + LoadLimits.number(MAX_BYTES) + " bytes");
            }
        } catch (IOException e) {
            throw new UnreadableException("cannot be unpacked: " + e.getMessage());
        }
    }

    /** Skips a byte order mark, and white space that some servers send before the XML. */
    private static void skipSpace(InputStream in) throws IOException {
        int next;
        do {
            in.mark(1);
            next = in.read();
        } while (next == 0xef || next == 0xbb || next == 0xbf || Character.isWhitespace(next));
        in.reset();
    }

    private void read(InputStream in) throws XMLStreamException, UnreadableException {
        XMLInputFactory factory = XMLInputFactory.newDefaultFactory();
        factory.setProperty(XMLInputFactory.SUPPORT_DTD, false);
        factory.setProperty(XMLInputFactory.IS_SUPPORTING_EXTERNAL_ENTITIES, false);
        XMLStreamReader xml = factory.createXMLStreamReader(in);
        while (xml.hasNext()) {
            switch (xml.next()) {
                case XMLStreamConstants.DTD ->
                    throw new UnreadableException(
                            "is a sitemap or feed that is broken: it declares a document type, which is not read");
                case XMLStreamConstants.START_ELEMENT -> {
                    if (open.size() >= MAX_NESTING) {
                        throw new UnreadableException("has more than " + MAX_NESTING + " nested elements");
                    }
                    begin(xml);
                }
                case XMLStreamConstants.CHARACTERS, XMLStreamConstants.CDATA -> {
                    int room = WebAddress.MAX_LENGTH + 1 - text.length();
                    text.append(xml.getTextCharacters(), xml.getTextStart(), Math.clamp(xml.getTextLength(), 0, room));
                }
                case XMLStreamConstants.END_ELEMENT -> end();
                default -> {}
            }
        }
    }

    private void begin(XMLStreamReader xml) {
        String name = xml.getLocalName();
        String target = xml.getAttributeValue(null, "href");
        String relation = xml.getAttributeValue(null, "rel");
        if (isOf("entry", "item") && name.equals("link") && target != null) {
            boolean page = relation == null || relation.equals("alternate");
            link = page && link == null ? target : link;
        }
        boolean permanent = !"false".equals(xml.getAttributeValue(null, "isPermaLink"));
        open.push(name.equals("guid") && !permanent ? "" : name);
        text.setLength(0);
    }

    private boolean isOf(String name, String other) {
        return name.equals(open.peek()) || other.equals(open.peek());
    }

    private void end() {
        String name = open.pop();
        String said = text.toString().strip();
        text.setLength(0);
        if (name.equals("loc") && isOf("url", "sitemap")) {
            addresses.accept(said);
        } else if (name.equals("link") && isOf("entry", "item") && !said.isEmpty()) {
            link = said;
        } else if (name.equals("guid") && link == null && said.startsWith("http")) {
            link = said;
        } else if ((name.equals("entry") || name.equals("item")) && link != null) {
            addresses.accept(link);
            link = null;
        }
    }
}
