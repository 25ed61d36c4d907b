package dev.tern.server;

import java.io.IOException;
import java.io.InputStream;
import java.lang.annotation.Annotation;
import java.lang.reflect.Constructor;
import java.lang.reflect.Field;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.net.URL;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import javax.tools.JavaCompiler;
import javax.tools.StandardJavaFileManager;
import javax.tools.ToolProvider;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.io.TempDir;

/**
 * Runs a test against the server with some of its code exchanged: the file is compiled anew with a piece of it replaced, and
 * everything of Tern is loaded once more over it.
 */
final class WithoutGuard {
    /** One for all: opening the libraries takes longer than compiling a file. */
    private static final JavaCompiler COMPILER = ToolProvider.getSystemJavaCompiler();

    private static final StandardJavaFileManager LIBRARIES =
            COMPILER.getStandardFileManager(null, null, StandardCharsets.UTF_8);

    private final Path overlay;
    private final ClassLoader code;

    WithoutGuard(Path overlay) {
        this.overlay = overlay;
        this.code = new Overlaid(overlay.resolve("classes"));
    }

    /**
     * Compiles a file of the server, or of core, with a piece replaced.
     *
     * @param file its path behind {@code dev/tern}, without its ending
     * @param guard a piece that stands in it once
     */
    void replace(String file, String guard, String by) throws IOException {
        Path inModule = Path.of("src/main/java/dev/tern", file + ".java");
        Path source = Path.of("../..", "server").resolve(inModule);
        if (!Files.exists(source)) {
            source = Path.of("../..", "core").resolve(inModule);
        }
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

    /**
     * Runs a test of a class, in a folder of its own.
     *
     * @return what it throws; null if it passes
     */
    @Nullable
    Throwable run(Class<?> test, String name, Object... arguments) throws Exception {
        Class<?> loaded = code.loadClass(test.getName());
        Constructor<?> constructor = loaded.getDeclaredConstructor();
        constructor.setAccessible(true);
        Object instance = constructor.newInstance();
        for (Field field : loaded.getDeclaredFields()) {
            if (field.isAnnotationPresent(TempDir.class)) {
                field.setAccessible(true);
                field.set(instance, Files.createTempDirectory(overlay, "test"));
            }
        }
        Method method = List.of(loaded.getDeclaredMethods()).stream()
                .filter(one -> one.getName().equals(name))
                .findFirst()
                .orElseThrow(() -> new NoSuchMethodException(test + "." + name));
        method.setAccessible(true);
        call(instance, BeforeEach.class);
        try {
            method.invoke(instance, arguments);
            return null;
        } catch (InvocationTargetException e) {
            return e.getCause();
        } finally {
            call(instance, AfterEach.class);
        }
    }

    private static void call(Object instance, Class<? extends Annotation> annotation) throws Exception {
        for (Method method : instance.getClass().getDeclaredMethods()) {
            if (method.isAnnotationPresent(annotation)) {
                method.setAccessible(true);
                method.invoke(instance);
            }
        }
    }

    /** Loads Tern's classes itself, those of the overlay in place of the others. */
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
            try {
                Path changed = classes.resolve(name);
                return Files.exists(changed) ? Files.newInputStream(changed) : super.getResourceAsStream(name);
            } catch (IOException e) {
                return super.getResourceAsStream(name);
            }
        }

        @Override
        public @Nullable URL getResource(String name) {
            try {
                Path changed = classes.resolve(name);
                return Files.exists(changed) ? changed.toUri().toURL() : super.getResource(name);
            } catch (IOException e) {
                return super.getResource(name);
            }
        }
    }
}
