package dev.tern.app.config;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermission;
import java.util.Optional;

/** Checks files with secrets for being readable by anybody on the machine. */
public final class SecretFileCheck {
    private SecretFileCheck() {}

    /**
     * Returns a warning about a file that anybody can read; empty if they cannot or it is unknown.
     *
     * @param holds the content of the file, in words
     */
    public static Optional<String> warning(Path file, String holds) {
        try {
            return Files.getPosixFilePermissions(file).contains(PosixFilePermission.OTHERS_READ)
                    ? Optional.of(file + " holds " + holds + " and can be read by everybody on this machine: chmod o-r "
                            + file)
                    : Optional.empty();
        } catch (IOException | UnsupportedOperationException e) {
            return Optional.empty();
        }
    }
}
