package dev.tern.documents;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Enumeration;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.zip.ZipEntry;
import java.util.zip.ZipException;
import java.util.zip.ZipFile;

/**
 * A document that is a ZIP archive: detects its type by its entries, and limits its unpacking.
 *
 * <p>Every needed part is unpacked once as a check, as declared sizes may be false.
 */
final class ZippedDocument {
    private static final int SMALL_PART = 1 << 20;
    private static final int DECLARATION_BYTES = 1 << 20;
    /** The declaration of the main part, also of templates and files with macros. */
    private static final Pattern MAIN_PART = Pattern.compile("(?i)(?:(wordprocessingml|ms-word)"
            + "|(presentationml|ms-powerpoint)|(?:spreadsheetml|ms-excel))\\."
            + "(?:document|template|presentation|slideshow|sheet)(?:\\.macroEnabled)?\\.main\\+xml");
    /** Parts of an epub or an OpenDocument that no parser opens. */
    private static final Pattern MEDIA = Pattern.compile(
            "(?i)\\.(?:png|jpe?g|gif|bmp|tiff?|webp|emf|wmf|svm|ttf|otf|woff2?|mp[34]|m4[av]|ogg|wav)$");

    private final Path file;
    private final LoadLimits limits;

    ZippedDocument(Path file, LoadLimits limits) {
        this.file = file;
        this.limits = limits;
    }

    /** Returns the media type of the document, by its entries. */
    String type() throws IOException, UnreadableException {
        try (ZipFile zip = new ZipFile(file.toFile(), StandardCharsets.UTF_8)) {
            limits.check(LoadLimit.PARTS, zip.size(), "has " + LoadLimits.number(zip.size()) + " parts");
            String type = type(zip);
            checkSize(zip, type);
            return type;
        } catch (ZipException e) {
            throw new UnreadableException("is not a valid zip archive: " + e.getMessage());
        } catch (IllegalArgumentException e) {
            throw new UnreadableException("is broken: a part of the archive has a name that is not UTF-8");
        }
    }

    private static String type(ZipFile zip) throws IOException, UnreadableException {
        String said = beginning(zip, "mimetype").strip();
        if (said.equals(ContentType.EPUB) || said.matches(Pattern.quote(ContentType.OPEN_DOCUMENT) + "[a-z-]{1,40}")) {
            return said;
        }
        String declarations = beginning(zip, "[Content_Types].xml");
        Matcher main = MAIN_PART.matcher(declarations);
        if (main.find()) {
            return main.group(1) != null
                    ? ContentType.DOCX
                    : main.group(2) != null ? ContentType.PPTX : ContentType.XLSX;
        }
        throw new UnreadableException(
                "is a zip archive but not a docx, pptx, xlsx, odt, ods, odp or epub: unpack it first");
    }

    private static String beginning(ZipFile zip, String name) throws IOException {
        ZipEntry entry = zip.getEntry(name);
        if (entry == null) {
            return "";
        }
        try (InputStream in = zip.getInputStream(entry)) {
            return new String(in.readNBytes(DECLARATION_BYTES), StandardCharsets.UTF_8);
        }
    }

    private void checkSize(ZipFile zip, String type) throws IOException, UnreadableException {
        long ratio = limits.of(LoadLimit.COMPRESSION);
        byte[] buffer = new byte[1 << 16];
        long all = 0;
        for (Enumeration<? extends ZipEntry> entries = zip.entries(); entries.hasMoreElements(); ) {
            ZipEntry entry = entries.nextElement();
            boolean read = ContentType.kind(type) == ContentType.Kind.OFFICE
                    ? OfficeParts.isRead(entry.getName())
                    : !MEDIA.matcher(entry.getName()).find();
            if (!read) {
                continue;
            }
            long unpacked = 0;
            try (InputStream in = zip.getInputStream(entry)) {
                for (int count = in.read(buffer); count >= 0; count = in.read(buffer)) {
                    unpacked += count;
                    all += count;
                    if (unpacked > SMALL_PART && unpacked / ratio > Math.max(1, entry.getCompressedSize())) {
                        throw new UnreadableException(
                                "is a zip bomb: a part unpacks to more than " + ratio + " times its size");
                    }
                    limits.check(
                            LoadLimit.UNPACKED_BYTES,
                            all,
                            "unpacks to more than " + LoadLimits.number(limits.of(LoadLimit.UNPACKED_BYTES))
                                    + " bytes");
                }
            }
        }
    }
}
