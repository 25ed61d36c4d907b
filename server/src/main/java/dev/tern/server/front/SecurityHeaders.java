package dev.tern.server.front;

import io.helidon.http.HeaderNames;
import io.helidon.webserver.http.ServerResponse;
import java.util.List;

/** Headers that restrict browsers in every response. Immutable. */
final class SecurityHeaders {
    /** The policy of responses to programs: nothing is loaded, run or framed. */
    private static final String NOTHING = "default-src 'none'; frame-ancestors 'none'";

    /** The policy of the page: all from this server, and nothing inline except images. */
    private static final String OWN =
            "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data: blob:; font-src 'self';"
                    + " connect-src 'self'; manifest-src 'self'; base-uri 'none'; form-action 'none';"
                    + " frame-ancestors 'none'";

    private static final String DAYS_365 = "max-age=31536000";

    private final boolean tls;
    private final List<ErrorForm> others;

    /**
     * Creates the headers of a server.
     *
     * @param tls true to have browsers use only HTTPS
     * @param others the errors of other APIs; responses under their paths are for programs
     */
    SecurityHeaders(boolean tls, List<ErrorForm> others) {
        this.tls = tls;
        this.others = List.copyOf(others);
    }

    void put(ServerResponse response, String path) {
        boolean program = path.startsWith("/api/")
                || others.stream().anyMatch(other -> path.startsWith(other.pathPrefix()))
                || path.startsWith("/health/")
                || path.equals("/metrics")
                || path.equals("/mcp");
        response.header("Content-Security-Policy", program ? NOTHING : OWN);
        response.header("X-Content-Type-Options", "nosniff");
        response.header("X-Frame-Options", "DENY");
        response.header("Referrer-Policy", "no-referrer");
        response.header("Cross-Origin-Opener-Policy", "same-origin");
        response.header("Cross-Origin-Resource-Policy", "same-origin");
        response.header("Permissions-Policy", "camera=(), geolocation=(), microphone=()");
        if (program) {
            response.header(HeaderNames.CACHE_CONTROL, "no-store");
        }
        if (tls) {
            response.header("Strict-Transport-Security", DAYS_365);
        }
    }
}
