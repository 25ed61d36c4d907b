package dev.tern.cli.models;

import java.util.Optional;

/**
 * A question to a model, and what came of it.
 *
 * @param asked reply, json, stream or vectors
 * @param works whether it did
 * @param said what came of it, or why nothing did
 * @param seconds how long it took
 * @param inputTokens tokens sent, estimated where the model does not say
 * @param outputTokens tokens received, likewise
 * @param cost what it cost; null if the price is not known
 */
public record Check(
        String asked,
        boolean works,
        String said,
        double seconds,
        long inputTokens,
        long outputTokens,
        Optional<String> cost) {}
