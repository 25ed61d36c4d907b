package dev.tern.documents;

import dev.tern.error.TernException;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.function.BiConsumer;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Reads the properties {@code tern.load.*} of an application. They have the names of the keys in
 * {@code tern.yaml}, in the framework's spelling: {@code max-file-bytes} is {@code maxFileBytes}.
 */
public final class LoadProperties {
    /** The prefix of the properties. */
    public static final String PREFIX = "tern.load.";

    private static final String IN_FILES = "load.";

    /** The properties that are not limits, by name. */
    private static final Map<String, BiConsumer<SourceLoader.Builder, String>> OTHERS = new LinkedHashMap<>(Map.of(
            "encoding",
            SourceLoader.Builder::encoding,
            "ocrModels",
            (loader, text) -> loader.ocrModels(Path.of(text)),
            "ocrLanguages",
            SourceLoader.Builder::ocrLanguages,
            "hidden",
            (loader, text) -> loader.hidden(flag(text)),
            "allowPrivate",
            (loader, text) -> loader.allowPrivate(flag(text))));

    private LoadProperties() {}

    /**
     * Returns a builder of a document loader.
     *
     * @param properties values by property name without the prefix
     * @throws TernException the operator's fault, if a name is unknown or a value is invalid
     */
    public static SourceLoader.Builder loader(Map<String, String> properties) {
        SourceLoader.Builder loader = SourceLoader.builder();
        LoadLimits limits = LoadLimits.DEFAULTS;
        for (Map.Entry<String, String> each : properties.entrySet()) {
            Optional<LoadLimit> limit = limit(each.getKey());
            if (limit.isPresent()) {
                limits = with(limits, limit.get(), each);
            } else {
                set(loader, each);
            }
        }
        return loader.limits(limits);
    }

    private static Optional<LoadLimit> limit(String name) {
        return Stream.of(LoadLimit.values())
                .filter(limit -> names(limit).anyMatch(known -> isSame(known, name)))
                .findFirst();
    }

    private static Stream<String> names(LoadLimit limit) {
        return limit.setting().stream().map(key -> key.substring(IN_FILES.length()));
    }

    private static boolean isSame(String known, String name) {
        return known.equalsIgnoreCase(name.replaceAll("[-_]", ""));
    }

    private static LoadLimits with(LoadLimits limits, LoadLimit limit, Map.Entry<String, String> property) {
        try {
            return limits.with(limit, Long.parseLong(property.getValue().strip()));
        } catch (NumberFormatException | TernException e) {
            throw problem(property, "a whole number from " + limit.min() + " to " + limit.max(), e);
        }
    }

    private static void set(SourceLoader.Builder loader, Map.Entry<String, String> property) {
        String name = OTHERS.keySet().stream()
                .filter(known -> isSame(known, property.getKey()))
                .findFirst()
                .orElseThrow(() -> TernException.operator("there is no property " + PREFIX + property.getKey()
                        + "; known here are "
                        + Stream.concat(
                                        Stream.of(LoadLimit.values()).flatMap(LoadProperties::names),
                                        OTHERS.keySet().stream().sorted())
                                .collect(Collectors.joining(", "))));
        try {
            OTHERS.getOrDefault(name, (unused, text) -> {})
                    .accept(loader, property.getValue().strip());
        } catch (IllegalArgumentException | TernException e) {
            throw problem(property, expected(name), e);
        }
    }

    private static String expected(String name) {
        return switch (name) {
            case "encoding" -> "the name of an encoding, such as windows-1250 or Shift_JIS";
            case "ocrModels" -> "the path of a folder";
            case "ocrLanguages" -> "languages as Tesseract calls them, with a plus between, such as rus+eng";
            default -> "true or false";
        };
    }

    private static TernException problem(Map.Entry<String, String> property, String expected, RuntimeException cause) {
        return TernException.operator(
                PREFIX + property.getKey() + " is \"" + property.getValue() + "\"; it must be " + expected, cause);
    }

    private static boolean flag(String text) {
        return switch (text.toLowerCase(Locale.ROOT)) {
            case "true" -> true;
            case "false" -> false;
            default -> throw new IllegalArgumentException(text);
        };
    }
}
