package dev.tern.documents;

import java.util.Optional;

/** A limit on loading: beyond it, a document is skipped whole, or the load ends or waits. */
public enum LoadLimit {
    /** The maximum bytes of a file, a page or a message of a mailbox. */
    FILE_BYTES("load.maxFileBytes", 100L << 20, 1, 1L << 40, "bytes of a file, standard input or web page"),
    /** The maximum characters of a document's text. */
    TEXT_CHARACTERS(20_000_000, 1, 100_000_000, "characters of a document's text"),
    /** The maximum pages or slides of one document. */
    PAGES(5_000, 1, 1_000_000, "pages of a PDF, slides of a presentation"),
    /** The maximum scanned pages of one document. */
    SCANNED_PAGES("load.maxScannedPages", 200, 1, 100_000, "scanned pages to recognise, each in up to load.maxSeconds"),
    /** The maximum pixels of a picture file. */
    PIXELS(40_000_000, 1, 1_000_000_000, "pixels of a picture file: A4 at 600 dpi has 35 million"),
    /** The maximum levels of nesting in HTML, XML, JSON, RTF or mail. */
    NESTING(500, 10, 10_000, "levels of nesting in HTML, XML, JSON"),
    /** The maximum ratio of a part's unpacked to its packed size, if it unpacks to over 1 MiB. */
    COMPRESSION(100, 2, 10_000, "compression ratio of a part of a docx, pptx, xlsx or epub"),
    /** The maximum bytes of a packed document's needed parts after unpacking. */
    UNPACKED_BYTES(1L << 30, 1, 1L << 40, "bytes of an unpacked docx, pptx, xlsx or epub"),
    /** The maximum parts of a packed document, or attachments of a message. */
    PARTS(10_000, 1, 1_000_000, "parts of a docx, pptx, xlsx or epub, attachments of a message"),
    /** The maximum seconds for parsing a document, reading a scanned page or fetching a page. */
    SECONDS("load.maxSeconds", 60, 1, 86_400, "seconds to parse a document or fetch a web page"),
    /** The maximum heap of a parser process, in megabytes. */
    PARSER_MEGABYTES("load.parserMegabytes", 512, 64, 65_536, "megabytes of heap of a parser process"),
    /** The maximum concurrent parser processes of a loader. */
    PARSERS("load.parsers", 2, 1, 256, "concurrent parser processes"),
    /** The maximum files and pages of one load. */
    FILES(1_000_000, 1, 1_000_000_000, "files and pages of one load"),
    /** The maximum time for listing a folder or a site, in seconds. */
    LISTING_SECONDS(600, 1, 86_400, "seconds to list a folder or site"),
    /** The maximum pages of a synchronised site: as many as a sitemap may list. */
    SITE_PAGES(50_000, 1, 1_000_000, "pages of a synchronised site"),
    /** The maximum concurrent requests to a site. */
    SITE_REQUESTS(4, 1, 64, "concurrent requests to a synchronised site");

    private final Optional<String> setting;
    private final long defaultValue;
    private final long min;
    private final long max;
    private final String description;

    LoadLimit(String key, long usual, long min, long max, String meaning) {
        setting = key.isEmpty() ? Optional.empty() : Optional.of(key);
        defaultValue = usual;
        this.min = min;
        this.max = max;
        description = meaning;
    }

    LoadLimit(long usual, long min, long max, String meaning) {
        this("", usual, min, max, meaning);
    }

    /** Returns the key of its setting; empty if only {@link LoadLimits} can change it. */
    public Optional<String> setting() {
        return setting;
    }

    /** Returns a space and the setting in parentheses; empty if there is no setting. */
    public String settingSuffix() {
        return setting.map(key -> " (" + key + ")").orElse("");
    }

    /** Returns the default value. */
    public long defaultValue() {
        return defaultValue;
    }

    /** Returns the smallest value that may be set. */
    public long min() {
        return min;
    }

    /** Returns the largest value that may be set. */
    public long max() {
        return max;
    }

    /** Returns the unit and the thing counted, such as "bytes of a file". */
    public String description() {
        return description;
    }
}
