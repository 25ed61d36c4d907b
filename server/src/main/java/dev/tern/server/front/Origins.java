package dev.tern.server.front;

import java.util.HashSet;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;

/**
 * Which names the server may be called by, and which pages may call it. A page of a stranger that has bound its own name to
 * this machine's address (DNS rebinding) sends a Host that is not on the list; one that sends requests across sends an
 * Origin that is not, or, where a browser sends none, as for an image, says so by Sec-Fetch-Site. Immutable.
 */
final class Origins {
    private static final Set<String> ELSEWHERE = Set.of("cross-site", "same-site");

    private final Set<String> hosts = new HashSet<>(Set.of("localhost", "127.0.0.1", "[::1]"));
    private final Set<String> others = new HashSet<>();
    private final String scheme;

    /**
     * Lists of the hosts and origins that are let in.
     *
     * @param own the address that the server listens on
     * @param moreHosts more names of it
     * @param otherOrigins the origins of other pages that may call it
     */
    Origins(String own, Set<String> moreHosts, Set<String> otherOrigins, boolean tls) {
        hosts.add(inAuthority(own));
        moreHosts.forEach(host -> hosts.add(inAuthority(host)));
        otherOrigins.forEach(origin -> others.add(lower(origin)));
        scheme = tls ? "https://" : "http://";
    }

    /**
     * Looks at where a request goes and where it comes from.
     *
     * @param authority the Host, with its port
     * @param origin the header Origin, if it is there
     * @param site the header Sec-Fetch-Site, if it is there
     * @param opensPage whether a browser opens the server's page, which a link anywhere may do
     * @throws Problem if one of them is not on its list
     */
    void check(String authority, Optional<String> origin, Optional<String> site, boolean opensPage) {
        if (!hosts.contains(name(authority))) {
            throw Problem.forbidden("the server is not known by the name in the header Host; its operator can add it");
        }
        origin.map(Origins::lower)
                .filter(from -> !from.equals(scheme + lower(authority)) && !others.contains(from))
                .ifPresent(from -> {
                    throw Problem.forbidden("pages of this Origin may not call the server; its operator can allow it");
                });
        if (!opensPage
                && allowed(origin).isEmpty()
                && site.map(Origins::lower).filter(ELSEWHERE::contains).isPresent()) {
            throw Problem.forbidden("pages of other origins may not call the server (Sec-Fetch-Site); its operator can"
                    + " allow one, which then has to send its Origin");
        }
    }

    /** The origin to allow in the answer: one of another page that is on the list. */
    Optional<String> allowed(Optional<String> origin) {
        return origin.filter(from -> others.contains(lower(from)));
    }

    /** A host as the header Host has it: an IPv6 address in brackets. */
    private static String inAuthority(String host) {
        return lower(host.contains(":") && !host.startsWith("[") ? "[" + host + "]" : host);
    }

    /** The name without the port; an IPv6 address keeps its brackets. */
    private static String name(String authority) {
        int bracket = authority.indexOf(']');
        int colon = authority.indexOf(':', Math.max(bracket, 0));
        return lower(colon < 0 ? authority : authority.substring(0, colon));
    }

    private static String lower(String text) {
        return text.toLowerCase(Locale.ROOT);
    }
}
