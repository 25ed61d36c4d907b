package dev.tern.cli;

import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * The command {@code tern} of the classes under test, for shell scripts. Where these are in jars, the first one that ends leaves an
 * archive of loaded classes in the module's build folder, from which the next start sooner.
 */
final class TernScript {
    private static final Path ARCHIVE = Path.of("target", "start.jsa").toAbsolutePath();

    private TernScript() {}

    /** Makes it in a folder. */
    static Path in(Path folder) throws IOException {
        return in(folder, Main.class);
    }

    /** Makes it in a folder, with the commands of another main class. */
    static Path in(Path folder, Class<?> main) throws IOException {
        String jars = Stream.of(System.getProperty("java.class.path").split(File.pathSeparator))
                .filter(entry -> entry.endsWith(".jar"))
                .collect(Collectors.joining(File.pathSeparator));
        boolean inAJar = Main.class.getResource("Main.class").getProtocol().equals("jar");
        Path script = Files.writeString(folder.resolve("tern"), """
            #!/bin/sh
            exec '%s' --enable-native-access=ALL-UNNAMED -XX:+UseSerialGC -XX:TieredStopAtLevel=1 -Xlog:disable %s \
            -cp '%s' %s "$@"
            """.formatted(
                        Path.of(System.getProperty("java.home"), "bin", "java"),
                        inAJar ? "-XX:+AutoCreateSharedArchive '-XX:SharedArchiveFile=" + ARCHIVE + "'" : "",
                        inAJar ? jars : System.getProperty("java.class.path"),
                        main.getName()));
        if (!script.toFile().setExecutable(true)) {
            throw new IOException(script + " cannot be made executable");
        }
        return script;
    }
}
