package dev.tern.app.config;

import dev.tern.app.limits.ServerLimit;
import dev.tern.app.limits.ServerLimits;
import dev.tern.app.limits.SyncRoots;
import dev.tern.documents.LoadLimit;
import dev.tern.documents.LoadLimits;
import dev.tern.documents.SourceLoader;
import dev.tern.error.TernException;
import dev.tern.models.KnownProvider;
import dev.tern.settings.Parameter;
import dev.tern.store.Stores;
import java.net.URI;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * The kind of value that a setting takes.
 *
 * @param expected the values in words, for error messages
 * @param check throws an exception for an invalid value
 * @param defaultText the default of the parameter or limit; empty for other kinds of values
 */
record ValueKind(String expected, ValueCheck check, Optional<String> defaultText) {
    /** Matches the user information and each query parameter of an address. */
    private static final Pattern IN_ADDRESS = Pattern.compile("(?<=//)[^/?#]*(?=@)|(?<=[?&])[^&#]*");

    /** Matches path separators, which no name of an included model has. */
    private static final Pattern FOLDER = Pattern.compile("[/\\\\]");

    static final ValueKind TEXT = new ValueKind("a text", text -> {}, Optional.empty());
    static final ValueKind STORE = new ValueKind("a directory or an address of Milvus", text -> {}, Optional.empty());
    static final ValueKind PATH = new ValueKind("a path", text -> ValueKind.relative(text), Optional.empty());
    static final ValueKind EMBEDDING_MODEL =
            new ValueKind("a name, or the path of a folder", text -> {}, Optional.empty());
    static final ValueKind TRUST = new ValueKind(
            "true, false, or whole paths of folders with commas between",
            text -> ValueKind.trust(text),
            Optional.empty());
    static final ValueKind SYNC_ROOTS = new ValueKind(
            "whole paths of folders and addresses of sites, with commas between",
            text -> SyncRoots.of(text),
            Optional.empty());
    static final ValueKind OCR_LANGUAGES = new ValueKind(
            "languages as Tesseract calls them, with a plus between, such as rus+eng",
            text -> SourceLoader.builder().ocrLanguages(text),
            Optional.empty());
    static final ValueKind ENCODING = new ValueKind(
            "the name of an encoding, such as windows-1250 or Shift_JIS",
            text -> SourceLoader.builder().encoding(text),
            Optional.empty());
    static final ValueKind SECRET = new ValueKind("a key", text -> {}, Optional.empty());
    static final ValueKind URL =
            new ValueKind("an address that starts with http:// or https://", ValueKind::url, Optional.empty());

    static final ValueKind PRICES = new ValueKind(
            "prices of a million tokens, sent and received, as in \"gpt-4o-mini=0.15/0.60,"
                    + " text-embedding-3-small=0.02\"",
            text -> PriceParser.parse(text),
            Optional.empty());
    static final ValueKind AMOUNT = new ValueKind(
            "an amount in the currency of the prices, such as 2.50",
            text -> PriceParser.amount(text),
            Optional.empty());

    static final ValueKind CHAT_PROVIDER =
            oneOf(Stream.concat(KnownProvider.ofChat().stream().map(KnownProvider::toString), Stream.of("none"))
                    .toArray(String[]::new));
    static final ValueKind EMBEDDING_PROVIDER = oneOf(
            KnownProvider.ofEmbedding().stream().map(KnownProvider::toString).toArray(String[]::new));
    static final ValueKind EFFORT = new ValueKind(
            "a word such as none, minimal, low, medium or high",
            text -> {
                if (!text.matches("[a-z]{1,20}")) {
                    throw new IllegalArgumentException(text);
                }
            },
            Optional.empty());

    static ValueKind oneOf(String... choices) {
        String list = String.join(", ", List.of(choices).subList(0, choices.length - 1)) + " or "
                + choices[choices.length - 1];
        return new ValueKind(
                list,
                text -> {
                    if (Arrays.stream(choices).noneMatch(text::equalsIgnoreCase)) {
                        throw new IllegalArgumentException(text);
                    }
                },
                Optional.empty());
    }

    static ValueKind wholeBetween(int lowest, int highest) {
        return new ValueKind(
                "a whole number from " + lowest + " to " + highest,
                text -> {
                    int value = Integer.parseInt(text);
                    if (value < lowest || value > highest) {
                        throw new IllegalArgumentException(text);
                    }
                },
                Optional.empty());
    }

    static ValueKind limit(LoadLimit limit) {
        return new ValueKind(
                "a whole number from " + limit.min() + " to " + limit.max(),
                text -> LoadLimits.DEFAULTS.with(limit, Long.parseLong(text)),
                Optional.of(String.valueOf(limit.defaultValue())));
    }

    static ValueKind limit(ServerLimit limit) {
        return new ValueKind(
                "a whole number from " + limit.min() + " to " + limit.max(),
                text -> ServerLimits.builder().setting(limit, Long.parseLong(text)),
                Optional.of(String.valueOf(limit.defaultValue())));
    }

    static ValueKind parameter(Parameter<?> parameter) {
        return new ValueKind(parameter.values(), parameter::parse, defaultOf(parameter));
    }

    /** Returns the default of a parameter as text; empty if there is none. */
    static Optional<String> defaultOf(Parameter<?> parameter) {
        return parameter.defaultValue().map(Parameter::text).filter(text -> !text.isEmpty());
    }

    @FunctionalInterface
    interface ValueCheck {
        /**
         * Checks that a text is a value of this kind.
         *
         * @throws IllegalArgumentException if the text is not of this kind
         * @throws TernException in the same case, with a message for the user
         */
        void check(String text);
    }

    private static void url(String text) {
        String scheme = URI.create(text).getScheme();
        if (scheme == null || !List.of("http", "https").contains(scheme.toLowerCase(Locale.ROOT))) {
            throw new IllegalArgumentException(text);
        }
    }

    private static Path relative(String text) {
        return Path.of(text);
    }

    private static void trust(String text) {
        boolean isBoolean = text.equalsIgnoreCase("true") || text.equalsIgnoreCase("false");
        if (!isBoolean
                && !Arrays.stream(text.split(","))
                        .allMatch(name -> Path.of(name.strip()).isAbsolute())) {
            throw new IllegalArgumentException(text);
        }
    }

    /** Returns true if a value is a path; an embedding model is one if it has a separator. */
    boolean isPath(String text) {
        return equals(PATH)
                || (equals(STORE) && Stores.path(text).isPresent())
                || (equals(EMBEDDING_MODEL) && FOLDER.matcher(text).find());
    }

    /** Returns the path in a value that {@link #isPath}, not resolved against a directory. */
    Path path(String text) {
        return equals(STORE) ? Stores.path(text).orElseThrow() : relative(text);
    }

    /** Returns a value for display, without a secret or an address's user, password and query. */
    String displayText(String text) {
        if (equals(SECRET)) {
            return "set";
        }
        if (equals(STORE)) {
            return Stores.displayAddress(text);
        }
        return equals(URL) ? text.replaceFirst("^([^/]*//)?[^/?#]*@", "$1***@").replaceFirst("[?#].*", "?***") : text;
    }

    /** Returns the secrets in a value, whole and in parts, such as the value of a header. */
    List<String> secrets(String text) {
        if (equals(SECRET)) {
            return Arrays.stream(text.split(","))
                    .flatMap(piece -> Stream.of(piece, piece.replaceFirst("^[^=]*=", ""), last(piece)))
                    .toList();
        }
        if (equals(URL) || equals(STORE)) {
            return IN_ADDRESS
                    .matcher(text)
                    .results()
                    .map(MatchResult::group)
                    .flatMap(found -> Stream.of(found, last(found)))
                    .toList();
        }
        return List.of();
    }

    private static String last(String piece) {
        return piece.replaceFirst("(?s)^.*[=:\\s]", "");
    }

    /** Returns the problem of a value, if any, in words that follow the setting's key. */
    Optional<String> problem(String text) {
        if (text.isBlank()) {
            return Optional.of("is blank; it must be " + expected);
        }
        try {
            check.check(text);
            return Optional.empty();
        } catch (TernException e) {
            String message = String.valueOf(e.getMessage());
            return Optional.of(message.substring(message.indexOf(' ') + 1));
        } catch (IllegalArgumentException e) {
            return Optional.of(
                    equals(SECRET) ? "is not " + expected : "is \"" + displayText(text) + "\"; it must be " + expected);
        }
    }
}
