package dev.tern.server.front;

import java.util.HashSet;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;

/**
 * The host names and origins that requests may have. Immutable.
 *
 * <p>A foreign page whose name resolves to this machine's address (DNS rebinding) sends its name as
 * Host, which is not allowed. A cross-origin request has an Origin that is not allowed. Where
 * browsers omit the Origin, as for images, they send Sec-Fetch-Site.
 */
final class AllowedOrigins {
    private static final Set<String> OTHER_SITES = Set.of("cross-site", "same-site");

    private final Set<String> hosts = new HashSet<>(Set.of("localhost", "127.0.0.1", "[::1]"));
    private final Set<String> allowedOrigins = new HashSet<>();
    private final String scheme;

    /**
     * Creates the lists of allowed hosts and origins.
     *
     * @param own the host name or address that the server listens on
     * @param moreHosts more names of the server
     * @param otherOrigins the origins of other pages that may call the server
     * @param tls true if the server's own origin begins with https
     */
    AllowedOrigins(String own, Set<String> moreHosts, Set<String> otherOrigins, boolean tls) {
        hosts.add(inAuthority(own));
        moreHosts.forEach(host -> hosts.add(inAuthority(host)));
        otherOrigins.forEach(origin -> allowedOrigins.add(lower(origin)));
        scheme = tls ? "https://" : "http://";
    }

    /**
     * Checks the target and the origin of a request.
     *
     * @param authority the header Host, with its port
     * @param origin the header Origin, if present
     * @param site the header Sec-Fetch-Site, if present
     * @param opensPage true if a browser opens the server's page, which any link may do
     * @throws Problem if a name or an origin is not allowed
     */
    void check(String authority, Optional<String> origin, Optional<String> site, boolean opensPage) {
        if (!hosts.contains(name(authority))) {
            throw Problem.forbidden("the name in the Host header is not allowed; the operator can add it");
        }
        origin.map(AllowedOrigins::lower)
                .filter(from -> !from.equals(scheme + lower(authority)) && !allowedOrigins.contains(from))
                .ifPresent(from -> {
                    throw Problem.forbidden("requests from this Origin are not allowed; the operator can allow it");
                });
        if (!opensPage
                && allowed(origin).isEmpty()
                && site.map(AllowedOrigins::lower).filter(OTHER_SITES::contains).isPresent()) {
            throw Problem.forbidden(
                    "cross-origin requests are not allowed (Sec-Fetch-Site); the operator can allow an origin, which"
                            + " must then send Origin");
        }
    }

    /** Returns the value of Access-Control-Allow-Origin: the origin, if the settings list it. */
    Optional<String> allowed(Optional<String> origin) {
        return origin.filter(from -> allowedOrigins.contains(lower(from)));
    }

    /** Returns a host as in the header Host: in lower case, an IPv6 address in brackets. */
    private static String inAuthority(String host) {
        return lower(host.contains(":") && !host.startsWith("[") ? "[" + host + "]" : host);
    }

    /** Returns the name in lower case without the port; an IPv6 address keeps its brackets. */
    private static String name(String authority) {
        int bracket = authority.indexOf(']');
        int colon = authority.indexOf(':', Math.max(bracket, 0));
        return lower(colon < 0 ? authority : authority.substring(0, colon));
    }

    private static String lower(String text) {
        return text.toLowerCase(Locale.ROOT);
    }
}
