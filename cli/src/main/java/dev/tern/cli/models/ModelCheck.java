package dev.tern.cli.models;

import java.util.Optional;

/**
 * A question to a model and its result.
 *
 * @param asked reply, json, stream or vectors
 * @param works true if it succeeded
 * @param said the result, or the reason of its failure
 * @param seconds the time that the question took, in seconds
 * @param inputTokens tokens sent, as reported or else estimated
 * @param outputTokens tokens received, as reported or else estimated
 * @param cost the cost of the question; empty if the price is unknown
 */
public record ModelCheck(
        String asked,
        boolean works,
        String said,
        double seconds,
        long inputTokens,
        long outputTokens,
        Optional<String> cost) {}
