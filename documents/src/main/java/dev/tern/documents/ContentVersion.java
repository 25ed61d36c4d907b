package dev.tern.documents;

import dev.tern.files.Sha256;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.util.HexFormat;
import java.util.List;

/**
 * Identifies the content of a file or page. If both hints still apply, the content is not read.
 *
 * @param hash the first 128 bits of the content's SHA-256, in hexadecimal
 * @param first a hint: a file's size or a page's ETag, or empty
 * @param second a hint: a file's modification time or a page's Last-Modified, or empty
 */
record ContentVersion(String hash, String first, String second) {
    private static final int HASH_BYTES = 16;
    private static final String BETWEEN = "\t";
    private static final int PARTS = 3;

    /** Parses a version; an invalid line becomes a version that equals no content. */
    static ContentVersion of(String line) {
        List<String> parts = List.of(line.split(BETWEEN, -1));
        return parts.size() == PARTS
                ? new ContentVersion(parts.get(0), parts.get(1), parts.get(2))
                : new ContentVersion("", "", "");
    }

    String line() {
        return String.join(BETWEEN, hash, first, second);
    }

    static String hash(Path file) throws IOException {
        try (InputStream in = Files.newInputStream(file, LinkOption.NOFOLLOW_LINKS)) {
            return hash(in);
        }
    }

    /** Returns the hash of the rest of a stream. */
    static String hash(InputStream in) throws IOException {
        MessageDigest digest = Sha256.digest();
        byte[] buffer = new byte[1 << 16];
        for (int count = in.read(buffer); count >= 0; count = in.read(buffer)) {
            digest.update(buffer, 0, count);
        }
        return HexFormat.of().formatHex(digest.digest(), 0, HASH_BYTES);
    }
}
