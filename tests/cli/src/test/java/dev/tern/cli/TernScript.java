package dev.tern.cli;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Collectors;

/** The command {@code tern} of the classes under test, for shell scripts. */
final class TernScript {
    private TernScript() {}

    /** Creates the script in a folder. */
    static Path in(Path folder) throws IOException, InterruptedException {
        return in(folder, Main.class);
    }

    /** Creates the script in a folder, with the commands of another main class. */
    static Path in(Path folder, Class<?> main) throws IOException, InterruptedException {
        String java = Launched.java().stream().map(word -> "'" + word + "'").collect(Collectors.joining(" "));
        Path script = Files.writeString(
                folder.resolve("tern"), "#!/bin/sh\nexec " + java + " " + main.getName() + " \"$@\"\n");
        if (!script.toFile().setExecutable(true)) {
            throw new IOException(script + " cannot be made executable");
        }
        return script;
    }
}
