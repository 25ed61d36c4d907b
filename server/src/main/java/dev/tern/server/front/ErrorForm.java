package dev.tern.server.front;

import java.util.function.Function;
import java.util.function.ToIntFunction;

/**
 * The form of errors under the paths with a prefix.
 *
 * @param pathPrefix the prefix; empty matches all paths and sends problem+json
 * @param status returns the status of a problem
 * @param body returns the body, sent as JSON
 */
public record ErrorForm(String pathPrefix, ToIntFunction<Problem> status, Function<Problem, Object> body) {}
