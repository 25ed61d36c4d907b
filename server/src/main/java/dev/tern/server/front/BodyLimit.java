package dev.tern.server.front;

import java.time.Duration;

/**
 * The limits of a body.
 *
 * @param bytes the maximum bytes; 0 for no body
 * @param documents true if it holds documents, which may have more values than others
 * @param time the timeout of its arrival
 */
record BodyLimit(long bytes, boolean documents, Duration time) {
    /** Returns the problem of a longer body. */
    Problem exceeded() {
        return Problem.tooLarge("the body is longer than " + bytes + " bytes");
    }

    /** Returns the problem of a body that takes longer. */
    Problem late() {
        return Problem.refused(
                Problem.TOO_SLOW,
                "Too slow",
                "the body did not arrive within " + time.toSeconds() + " s, which is the limit");
    }
}
