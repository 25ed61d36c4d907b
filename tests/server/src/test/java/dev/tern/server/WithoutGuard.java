package dev.tern.server;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.lang.annotation.Annotation;
import java.lang.reflect.Constructor;
import java.lang.reflect.Executable;
import java.lang.reflect.Field;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.net.MalformedURLException;
import java.net.URL;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import javax.tools.JavaCompiler;
import javax.tools.StandardJavaFileManager;
import javax.tools.ToolProvider;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.io.TempDir;

/**
 * Runs a test with some of Tern's code exchanged: the file is compiled anew with a piece of it replaced, and
 * everything of Tern is loaded once more over it.
 */
final class WithoutGuard {
    /** The shared compiler, since opening the libraries takes longer than compiling a file. */
    private static final JavaCompiler COMPILER = ToolProvider.getSystemJavaCompiler();

    private static final StandardJavaFileManager LIBRARIES =
            COMPILER.getStandardFileManager(null, null, StandardCharsets.UTF_8);

    /** The modules whose files are exchanged and whose tests are run. */
    private static final List<Path> MODULES = Stream.of(
                    "server",
                    "server/page",
                    "core",
                    "documents",
                    "cli/settings",
                    "plugins/curation",
                    "plugins/openai-endpoint",
                    "plugins/sync",
                    "stores/transfer",
                    "stores/lucene",
                    "stores/milvus",
                    "tests/kit")
            .map(module -> Path.of("../..", module))
            .toList();

    private final Path overlay;
    private final ClassLoader code;

    WithoutGuard(Path overlay) {
        this.overlay = overlay;
        this.code = new Overlaid(overlay.resolve("classes"));
    }

    /**
     * Compiles a file with a piece replaced.
     *
     * @param file its path behind {@code dev/tern}, without its ending
     * @param guard a piece that stands in it once
     */
    void replace(String file, String guard, String by) throws IOException {
        Path source = source(file).orElseThrow(() -> new IllegalStateException("there is no file " + file));
        String code = Files.readString(source, StandardCharsets.UTF_8);
        int at = code.indexOf(guard);
        if (at < 0 || code.indexOf(guard, at + 1) >= 0) {
            throw new IllegalStateException("\"" + guard + "\" must stand in " + source + " exactly once");
        }
        Path changed = Files.createDirectories(
                        overlay.resolve("source").resolve(file).getParent())
                .resolve(source.getFileName());
        Files.writeString(changed, code.replace(guard, by), StandardCharsets.UTF_8);
        List<String> options = List.of(
                "-proc:none",
                "-nowarn",
                "-d",
                Files.createDirectories(overlay.resolve("classes")).toString(),
                "-cp",
                System.getProperty("java.class.path"));
        if (!COMPILER.getTask(null, LIBRARIES, null, options, null, LIBRARIES.getJavaFileObjects(changed))
                .call()) {
            throw new IllegalStateException(source + " cannot be compiled with \"" + by + "\"");
        }
    }

    /** The source of a class of these modules, by its path behind {@code dev/tern}. */
    static Optional<Path> source(String file) {
        return MODULES.stream()
                .map(module -> module.resolve("src/main/java/dev/tern").resolve(file + ".java"))
                .filter(Files::exists)
                .findFirst();
    }

    /**
     * Runs a test of a class, in a folder of its own.
     *
     * @param test the name of the class; it may be of another module
     * @return the exception that it throws; null if it passes
     */
    @Nullable
    Throwable run(String test, String name, Object... arguments) throws Exception {
        Thread thread = Thread.currentThread();
        ClassLoader usual = thread.getContextClassLoader();
        // Providers of stores are looked up by the thread's own.
        thread.setContextClassLoader(code);
        try {
            return run(code.loadClass(test), name, arguments);
        } finally {
            thread.setContextClassLoader(usual);
        }
    }

    private @Nullable Throwable run(Class<?> loaded, String name, Object... arguments) throws Exception {
        Constructor<?> constructor = loaded.getDeclaredConstructors()[0];
        constructor.setAccessible(true);
        Object instance = constructor.newInstance(withFolders(constructor));
        for (Field field : loaded.getDeclaredFields()) {
            if (field.isAnnotationPresent(TempDir.class)) {
                field.setAccessible(true);
                field.set(instance, Files.createTempDirectory(overlay, "test"));
            }
        }
        Method method = Stream.of(loaded.getDeclaredMethods(), loaded.getMethods())
                .flatMap(Stream::of)
                .filter(one -> one.getName().equals(name))
                .findFirst()
                .orElseThrow(() -> new NoSuchMethodException(loaded.getName() + "." + name));
        method.setAccessible(true);
        call(instance, BeforeEach.class);
        try {
            method.invoke(instance, withFolders(method, arguments));
            return null;
        } catch (InvocationTargetException e) {
            return e.getCause();
        } finally {
            call(instance, AfterEach.class);
        }
    }

    /** Returns the arguments of a call, followed by a folder for each further parameter. */
    private Object[] withFolders(Executable called, Object... arguments) throws IOException {
        Object[] all = Arrays.copyOf(arguments, called.getParameterCount());
        for (int at = arguments.length; at < all.length; at++) {
            all[at] = Files.createTempDirectory(overlay, "test");
        }
        return all;
    }

    private static void call(Object instance, Class<? extends Annotation> annotation) throws Exception {
        for (Method method : instance.getClass().getDeclaredMethods()) {
            if (method.isAnnotationPresent(annotation)) {
                method.setAccessible(true);
                method.invoke(instance);
            }
        }
    }

    /** Loads Tern's classes itself, the classes of the overlay in place of the others. */
    private static final class Overlaid extends ClassLoader {
        private final Path classes;

        private Overlaid(Path classes) {
            super(WithoutGuard.class.getClassLoader());
            this.classes = classes;
        }

        @Override
        protected Class<?> loadClass(String name, boolean resolve) throws ClassNotFoundException {
            if (!name.startsWith("dev.tern.")) {
                return super.loadClass(name, resolve);
            }
            synchronized (getClassLoadingLock(name)) {
                Class<?> loaded = findLoadedClass(name);
                return loaded == null ? define(name) : loaded;
            }
        }

        private Class<?> define(String name) throws ClassNotFoundException {
            try (InputStream in = getResourceAsStream(name.replace('.', '/') + ".class")) {
                if (in == null) {
                    throw new ClassNotFoundException(name);
                }
                byte[] bytes = in.readAllBytes();
                return defineClass(name, bytes, 0, bytes.length);
            } catch (IOException e) {
                throw new ClassNotFoundException(name, e);
            }
        }

        @Override
        public @Nullable InputStream getResourceAsStream(String name) {
            URL found = getResource(name);
            try {
                return found == null ? null : found.openStream();
            } catch (IOException e) {
                return null;
            }
        }

        /** Searches for it among the replaced classes, on the class path, and among the tests of the modules. */
        @Override
        public @Nullable URL getResource(String name) {
            URL usual = super.getResource(name);
            Stream<Path> folders = usual == null
                    ? MODULES.stream()
                            .flatMap(module -> Stream.of("test-classes", "classes")
                                    .map(kind -> module.resolve("target").resolve(kind)))
                    : Stream.of();
            return Stream.concat(Stream.of(classes), folders)
                    .map(folder -> folder.resolve(name))
                    .filter(Files::exists)
                    .findFirst()
                    .map(Overlaid::address)
                    .orElse(usual);
        }

        private static URL address(Path file) {
            try {
                return file.toUri().toURL();
            } catch (MalformedURLException e) {
                throw new UncheckedIOException(e);
            }
        }
    }
}
