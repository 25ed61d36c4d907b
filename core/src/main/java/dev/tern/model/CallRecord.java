package dev.tern.model;

import java.util.Optional;

/** The values of a {@link Call}. */
record CallRecord(
        Kind kind,
        String name,
        Optional<ChatTask> task,
        Optional<String> embeddingModel,
        long nanos,
        long inputTokens,
        long outputTokens,
        boolean failed)
        implements Call {}
