package dev.tern.files;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;

/** Makes digests with SHA-256, which every Java platform has. */
public final class Sha256 {
    private Sha256() {}

    /** A digest of nothing yet. */
    public static MessageDigest digest() {
        try {
            return MessageDigest.getInstance("SHA-256");
        } catch (NoSuchAlgorithmException e) {
            throw new AssertionError("every Java platform has SHA-256", e);
        }
    }

    /** The first bytes of a text's digest in hexadecimal, two digits each: a name of a file for what could not be one. */
    public static String name(String text, int bytes) {
        return HexFormat.of().formatHex(digest().digest(text.getBytes(StandardCharsets.UTF_8)), 0, bytes);
    }
}
