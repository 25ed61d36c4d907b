package dev.tern.models;

import java.time.Duration;

/**
 * A rate limit that several processes share for one server, in place of {@link
 * ModelEndpoint#requestsPerMinute} and {@link ModelEndpoint#tokensPerMinute}. Thread-safe.
 *
 * <p>A request that would start more than {@link #LATEST} after the time of its turn takes another
 * turn.
 */
public interface SharedRateLimit {
    /** The maximum delay of a request after the time of its turn. */
    Duration LATEST = Duration.ofSeconds(3);

    /**
     * Takes a turn, which counts even if it is not used.
     *
     * @param tokens the expected tokens of the request, sent and received
     * @return the minimum delay of the request after this call returns
     */
    Duration takeTurn(long tokens);

    /** Reports the tokens that a request took in addition to those of its turn. */
    void reportExcess(long tokens);

    /** Reports that the server asks for a pause of a given time, which begins with this call. */
    void pause(Duration time);
}
