package dev.tern.cli.models;

import java.util.Optional;

/**
 * A question to a model and its result.
 *
 * @param asked reply, json, stream or vectors
 * @param works true if it succeeded
 * @param said the result, or the reason of its failure
 * @param seconds the time that the question took, in seconds
 * @param inputTokens tokens sent, estimated if the model does not report them
 * @param outputTokens tokens received, estimated if the model does not report them
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
