package dev.tern.models;

import ai.onnxruntime.OrtEnvironment;
import dev.tern.error.TernException;
import dev.tern.models.kept.SqliteLibrary;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Properties;
import org.jspecify.annotations.Nullable;

/**
 * Unpacks the native libraries and files of the model in process once, not at every start.
 *
 * <p>Loading them from their jars costs about 250 ms per process: ONNX Runtime is unpacked to a
 * temporary directory, and the model is compressed. {@link #prepare} unpacks them into a directory,
 * which the system property {@value #PROPERTY} passes to later processes.
 */
final class NativeFiles {
    /** The system property with the directory that {@link #prepare} wrote. */
    static final String PROPERTY = "tern.natives";

    /** The name of a marker file, written last: a directory without it is incomplete. */
    private static final String COMPLETE = "complete";

    private NativeFiles() {}

    /**
     * Writes the files for this machine into a directory, replacing existing ones.
     *
     * @param modelFiles model files in jars to unpack; if empty, the libraries of models are left
     *     out
     * @throws TernException if the directory cannot be written, or libraries are missing
     */
    static void prepare(Path directory, List<String> modelFiles) {
        String onnx = "/ai/onnxruntime/native/" + system() + "-" + (isArm() ? "aarch64" : "x64") + "/";
        String classifier = system() + "-" + (isArm() ? "aarch64" : "x86_64");
        String tokenizer = System.mapLibraryName("tokenizers");
        try {
            Files.createDirectories(directory);
            Files.deleteIfExists(directory.resolve(COMPLETE));
            if (!modelFiles.isEmpty()) {
                for (String library : new String[] {"onnxruntime", "onnxruntime4j_jni"}) {
                    String file = System.mapLibraryName(library);
                    copy(OrtEnvironment.class, onnx + file, directory.resolve(file));
                }
                // DJL looks here first; if a later version does not, it unpacks the library again.
                Path cache = directory.resolve("tokenizers").resolve(tokenizerVersion() + "-cpu-" + classifier);
                Files.createDirectories(cache);
                copy(NativeFiles.class, "/native/lib/" + classifier + "/cpu/" + tokenizer, cache.resolve(tokenizer));
            }
            for (String file : modelFiles) {
                SqliteLibrary.unpack(resource(file), file, directory.resolve(file));
            }
            SqliteLibrary.prepare(directory);
            Files.writeString(directory.resolve(COMPLETE), "");
        } catch (FileNotFoundException missing) {
            throw TernException.user("there is no in-process embedding model for " + classifier, missing);
        } catch (IOException failure) {
            throw TernException.store("cannot write the model's files into " + directory, failure);
        }
    }

    /** Points native loaders to the prepared directory and returns it; null if none is complete. */
    static @Nullable Path prepared() {
        String named = System.getProperty(PROPERTY);
        if (named == null) {
            return null;
        }
        Path directory = Path.of(named).toAbsolutePath();
        if (!Files.exists(directory.resolve(COMPLETE))) {
            return null;
        }
        setIfAbsent("onnxruntime.native.path", directory.toString());
        setIfAbsent("ENGINE_CACHE_DIR", directory.toString());
        return directory;
    }

    /** Stops the tokenizer's library from reporting usage and looking for GPU builds online. */
    static void keepOffline() {
        System.setProperty("ai.djl.offline", "true");
        System.setProperty("OPT_OUT_TRACKING", "true");
    }

    /** Returns true if the class path has a file of this name. */
    static boolean isPresent(String file) {
        return NativeFiles.class.getClassLoader().getResource(file) != null;
    }

    /** Opens a model file, from the prepared directory or its jar. */
    static InputStream open(@Nullable Path prepared, String file) throws IOException {
        return prepared == null || !Files.exists(prepared.resolve(file))
                ? resource(file)
                : Files.newInputStream(prepared.resolve(file));
    }

    private static void setIfAbsent(String property, String value) {
        if (System.getProperty(property) == null) {
            System.setProperty(property, value);
        }
    }

    private static void copy(Class<?> beside, String resource, Path target) throws IOException {
        SqliteLibrary.unpack(beside.getResourceAsStream(resource), resource, target);
    }

    /** Opens a file by the class loader, because the jars of models are not modules. */
    private static InputStream resource(String file) throws IOException {
        InputStream in = NativeFiles.class.getClassLoader().getResourceAsStream(file);
        if (in == null) {
            throw new FileNotFoundException(file);
        }
        return in;
    }

    private static String tokenizerVersion() throws IOException {
        Properties properties = new Properties();
        try (InputStream in = resource("native/lib/tokenizers.properties")) {
            properties.load(in);
        }
        return properties.getProperty("version", "");
    }

    private static String system() {
        String name = System.getProperty("os.name", "").toLowerCase(Locale.ROOT);
        return name.startsWith("win") ? "win" : name.startsWith("mac") ? "osx" : "linux";
    }

    private static boolean isArm() {
        return System.getProperty("os.arch", "").equals("aarch64");
    }
}
