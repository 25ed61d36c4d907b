package dev.tern.eval.questions;

import dev.tern.error.TernException;
import dev.tern.files.Sha256;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.DigestInputStream;
import java.security.MessageDigest;
import java.util.HexFormat;

/** Computes SHA-256 in hexadecimal. */
final class Checksum {
    private Checksum() {}

    /** Returns the checksum of a file; throws if it cannot be read. */
    static String of(Path file) {
        MessageDigest digest = Sha256.digest();
        try (InputStream in = new DigestInputStream(Files.newInputStream(file), digest)) {
            in.transferTo(OutputStream.nullOutputStream());
        } catch (IOException e) {
            throw TernException.user(file + " cannot be read: " + e.getMessage(), e);
        }
        return HexFormat.of().formatHex(digest.digest());
    }

    static String of(String text) {
        return HexFormat.of().formatHex(Sha256.digest().digest(text.getBytes(StandardCharsets.UTF_8)));
    }
}
