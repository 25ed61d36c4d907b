package dev.tern.server.front;

/**
 * The limits of a request's body.
 *
 * @param bytes the maximum number of bytes; 0 for no body
 * @param documents true if the body holds documents, which may have more JSON values than other
 *     bodies
 */
record BodyLimit(long bytes, boolean documents) {
    /** Returns the problem for a body above the limit. */
    Problem lengthProblem() {
        return Problem.tooLarge("the body is longer than " + bytes + " bytes");
    }
}
