package dev.tern.server.front;

import dev.tern.server.settings.Role;
import dev.tern.server.settings.ServerKey;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/** Identifies callers by their keys. Thread-safe. */
final class Callers {
    private static final String BEARER = "bearer ";

    private final List<ServerKey> keys;

    Callers(List<ServerKey> keys) {
        this.keys = keys;
    }

    /**
     * Returns the caller of a request. If the server has no keys, anyone is an administrator.
     *
     * @param authorization the header Authorization, if present
     * @param apiKey the header X-Api-Key, if present; takes precedence
     * @throws Problem if a key is required and missing or wrong
     */
    Caller caller(Optional<String> authorization, Optional<String> apiKey) {
        if (keys.isEmpty()) {
            return new Caller(Caller.ANYONE, Role.ADMIN, Set.of());
        }
        String secret = apiKey.or(() -> authorization
                        .filter(value -> value.regionMatches(true, 0, BEARER, 0, BEARER.length()))
                        .map(value -> value.substring(BEARER.length()).strip()))
                .orElseThrow(Problem::unauthorized);
        // Compares all keys, so that the time reveals nothing.
        return keys.stream()
                .filter(key -> key.fits(secret))
                .reduce((one, other) -> other)
                .map(known -> new Caller(known.name(), known.role(), known.graphs(), known.scope()))
                .orElseThrow(Problem::unauthorized);
    }
}
