package dev.tern.eval.questions;

import dev.tern.error.TernException;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.DigestInputStream;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;

/** Computes SHA-256 in hexadecimal. */
final class Checksum {
    private Checksum() {}

    /**
     * Returns the checksum of a file.
     *
     * @throws TernException the user's fault, if it cannot be read
     */
    static String of(Path file) {
        MessageDigest digest = sha256();
        try (InputStream in = new DigestInputStream(Files.newInputStream(file), digest)) {
            in.transferTo(OutputStream.nullOutputStream());
        } catch (IOException e) {
            throw TernException.user(file + " cannot be read: " + e.getMessage(), e);
        }
        return HexFormat.of().formatHex(digest.digest());
    }

    /** Returns the checksum of a text. */
    static String of(String text) {
        return HexFormat.of().formatHex(sha256().digest(text.getBytes(StandardCharsets.UTF_8)));
    }

    private static MessageDigest sha256() {
        try {
            return MessageDigest.getInstance("SHA-256");
        } catch (NoSuchAlgorithmException e) {
            throw new AssertionError("every Java platform has SHA-256", e);
        }
    }
}
