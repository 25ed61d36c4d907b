package dev.tern.web;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.List;
import java.util.stream.Stream;

/** One file of the page. Immutable. */
public final class PageFile {
    private static final List<String> OWN = List.of(
            "aliases.js",
            "answer.js",
            "api.js",
            "app.js",
            "ask.js",
            "base.css",
            "browse.js",
            "canvas.js",
            "conditions.js",
            "correct.js",
            "demo.js",
            "demo.jsonl",
            "details.js",
            "dom.js",
            "drop.js",
            "edits.js",
            "fill.js",
            "first.js",
            "forecast.js",
            "hand.js",
            "jobs.js",
            "kept.js",
            "knobs.js",
            "layout.js",
            "manage.js",
            "markdown.js",
            "painter.js",
            "see.js",
            "sentences.js",
            "shapes.js",
            "sources.js",
            "staged.js",
            "state.js",
            "subgraph.js",
            "svg.js",
            "table.js",
            "tern.svg",
            "texts.js",
            "texts/de.json",
            "texts/en.json",
            "texts/es.json",
            "texts/id.json",
            "texts/ja.json",
            "themes.js",
            "threadbar.js",
            "threads.js",
            "timeline.js",
            "turn.js",
            "views.css");
    private static final List<String> LIBRARIES =
            List.of("d3-dispatch", "d3-force", "d3-hierarchy", "d3-quadtree", "d3-timer");
    private static final int TAG_BYTES = 16;

    private final String path;
    private final String mediaType;
    private final byte[] bytes;
    private final String tag;

    private PageFile(String path, String resource) {
        this.path = path;
        this.mediaType = mediaType(resource);
        this.bytes = read(resource);
        this.tag = tag(bytes);
    }

    /** All files of the page; the page itself is at {@code /}, the others under {@code /page/}. */
    public static List<PageFile> all() {
        return Stream.of(
                        Stream.of(new PageFile("/", "index.html")),
                        OWN.stream().map(name -> new PageFile("/page/" + name, name)),
                        LIBRARIES.stream()
                                .map(name -> new PageFile("/page/lib/" + name + ".min.js", "lib/" + name + ".min.js")))
                .flatMap(files -> files)
                .toList();
    }

    /** The passages that the demo is made of, one JSON object a line, in the layout of BEIR's corpora. */
    public static PageFile demo() {
        return new PageFile("/page/demo.jsonl", "demo.jsonl");
    }

    /** Where the page looks for it. */
    public String path() {
        return path;
    }

    /** What it is, for the header Content-Type. */
    public String mediaType() {
        return mediaType;
    }

    /** What is in it. */
    public byte[] bytes() {
        return bytes.clone();
    }

    /** Another one for another content; for the header ETag, with its quotation marks. */
    public String tag() {
        return tag;
    }

    private static String mediaType(String resource) {
        String ending = resource.substring(resource.lastIndexOf('.') + 1);
        return switch (ending) {
            case "html" -> "text/html; charset=utf-8";
            case "css" -> "text/css; charset=utf-8";
            case "js" -> "text/javascript; charset=utf-8";
            case "svg" -> "image/svg+xml";
            case "json" -> "application/json";
            case "jsonl" -> "application/x-ndjson";
            default -> throw new IllegalStateException("no media type is known for " + resource);
        };
    }

    private static byte[] read(String resource) {
        try (InputStream in = PageFile.class.getResourceAsStream(resource)) {
            if (in == null) {
                throw new IllegalStateException("dev/tern/web/" + resource + " is not on the class path");
            }
            return in.readAllBytes();
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
