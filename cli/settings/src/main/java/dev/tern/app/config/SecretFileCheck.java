package dev.tern.app.config;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermission;
import java.util.Optional;

/** Warns about files with secrets that every user of the machine can read. */
public final class SecretFileCheck {
    private SecretFileCheck() {}

    /**
     * Returns a warning about a file that every user of the machine can read; empty for other
     * files, and if its permissions are unknown.
     *
     * @param holds the content of the file, for the warning
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
