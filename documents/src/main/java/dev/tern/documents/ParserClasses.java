package dev.tern.documents;

import dev.tern.documents.temporary.TemporaryFolder;
import dev.tern.error.TernException;
import java.io.File;
import java.io.IOException;
import java.io.InputStream;
import java.net.URI;
import java.net.URISyntaxException;
import java.net.URL;
import java.nio.file.FileSystemNotFoundException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.CodeSource;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.ServiceLoader;
import java.util.Set;
import java.util.concurrent.locks.ReentrantLock;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Finds the class path of parser processes.
 *
 * <p>If this library is on the JVM's class path or module path, that path is used. If a framework
 * loads this library in another way, the jars of the parsers' classes are used: plain files, as in
 * Quarkus, directly; nested jars, as in Spring Boot, after they are unpacked into a folder that
 * only this user can read and that is deleted when the JVM exits. Thread-safe.
 */
final class ParserClasses {
    /** One class of each library that parsers need, so that no other nested jar is unpacked. */
    static final List<String> NEEDED = ReaderLists.of("parserClasses").toList();

    /** A class of ONNX Runtime, which is large and only needed if PP-OCR models are configured. */
    static final String NETWORK_RUNTIME = "ai.onnxruntime.OrtEnvironment";

    /** The instance of this JVM, whose parser processes share the unpacked jars. */
    static final ParserClasses OF_THIS_PROCESS = new ParserClasses(ParserClasses.class.getClassLoader(), NEEDED);

    private static final Logger LOG = LoggerFactory.getLogger(ParserClasses.class);
    private static final String JAR = "jar:";
    private static final String WHOLE_JAR = "!/";

    private final ClassLoader loader;
    private final List<String> needed;
    private final ReentrantLock lock = new ReentrantLock();

    /** The files by the location of their classes; filled on demand. */
    private final Map<String, Path> found = new LinkedHashMap<>();

    ParserClasses(ClassLoader loader, List<String> needed) {
        this.loader = loader;
        this.needed = needed;
    }

    /**
     * Returns the class path, and unpacks nested jars for it.
     *
     * @param withModels true if PP-OCR models read text in pictures
     * @throws TernException the operator's fault, if a jar cannot be located or unpacked
     */
    String path(boolean withModels) {
        if (loader.equals(ClassLoader.getSystemClassLoader())) {
            return ownPath();
        }
        lock.lock();
        try {
            // A cleaner of temporary folders may have deleted them.
            if (!found.values().stream().allMatch(Files::exists)) {
                found.clear();
            }
            Set<String> locations = locations(withModels);
            find(locations);
            return locations.stream()
                    .map(found::get)
                    .map(String::valueOf)
                    .collect(Collectors.joining(File.pathSeparator));
        } finally {
            lock.unlock();
        }
    }

    /** Returns the JVM's class path and module path, as one class path. */
    private static String ownPath() {
        return Stream.of("java.class.path", "jdk.module.path")
                .map(name -> System.getProperty(name, ""))
                .filter(path -> !path.isEmpty())
                .collect(Collectors.joining(File.pathSeparator));
    }

    private void find(Set<String> locations) {
        Set<String> nested = new LinkedHashSet<>();
        for (String location : locations) {
            Path file = file(location);
            if (file != null) {
                found.put(location, file);
            } else if (!found.containsKey(location)) {
                nested.add(location);
            }
        }
        if (!nested.isEmpty()) {
            unpack(nested);
        }
    }

    /** Returns the distinct locations of the classes; missing libraries are left out. */
    private Set<String> locations(boolean withModels) {
        Set<String> locations = new LinkedHashSet<>();
        List<String> names = new ArrayList<>(needed);
        if (withModels) {
            names.add(NETWORK_RUNTIME);
        }
        ServiceLoader.load(OcrEngine.class, loader).stream()
                .forEach(engine -> names.add(engine.type().getName()));
        for (String name : names) {
            try {
                CodeSource source =
                        Class.forName(name, false, loader).getProtectionDomain().getCodeSource();
                URL location = source == null ? null : source.getLocation();
                if (location != null) {
                    locations.add(location.toString());
                }
            } catch (ClassNotFoundException | LinkageError e) {
                LOG.debug("Parser processes run without {}: {}", name, e.toString());
            }
        }
        return locations;
    }

    /** Returns a jar or folder on disk; null for a nested one. */
    private static @Nullable Path file(String location) {
        String bare = withoutJar(location);
        if (!bare.startsWith("file:") || bare.contains(WHOLE_JAR)) {
            return null;
        }
        try {
            return Path.of(new URI(bare));
        } catch (URISyntaxException | IllegalArgumentException | FileSystemNotFoundException e) {
            throw TernException.operator(
                    "the parsers come from " + location + ", which is not a path: " + e.getMessage(), e);
        }
    }

    /** Strips the {@code jar:} scheme from the location of a whole jar. */
    private static String withoutJar(String location) {
        return location.startsWith(JAR) && location.endsWith(WHOLE_JAR)
                ? location.substring(JAR.length(), location.length() - WHOLE_JAR.length())
                : location;
    }

    private void unpack(Set<String> nested) {
        String now = "";
        try {
            // The folder is created so that no other user can read it or add a jar.
            TemporaryFolder temporary = TemporaryFolder.make("parsers");
            Path folder = temporary.path();
            List<File> unpacked = new ArrayList<>();
            Runtime.getRuntime().addShutdownHook(new Thread(() -> remove(temporary, unpacked), "tern-parsers-end"));
            for (String location : nested) {
                now = location;
                String name = withoutJar(location);
                Path file = folder.resolve(unpacked.size() + "-" + name.substring(name.lastIndexOf('/') + 1));
                unpacked.add(file.toFile());
                // Unless the framework has a scheme of its own, the nested jar has Java's.
                try (InputStream in = new URI(name.startsWith("file:") ? JAR + name : name)
                        .toURL()
                        .openStream()) {
                    Files.copy(in, file);
                }
                found.put(location, file);
            }
        } catch (IOException | URISyntaxException | IllegalArgumentException e) {
            found.clear();
            throw TernException.operator(
                    "the parsers run in a separate process, for which " + (now.isEmpty() ? "their jars" : now)
                            + " cannot be unpacked into the temporary folder: " + e.getMessage(),
                    e);
        }
    }

    /** Deletes with JDK classes only, as the framework's jars may be closed by then. */
    private static void remove(TemporaryFolder folder, List<File> unpacked) {
        for (File file : unpacked) {
            boolean unused = file.delete();
        }
        boolean unused = folder.path().toFile().delete();
        boolean unusedToo = folder.lock().toFile().delete();
    }
}
