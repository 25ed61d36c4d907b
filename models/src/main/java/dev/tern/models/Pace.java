package dev.tern.models;

import java.time.Duration;

/**
 * How fast requests may go that several processes send to one server: what {@link Endpoint#requestsPerMinute} and {@link
 * Endpoint#tokensPerMinute} are for one process. Thread-safe.
 *
 * <p>A turn is used within {@link #LATEST} of its time, or not at all; an implementation may rely on that.
 */
public interface Pace {
    /** How late a turn may be used. */
    Duration LATEST = Duration.ofSeconds(3);

    /**
     * Takes a turn, which counts whether it is used or not.
     *
     * @param tokens what the request is expected to take, sent and received
     * @return how long after this call returns the request may go, at the earliest
     */
    Duration turn(long tokens);

    /** A request took more tokens than its turn was for. */
    void more(long tokens);

    /** The server asks to be left alone for a while. */
    void pause(Duration time);
}
