package dev.tern.cli;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.jar.Attributes;
import java.util.jar.JarOutputStream;
import java.util.jar.Manifest;

/**
 * A jar for the launcher that has nothing but the class path of the tests. Jars of that are led to from a folder beside it, as Java
 * archives classes of no jar that a manifest names by its whole address. Folders of classes are named only where the
 * program is in no jar.
 */
final class ClassPathJar {
    private ClassPathJar() {}

    static void write(Path jar) throws IOException {
        Path lib = Files.createDirectories(jar.resolveSibling("lib"));
        boolean inAJar = Main.class.getResource("Main.class").getProtocol().equals("jar");
        List<String> entries = new ArrayList<>();
        for (String entry : System.getProperty("java.class.path").split(":", -1)) {
            Path there = Path.of(entry).toAbsolutePath();
            if (entry.endsWith(".jar")) {
                Files.createSymbolicLink(lib.resolve(there.getFileName()), there);
                entries.add("lib/" + there.getFileName());
            } else if (!inAJar) {
                entries.add(there.toUri().toString());
            }
        }
        Manifest manifest = new Manifest();
        manifest.getMainAttributes().put(Attributes.Name.MANIFEST_VERSION, "1.0");
        manifest.getMainAttributes().put(Attributes.Name.MAIN_CLASS, Main.class.getName());
        manifest.getMainAttributes().put(Attributes.Name.CLASS_PATH, String.join(" ", entries));
        try (OutputStream file = Files.newOutputStream(jar);
                JarOutputStream out = new JarOutputStream(file, manifest)) {
            out.finish();
        }
    }
}
