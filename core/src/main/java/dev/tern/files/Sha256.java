package dev.tern.files;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;

/** Creates SHA-256 digests, which every Java platform has. */
public final class Sha256 {
    private Sha256() {}

    /** Returns a new digest, to which no input was given. */
    public static MessageDigest digest() {
        try {
            return MessageDigest.getInstance("SHA-256");
        } catch (NoSuchAlgorithmException e) {
            throw new AssertionError("every Java platform has SHA-256", e);
        }
    }

    /** Returns the first bytes of the digest of a text in hexadecimal, for names of files. */
    public static String name(String text, int bytes) {
        return HexFormat.of().formatHex(digest().digest(text.getBytes(StandardCharsets.UTF_8)), 0, bytes);
    }
}
