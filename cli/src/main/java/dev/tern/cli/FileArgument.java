package dev.tern.cli;

import dev.tern.error.TernException;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;

/** A file that is named on the command line. */
final class FileArgument {
    private FileArgument() {}

    /** The path, kept as it was given where that means the same file, so that messages show what the user typed. */
    static Path path(String text, Surroundings surroundings) {
        if (text.isBlank()) {
            throw TernException.user("the name of the file is blank");
        }
        try {
            Path asGiven = Path.of(text);
            boolean same = surroundings.directory().equals(Path.of("").toAbsolutePath());
            return same ? asGiven : surroundings.directory().resolve(asGiven);
        } catch (InvalidPathException e) {
            throw TernException.user("\"" + text + "\" is not a path: " + e.getReason(), e);
        }
    }
}
