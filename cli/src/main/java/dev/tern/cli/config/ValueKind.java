package dev.tern.cli.config;

import dev.tern.documents.LoadLimit;
import dev.tern.documents.LoadLimits;
import dev.tern.error.TernException;
import dev.tern.server.settings.ServerLimit;
import dev.tern.server.settings.ServerLimits;
import dev.tern.settings.Consistency;
import dev.tern.settings.NameRecognition;
import dev.tern.settings.Parameters;
import dev.tern.settings.Trust;
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
 * What values a setting takes.
 *
 * @param expected the values in words, for error messages
 * @param into puts a value into the parameters; fails where it does not fit
 * @param defaultText the value where nobody sets one, if the parameters have it
 */
record ValueKind(String expected, Into into, Optional<String> defaultText) {
    /** A user with a password, and what is asked for, in an address. */
    private static final Pattern IN_ADDRESS = Pattern.compile("(?<=//)[^/?#]*(?=@)|(?<=[?&])[^&#]*");

    static final ValueKind TEXT = new ValueKind("a text", (text, builder) -> {}, Optional.empty());
    static final ValueKind STORE =
            new ValueKind("a directory or an address of Milvus", (text, builder) -> {}, Optional.empty());
    static final ValueKind PATH = new ValueKind("a path", (text, builder) -> ValueKind.path(text), Optional.empty());
    static final ValueKind TRUST = new ValueKind(
            "true, false, or whole paths of folders with commas between",
            (text, builder) -> ValueKind.trust(text),
            Optional.empty());
    static final ValueKind SECRET = new ValueKind("a key", (text, builder) -> {}, Optional.empty());
    static final ValueKind URL =
            new ValueKind("an address that starts with http:// or https://", ValueKind::url, Optional.empty());

    static final ValueKind PRICES = new ValueKind(
            "prices of a million tokens, sent and received, as in \"gpt-4o-mini=0.15/0.60,"
                    + " text-embedding-3-small=0.02\"",
            (text, builder) -> Prices.parse(text),
            Optional.empty());
    static final ValueKind AMOUNT = new ValueKind(
            "an amount in the currency of the prices, such as 2.50",
            (text, builder) -> Prices.amount(text),
            Optional.empty());

    static final ValueKind TRUST_RULES = new ValueKind(
            "rules of trust, as in \"https://example.org/*=0.2, notes/*=0.5\"",
            (text, builder) -> builder.trust(Trust.parseAll(text)),
            Optional.empty());
    static final ValueKind SOURCE_LIMIT = new ValueKind(
            "a whole number", (text, builder) -> builder.sourceLimit(Integer.parseInt(text)), Optional.empty());

    static ValueKind oneOf(String... choices) {
        String list = String.join(", ", List.of(choices).subList(0, choices.length - 1)) + " or "
                + choices[choices.length - 1];
        return new ValueKind(
                list,
                (text, builder) -> {
                    if (Arrays.stream(choices).noneMatch(text::equalsIgnoreCase)) {
                        throw new IllegalArgumentException(text);
                    }
                },
                Optional.empty());
    }

    static ValueKind wholeBetween(int lowest, int highest) {
        return new ValueKind(
                "a whole number from " + lowest + " to " + highest,
                (text, builder) -> {
                    int value = Integer.parseInt(text);
                    if (value < lowest || value > highest) {
                        throw new IllegalArgumentException(text);
                    }
                },
                Optional.empty());
    }

    static ValueKind limit(LoadLimit limit) {
        return new ValueKind(
                "a whole number from " + limit.least() + " to " + limit.most(),
                (text, builder) -> LoadLimits.USUAL.with(limit, Long.parseLong(text)),
                Optional.of(String.valueOf(limit.usual())));
    }

    static ValueKind limit(ServerLimit limit) {
        return new ValueKind(
                "a whole number from " + limit.least() + " to " + limit.most(),
                (text, builder) -> ServerLimits.builder().setting(limit, Long.parseLong(text)),
                Optional.of(String.valueOf(limit.usual())));
    }

    static ValueKind recognition() {
        return new ValueKind(
                "offline or model",
                (text, builder) -> builder.recognition(NameRecognition.valueOf(text.toUpperCase(Locale.ROOT))),
                Optional.of(Parameters.DEFAULT.recognition().name().toLowerCase(Locale.ROOT)));
    }

    static ValueKind hybrid() {
        return new ValueKind(
                "true or false",
                (text, builder) -> {
                    boolean on = text.equalsIgnoreCase("true");
                    if (!on && !text.equalsIgnoreCase("false")) {
                        throw new IllegalArgumentException(text);
                    }
                    builder.hybrid(on);
                },
                Optional.of(String.valueOf(Parameters.DEFAULT.hybrid())));
    }

    static ValueKind consistency() {
        return new ValueKind(
                "strong, session, bounded or eventual",
                (text, builder) -> builder.consistency(Consistency.valueOf(text.toUpperCase(Locale.ROOT))),
                Parameters.DEFAULT.consistency().map(value -> value.name().toLowerCase(Locale.ROOT)));
    }

    /** Puts a value into the parameters. */
    @FunctionalInterface
    interface Into {
        /**
         * Puts it there.
         *
         * @throws IllegalArgumentException if the value is not of this kind
         * @throws TernException if it is, and out of its range
         */
        void put(String text, Parameters.Builder builder);
    }

    /** A setter of a parameter that is a whole number. */
    @FunctionalInterface
    interface IntegerSetter {
        Parameters.Builder set(Parameters.Builder builder, int value);
    }

    /** A setter of a parameter that is a number. */
    @FunctionalInterface
    interface DoubleSetter {
        Parameters.Builder set(Parameters.Builder builder, double value);
    }

    private static void url(String text, Parameters.Builder builder) {
        String scheme = URI.create(text).getScheme();
        if (scheme == null || !List.of("http", "https").contains(scheme.toLowerCase(Locale.ROOT))) {
            throw new IllegalArgumentException(text);
        }
    }

    private static Path path(String text) {
        return Path.of(text);
    }

    private static void trust(String text) {
        boolean said = text.equalsIgnoreCase("true") || text.equalsIgnoreCase("false");
        if (!said
                && !Arrays.stream(text.split(","))
                        .allMatch(name -> Path.of(name.strip()).isAbsolute())) {
            throw new IllegalArgumentException(text);
        }
    }

    /** Whether a value names a place in the file system. */
    boolean isPath(String text) {
        return equals(PATH) || (equals(STORE) && !StoreLocation.isAddress(text));
    }

    /** A value for people to see: of a secret only that it is set, of an address not its password or its query. */
    String shown(String text) {
        if (equals(SECRET)) {
            return "set";
        }
        if (equals(STORE) && StoreLocation.isAddress(text)) {
            // To the last of them: a password that nobody has escaped may hold anything.
            return text.replaceFirst("//.*@", "//***@").replaceFirst("[?#].*", "?***");
        }
        return equals(URL) ? text.replaceFirst("^([^/]*//)?[^/?#]*@", "$1***@").replaceFirst("[?#].*", "?***") : text;
    }

    /** The secrets in a value, whole and in parts: of a header what follows its name, of a pair what follows the user. */
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
        return piece.replaceFirst("(?s).*[=:\\s]", "");
    }

    /** What is wrong with a value, if anything, in words that follow the setting's key. */
    Optional<String> problem(String text) {
        if (text.isBlank()) {
            return Optional.of("is blank; it must be " + expected);
        }
        try {
            Parameters.Builder builder = Parameters.builder();
            into.put(text, builder);
            builder.build();
            return Optional.empty();
        } catch (TernException e) {
            String message = String.valueOf(e.getMessage());
            return Optional.of(message.substring(message.indexOf(' ') + 1));
        } catch (IllegalArgumentException e) {
            return Optional.of(
                    equals(SECRET) ? "is not " + expected : "is \"" + shown(text) + "\"; it must be " + expected);
        }
    }
}
