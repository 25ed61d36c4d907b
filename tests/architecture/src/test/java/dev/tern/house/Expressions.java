package dev.tern.house;

import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.domain.JavaField;
import com.tngtech.archunit.core.domain.JavaModifier;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.reflect.Field;
import java.lang.reflect.Modifier;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** The regular expressions of the project, each by where it stands. */
final class Expressions {
    private static final Pattern INLINE_EXPRESSION =
            Pattern.compile("\\.(matches|replaceAll|replaceFirst|split)\\(\\s*\"((?:[^\"\\\\]|\\\\.)*+)\"");

    private static final Pattern UNICODE_ESCAPE = Pattern.compile("(?<!\\\\)\\\\u([0-9a-f]{4})");

    /** A field of a field of an object that a static field holds. */
    private static final int DEEPEST = 4;

    private final Map<String, Pattern> found = new TreeMap<>();

    private Expressions() {}

    /** The patterns that static fields hold, themselves or in objects of the project, lists and maps. */
    static Map<String, Pattern> inStaticFields(JavaClasses classes) {
        Expressions expressions = new Expressions();
        classes.stream()
                .flatMap(type -> type.getFields().stream())
                .filter(field -> field.getModifiers().contains(JavaModifier.STATIC))
                .filter(field -> !field.getRawType().isPrimitive() && isLoadable(field))
                .forEach(field -> expressions.add(
                        field.getOwner().getSimpleName() + "." + field.getName(), field.reflect(), null, 0));
        return expressions.found;
    }

    /**
     * Third-party libraries are not on the class path here, so a class that needs them cannot be loaded unless it is a
     * pattern.
     */
    private static boolean isLoadable(JavaField field) {
        return field.getRawType().isEquivalentTo(Pattern.class)
                || Stream.of("spark", "spring", "quarkus").noneMatch(name -> isIn(field.getOwner(), name));
    }

    private static boolean isIn(JavaClass type, String name) {
        return type.getPackageName().startsWith("dev.tern." + name);
    }

    private void add(String name, Field field, @Nullable Object owner, int depth) {
        field.setAccessible(true);
        try {
            add(name, field.get(owner), depth);
        } catch (IllegalAccessException e) {
            throw new AssertionError(e);
        }
    }

    private void add(String name, @Nullable Object value, int depth) {
        if (value == null || depth > DEEPEST) {
            return;
        }
        switch (value) {
            case Pattern pattern -> found.put(name, pattern);
            case Path path -> {}
            case Iterable<?> items -> items.forEach(item -> add(name + "[" + item + "]", item, depth + 1));
            case Map<?, ?> map -> map.forEach((key, item) -> add(name + "[" + key + "]", item, depth + 1));
            case Object[] items -> List.of(items).forEach(item -> add(name + "[" + item + "]", item, depth + 1));
            default -> {
                if (value.getClass().getName().startsWith("dev.tern.")) {
                    Stream.of(value.getClass().getDeclaredFields())
                            .filter(field -> !Modifier.isStatic(field.getModifiers()))
                            .filter(field -> !field.getType().isPrimitive())
                            .forEach(field -> add(name + "." + field.getName(), field, value, depth + 1));
                }
            }
        }
    }

    /** The expressions that the sources give to methods of {@link String} as they are written, by file and method. */
    static Map<String, Pattern> inCalls() {
        Map<String, Pattern> found = new TreeMap<>();
        try (Stream<Path> files = Files.walk(root())) {
            for (Path file : files.filter(Expressions::isMainSource).toList()) {
                Matcher call = INLINE_EXPRESSION.matcher(Files.readString(file));
                while (call.find()) {
                    String written = UNICODE_ESCAPE
                            .matcher(call.group(2))
                            .replaceAll(one ->
                                    Matcher.quoteReplacement(Character.toString(Integer.parseInt(one.group(1), 16))))
                            .translateEscapes();
                    found.put(file.getFileName() + " " + call.group(1) + " " + written, Pattern.compile(written));
                }
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return found;
    }

    private static boolean isMainSource(Path file) {
        String path = file.toString().replace('\\', '/');
        return path.contains("/src/main/java/") && path.endsWith(".java");
    }

    /** Returns the folder of the whole project: the outermost folder that Maven builds. */
    private static Path root() {
        Path root = Path.of("").toAbsolutePath();
        while (root.getParent() != null && Files.exists(root.getParent().resolve("pom.xml"))) {
            root = root.getParent();
        }
        return root;
    }
}
