package dev.tern.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Base64;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import java.util.zip.GZIPInputStream;
import java.util.zip.ZipEntry;
import java.util.zip.ZipInputStream;

/** A secret that is given to Tern everywhere, and the forms in which it must not leak. */
final class Canary {
    /** The secret, with characters that URL encoding and base64 change. */
    static final String SECRET = "Canary+Key/0123456789-abcdefghijk";

    /** The secret in the file of keys, which has one for each name. */
    static final String READER = SECRET + "-reader";

    /** The secret, URL-encoded too, and the middle of its base64 after common prefixes. */
    private static final Set<String> FORMS = Stream.concat(
                    Stream.of(SECRET, URLEncoder.encode(SECRET, StandardCharsets.UTF_8)),
                    Stream.of("", "root:", "Bearer ", "u:", "me:")
                            .map(before -> before + SECRET)
                            .map(text -> Base64.getEncoder().encodeToString(text.getBytes(StandardCharsets.UTF_8)))
                            .map(text -> text.substring(12, 36)))
            .collect(Collectors.toSet());

    private Canary() {}

    /** Fails if a text contains the secret. */
    static void absent(String where, String text) {
        for (String form : FORMS) {
            int at = text.indexOf(form);
            assertThat(at)
                    .as(
                            "the canary in %s: %s",
                            where,
                            at < 0 ? "" : text.substring(Math.max(0, at - 200), Math.min(text.length(), at + 60)))
                    .isNegative();
        }
    }

    /** Fails if a file below a folder has the secret, packed or not, except the intended ones. */
    static int absentBelow(Path folder, Set<Path> purpose) throws IOException {
        List<Path> files;
        try (Stream<Path> found = Files.walk(folder)) {
            files = found.filter(Files::isRegularFile)
                    .filter(file -> !purpose.contains(file))
                    .toList();
        }
        for (Path file : files) {
            byte[] bytes = Files.readAllBytes(file);
            absent(file.toString(), new String(bytes, StandardCharsets.ISO_8859_1));
            if (file.toString().endsWith(".gz")) {
                absent(file + ", unpacked", text(new GZIPInputStream(new ByteArrayInputStream(bytes))));
            } else if (file.toString().endsWith(".zip")) {
                ZipInputStream zip = new ZipInputStream(new ByteArrayInputStream(bytes));
                for (ZipEntry entry = zip.getNextEntry(); entry != null; entry = zip.getNextEntry()) {
                    absent(file + ", " + entry.getName(), text(zip));
                }
            }
        }
        return files.size();
    }

    private static String text(InputStream in) throws IOException {
        return new String(in.readAllBytes(), StandardCharsets.ISO_8859_1);
    }
}
