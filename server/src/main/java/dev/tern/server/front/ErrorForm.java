package dev.tern.server.front;

import java.util.function.Function;
import java.util.function.ToIntFunction;

/**
 * The form of errors under the paths of an API of others, in place of problem details.
 *
 * @param paths how these paths begin
 * @param status gives the status that is sent for a problem
 * @param body gives what is sent as JSON
 */
public record ErrorForm(String paths, ToIntFunction<Problem> status, Function<Problem, Object> body) {}
