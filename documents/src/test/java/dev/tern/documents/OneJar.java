package dev.tern.documents;

import java.io.ByteArrayOutputStream;
import java.io.File;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.jar.Attributes;
import java.util.jar.JarFile;
import java.util.jar.JarOutputStream;
import java.util.jar.Manifest;
import java.util.stream.Stream;
import java.util.zip.CRC32;
import java.util.zip.ZipEntry;

/**
 * Builds an application as one jar in the layout of Spring Boot from the tests' class path:
 * launcher, application classes, and nested library jars. For the tests of this and other modules.
 */
public final class OneJar {
    private static final String LAUNCHER = "spring-boot-loader-";
    /** Jars of the tests, and 170 MB of native libraries that such an application does not use. */
    private static final List<String> LEFT_OUT = List.of(
            "junit-",
            "assertj-",
            "opentest4j-",
            "apiguardian-",
            "byte-buddy-",
            "surefire-",
            "jmh-",
            "onnxruntime-",
            "tokenizers-",
            "langchain4j-embeddings-",
            "milvus-sdk-java-",
            LAUNCHER);

    private OneJar() {}

    /**
     * Writes the jar file.
     *
     * @param start the main class, from the class folders
     */
    public static Path write(Path file, Class<?> start) throws IOException {
        Manifest manifest = new Manifest();
        Attributes attributes = manifest.getMainAttributes();
        attributes.put(Attributes.Name.MANIFEST_VERSION, "1.0");
        attributes.put(Attributes.Name.MAIN_CLASS, "org.springframework.boot.loader.launch.JarLauncher");
        attributes.putValue("Start-Class", start.getName());
        try (OutputStream out = Files.newOutputStream(file);
                JarOutputStream jar = new JarOutputStream(out, manifest)) {
            for (String folder : List.of("BOOT-INF/", "BOOT-INF/classes/", "BOOT-INF/lib/")) {
                jar.putNextEntry(new ZipEntry(folder));
            }
            int modules = 0;
            for (Path entry : classPath()) {
                String name = entry.getFileName().toString();
                if (Files.isDirectory(entry)) {
                    if (entry.endsWith("test-classes")) {
                        addAll(jar, entry, "BOOT-INF/classes/");
                    } else {
                        // A module of this build, which would be a jar elsewhere.
                        store(jar, "BOOT-INF/lib/module-" + modules++ + ".jar", packed(entry));
                    }
                } else if (name.startsWith(LAUNCHER)) {
                    addClasses(jar, entry);
                } else if (LEFT_OUT.stream().noneMatch(name::startsWith)) {
                    store(jar, "BOOT-INF/lib/" + name, Files.readAllBytes(entry));
                }
            }
        }
        return file;
    }

    /**
     * Runs an application as a user would, until it exits.
     *
     * @param folder the working directory, which also gets the jar
     * @param temporary the folder for its temporary files
     * @return its whole output
     */
    public static String run(Path folder, Path temporary, Class<?> start, String... arguments)
            throws IOException, InterruptedException {
        Path out = folder.resolve("out.txt");
        List<String> words = new ArrayList<>(List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-XX:TieredStopAtLevel=1",
                "-XX:+UseSerialGC",
                "-Djava.io.tmpdir=" + temporary,
                "-jar",
                write(folder.resolve("application.jar"), start).toString()));
        words.addAll(List.of(arguments));
        Process process = new ProcessBuilder(words)
                .directory(folder.toFile())
                .redirectErrorStream(true)
                .redirectOutput(out.toFile())
                .start();
        if (!process.waitFor(300, TimeUnit.SECONDS)) {
            process.destroyForcibly();
        }
        return Files.readString(out);
    }

    private static List<Path> classPath() {
        return Stream.of(System.getProperty("java.class.path").split(File.pathSeparator))
                .map(Path::of)
                .filter(Files::exists)
                .toList();
    }

    private static byte[] packed(Path folder) throws IOException {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        try (JarOutputStream jar = new JarOutputStream(out)) {
            addAll(jar, folder, "");
        }
        return out.toByteArray();
    }

    private static void addAll(JarOutputStream jar, Path folder, String prefix) throws IOException {
        try (Stream<Path> files = Files.walk(folder)) {
            for (Path each : files.filter(Files::isRegularFile).toList()) {
                jar.putNextEntry(
                        new ZipEntry(prefix + folder.relativize(each).toString().replace(File.separatorChar, '/')));
                Files.copy(each, jar);
                jar.closeEntry();
            }
        }
    }

    /** The launcher's classes are at the jar's root, where Java finds them. */
    private static void addClasses(JarOutputStream jar, Path launcher) throws IOException {
        try (JarFile classes = new JarFile(launcher.toFile())) {
            classes.stream().filter(entry -> entry.getName().endsWith(".class")).forEach(entry -> {
                try (InputStream in = classes.getInputStream(entry)) {
                    jar.putNextEntry(new ZipEntry(entry.getName()));
                    in.transferTo(jar);
                    jar.closeEntry();
                } catch (IOException e) {
                    throw new UncheckedIOException(e);
                }
            });
        }
    }

    /** Nested jars are stored uncompressed, or the launcher refuses them. */
    private static void store(JarOutputStream jar, String name, byte[] content) throws IOException {
        CRC32 sum = new CRC32();
        sum.update(content);
        ZipEntry entry = new ZipEntry(name);
        entry.setMethod(ZipEntry.STORED);
        entry.setSize(content.length);
        entry.setCrc(sum.getValue());
        jar.putNextEntry(entry);
        jar.write(content);
        jar.closeEntry();
    }
}
