package dev.tern.web;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.net.JarURLConnection;
import java.net.URISyntaxException;
import java.net.URL;
import java.net.URLConnection;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import java.util.zip.ZipEntry;

/** A file of the web page, with its media type. Immutable. */
public final class PageFile {
    /** The name of the page itself, which is served at {@code /}. */
    public static final String INDEX = "index.html";

    private static final String CLASS = ".class";
    private static final int TAG_BYTES = 16;

    private final String name;
    private final String mediaType;
    private final byte[] bytes;
    private final String tag;

    private PageFile(String name, String mediaType, byte[] bytes) {
        this.name = name;
        this.mediaType = mediaType;
        this.bytes = bytes;
        this.tag = tag(bytes);
    }

    /** Returns all files of the page, its libraries included, sorted by name. */
    public static List<PageFile> all() {
        URL index = PageFile.class.getResource(INDEX);
        if (index == null) {
            throw new IllegalStateException("dev/tern/web/" + INDEX + " is not on the class path");
        }
        try {
            URLConnection connection = index.openConnection();
            List<String> names = connection instanceof JarURLConnection jar
                    ? inJar(jar)
                    : inFolder(Path.of(index.toURI()).resolveSibling(""));
            return names.stream()
                    .filter(name -> !name.endsWith(CLASS))
                    .sorted()
                    .map(PageFile::ofClassPath)
                    .toList();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (URISyntaxException e) {
            throw new IllegalStateException(index + " is no address", e);
        }
    }

    /**
     * Reads a file of the page from a folder of its sources, without a cache.
     *
     * @param name the path of the file in the folder, as a client sends it
     * @return empty if there is no such file, it is outside of the folder, or its media type is
     *     unknown
     * @throws IOException if it cannot be read
     */
    public static Optional<PageFile> in(Path folder, String name) throws IOException {
        Optional<String> mediaType = mediaType(name);
        if (mediaType.isEmpty()) {
            return Optional.empty();
        }
        try {
            Path file = folder.resolve(name);
            return Files.isRegularFile(file) && file.toRealPath().startsWith(folder.toRealPath())
                    ? Optional.of(new PageFile(name, mediaType.get(), Files.readAllBytes(file)))
                    : Optional.empty();
        } catch (InvalidPathException e) {
            return Optional.empty();
        }
    }

    /** Returns the passages of the demo, one JSON object a line, in BEIR's layout of corpora. */
    public static PageFile demo() {
        return ofClassPath("demo.jsonl");
    }

    /** Returns the path: {@code /} for the page itself, {@code /page/NAME} for other files. */
    public String path() {
        return name.equals(INDEX) ? "/" : "/page/" + name;
    }

    /** Returns true if this file belongs to a third-party library. */
    public boolean isOfLibrary() {
        return name.startsWith("lib/");
    }

    /** Returns the value of the header Content-Type. */
    public String mediaType() {
        return mediaType;
    }

    public byte[] bytes() {
        return bytes.clone();
    }

    /** Returns the value of the header ETag: a hash of the content, in quotation marks. */
    public String tag() {
        return tag;
    }

    private static Optional<String> mediaType(String name) {
        String ending = name.substring(name.lastIndexOf('.') + 1);
        return Optional.ofNullable(
                switch (ending) {
                    case "html" -> "text/html; charset=utf-8";
                    case "css" -> "text/css; charset=utf-8";
                    case "js" -> "text/javascript; charset=utf-8";
                    case "svg" -> "image/svg+xml";
                    case "json" -> "application/json";
                    case "jsonl" -> "application/x-ndjson";
                    case "LICENSE" -> "text/plain; charset=utf-8";
                    default -> null;
                });
    }

    private static List<String> inJar(JarURLConnection index) throws IOException {
        String folder = index.getEntryName().substring(0, index.getEntryName().length() - INDEX.length());
        return index.getJarFile().stream()
                .filter(entry -> !entry.isDirectory())
                .map(ZipEntry::getName)
                .filter(name -> name.startsWith(folder))
                .map(name -> name.substring(folder.length()))
                .toList();
    }

    private static List<String> inFolder(Path folder) throws IOException {
        try (Stream<Path> files = Files.walk(folder)) {
            return files.filter(Files::isRegularFile)
                    .map(file -> folder.relativize(file).toString().replace('\\', '/'))
                    .toList();
        }
    }

    private static PageFile ofClassPath(String name) {
        String mediaType = mediaType(name)
                .orElseThrow(() -> new IllegalStateException("no media type is known for dev/tern/web/" + name));
        try (InputStream in = PageFile.class.getResourceAsStream(name)) {
            if (in == null) {
                throw new IllegalStateException("dev/tern/web/" + name + " is not on the class path");
            }
            return new PageFile(name, mediaType, in.readAllBytes());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static String tag(byte[] bytes) {
        try {
            byte[] digest = MessageDigest.getInstance("SHA-256").digest(bytes);
            return "\"" + HexFormat.of().formatHex(digest, 0, TAG_BYTES) + "\"";
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every Java has SHA-256", e);
        }
    }
}
