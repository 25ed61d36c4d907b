package dev.tern.server.front;

import java.util.function.Function;
import java.util.function.ToIntFunction;

/**
 * The form of errors under the paths of another API, in place of problem details.
 *
 * @param paths the prefix of these paths; empty for problem details, on all other paths
 * @param status returns the status of a problem
 * @param body returns the body, sent as JSON; as problem+json if {@code paths} is empty
 */
public record ErrorForm(String paths, ToIntFunction<Problem> status, Function<Problem, Object> body) {}
