package dev.tern.documents;

import dev.tern.text.UrlSecrets;
import java.net.IDN;
import java.net.URI;
import java.net.URISyntaxException;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Locale;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * An address that may be requested: http or https, no user information, a host that is a name or an
 * address in canonical form.
 *
 * @param uri the address as sent: without fragment, non-ASCII as percent-encoded UTF-8
 */
record WebAddress(URI uri) {
    /** The maximum length of an address, in characters. */
    static final int MAX_LENGTH = 4096;

    private static final int LONG_VALUE = 16;
    private static final Pattern FOUR_NUMBERS = Pattern.compile("(0|[1-9]\\d{0,2})(\\.(0|[1-9]\\d{0,2})){3}");
    private static final Pattern NUMBER = Pattern.compile("\\d+|0[xX][0-9a-fA-F]*");
    private static final Pattern NOT_ASCII = Pattern.compile("[^\\x00-\\x7f]++");
    private static final Pattern ENCODED = Pattern.compile("%([0-9a-fA-F]{2})");
    private static final Pattern UNRESERVED = Pattern.compile("[A-Za-z0-9._~-]");
    private static final Set<String> SECRETS = ReaderLists.of("secrets").collect(Collectors.toSet());
    private static final Set<String> PERHAPS_SECRETS =
            Set.of("key", "auth", "authorization", "code", "session", "sid", "hash", "ticket");

    static WebAddress parse(String text) throws UnreadableException {
        requireShort(text);
        try {
            return validated(new URI(text.strip()));
        } catch (URISyntaxException e) {
            throw new UnreadableException("is not an address: " + e.getReason());
        }
    }

    private static void requireShort(String text) throws UnreadableException {
        if (text.length() > MAX_LENGTH) {
            throw new UnreadableException(
                    "is an address of " + text.length() + " characters; the limit is " + MAX_LENGTH);
        }
    }

    /** Resolves a reference, such as a redirect's target, against this address. */
    WebAddress resolve(String location) throws UnreadableException {
        requireShort(location);
        String stripped = location.strip();
        try {
            // Java's resolve drops the last name of the path here, which RFC 3986 (5.2.2) keeps.
            URI target = stripped.startsWith("?")
                    ? new URI(uri.getScheme() + "://" + uri.getRawAuthority() + uri.getRawPath() + stripped)
                    : uri.resolve(new URI(stripped));
            return validated(target);
        } catch (URISyntaxException | IllegalArgumentException e) {
            throw new UnreadableException("leads to something that is not an address");
        }
    }

    private static WebAddress validated(URI uri) throws UnreadableException {
        String scheme = uri.getScheme() == null ? "" : uri.getScheme().toLowerCase(Locale.ROOT);
        if (!scheme.equals("http") && !scheme.equals("https")) {
            throw new UnreadableException(
                    "is an address of " + (scheme.isEmpty() ? "no kind" : scheme) + "; only http and https are read");
        }
        String authority = uri.getRawAuthority();
        if (authority == null || authority.isEmpty()) {
            throw new UnreadableException("is an address without a host");
        }
        if (authority.contains("@")) {
            throw new UnreadableException("is an address with a user or password, which is not sent: leave it out");
        }
        int colon = authority.endsWith("]") ? -1 : authority.lastIndexOf(':');
        String host = host(colon < 0 ? authority : authority.substring(0, colon));
        String port = colon < 0 ? "" : authority.substring(colon + 1);
        if (!port.matches("\\d{0,5}")
                || (!port.isEmpty() && (Integer.parseInt(port) > 65_535 || Integer.parseInt(port) == 0))) {
            throw new UnreadableException("is an address with the port " + port + "; a port is from 1 to 65535");
        }
        String path = uri.getRawPath() == null || uri.getRawPath().isEmpty() ? "/" : uri.getRawPath();
        String query = uri.getRawQuery() == null ? "" : "?" + uri.getRawQuery();
        URI whole = URI.create(scheme + "://" + host + (port.isEmpty() ? "" : ":" + port) + path + query);
        return new WebAddress(URI.create(encoded(whole.toString())));
    }

    /** Percent-encodes non-ASCII text without composing accents, unlike URI.toASCIIString. */
    private static String encoded(String written) {
        return NOT_ASCII.matcher(written).replaceAll(part -> URLEncoder.encode(part.group(), StandardCharsets.UTF_8));
    }

    private static String host(String written) throws UnreadableException {
        if (written.startsWith("[")) {
            if (!written.matches("\\[[0-9a-fA-F:.]+\\]")) {
                throw new UnreadableException("is an address whose host is not an IPv6 address in its usual form");
            }
            return written.toLowerCase(Locale.ROOT);
        }
        String host;
        try {
            host = IDN.toASCII(written).toLowerCase(Locale.ROOT);
        } catch (IllegalArgumentException e) {
            throw new UnreadableException("is an address whose host is not a name");
        }
        host = host.endsWith(".") ? host.substring(0, host.length() - 1) : host;
        String last = host.substring(host.lastIndexOf('.') + 1);
        if (NUMBER.matcher(last).matches()) {
            boolean usual = FOUR_NUMBERS.matcher(host).matches()
                    && Arrays.stream(host.split("\\.")).allMatch(number -> Integer.parseInt(number) < 256);
            if (!usual) {
                throw new UnreadableException(
                        "is an address whose host is a number in an unusual form; write it as four numbers");
            }
        } else if (!host.matches("[a-z0-9_]([a-z0-9_.-]*[a-z0-9_])?")) {
            throw new UnreadableException("is an address whose host is not a name");
        }
        return host;
    }

    /** Returns the scheme, host and port of the address, with a trailing slash. */
    String origin() {
        return uri.getScheme() + "://" + uri.getRawAuthority() + "/";
    }

    /** Returns the host, an IPv6 address without brackets. */
    String host() {
        String host = uri.getHost() == null ? uri.getRawAuthority().replaceAll(":\\d*$", "") : uri.getHost();
        return host.startsWith("[") ? host.substring(1, host.length() - 1) : host;
    }

    /** Returns the canonical spelling, with minimal percent-encoding (RFC 3986, 6.2.2). */
    String canonical() {
        return ENCODED.matcher(uri.toString()).replaceAll(encoded -> {
            char character = (char) Integer.parseInt(encoded.group(1), 16);
            boolean needless = UNRESERVED.matcher(String.valueOf(character)).matches();
            return needless ? String.valueOf(character) : encoded.group().toUpperCase(Locale.ROOT);
        });
    }

    /** Returns the address without apparent secrets in its query, for messages and metadata. */
    String displayText() {
        return withoutSecrets(canonical());
    }

    /** Returns the last name of the path, or empty. */
    String fileName() {
        String path = uri.getPath() == null ? "" : uri.getPath();
        String trimmed = path.replaceFirst("(?<!/)/++$", "");
        return trimmed.substring(trimmed.lastIndexOf('/') + 1);
    }

    /**
     * Removes user information, apparent secrets and the fragment from a text that may be an
     * address. A text too long for an address is truncated after its scheme.
     */
    static String withoutSecrets(String text) {
        if (text.length() > MAX_LENGTH) {
            int host = text.indexOf("://");
            return host < 0 || host > LONG_VALUE ? "..." : text.substring(0, host) + "://...";
        }
        String open = UrlSecrets.withoutUsers(text);
        int fragment = open.indexOf('#');
        String whole = fragment < 0 ? open : open.substring(0, fragment);
        int question = whole.indexOf('?');
        if (question < 0) {
            return whole;
        }
        String query = Arrays.stream(whole.substring(question + 1).split("&", -1))
                .map(WebAddress::parameter)
                .collect(Collectors.joining("&"));
        return whole.substring(0, question + 1) + query;
    }

    private static String parameter(String parameter) {
        int sign = parameter.indexOf('=');
        if (sign < 0) {
            return parameter;
        }
        String name = parameter.substring(0, sign);
        return isSecret(name, parameter.length() - sign - 1) ? name + "=..." : parameter;
    }

    private static boolean isSecret(String name, int length) {
        String[] words = name.toLowerCase(Locale.ROOT).split("[^a-z0-9]+");
        String whole = String.join("", words);
        boolean certain = SECRETS.contains(whole)
                || Arrays.stream(words).anyMatch(SECRETS::contains)
                || SECRETS.stream().filter(secret -> secret.length() > 4).anyMatch(whole::endsWith);
        boolean perhaps = Arrays.stream(words).anyMatch(PERHAPS_SECRETS::contains)
                || PERHAPS_SECRETS.stream().anyMatch(whole::endsWith);
        return certain || (perhaps && length >= LONG_VALUE);
    }
}
