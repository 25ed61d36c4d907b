package dev.tern.app.config;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermission;
import java.util.Optional;

/** Files with secrets that are open to everybody on the machine. */
public final class WorldReadable {
    private WorldReadable() {}

    /**
     * What to say of a file that everybody can read; empty where they cannot, or where the file system does not know.
     *
     * @param holds what stands in it
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
