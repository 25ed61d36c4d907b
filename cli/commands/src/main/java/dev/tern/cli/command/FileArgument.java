package dev.tern.cli.command;

import dev.tern.cli.command.process.Environment;
import dev.tern.error.TernException;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;

/** Parses names of files on the command line. */
public final class FileArgument {
    private FileArgument() {}

    /**
     * Resolves a file name against the environment's directory; leaves it unchanged if that is the
     * working directory of the process.
     *
     * @throws TernException the user's fault, if the name is blank or not a valid path
     */
    public static Path path(String text, Environment environment) {
        if (text.isBlank()) {
            throw TernException.user("the name of the file is blank");
        }
        try {
            Path asGiven = Path.of(text);
            boolean same = environment.directory().equals(Path.of("").toAbsolutePath());
            return same ? asGiven : environment.directory().resolve(asGiven);
        } catch (InvalidPathException e) {
            throw TernException.user("\"" + text + "\" is not a path: " + e.getReason(), e);
        }
    }
}
