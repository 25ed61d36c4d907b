package dev.tern.query;

import dev.tern.error.TernException;
import java.util.List;
import java.util.function.Supplier;

/** Lets a query go on without chat models from the first failure of one on; for one thread. */
final class ModelFallback {
    private final QueryListener listener;
    private String told = "";

    /** A fallback whose listener is told of the failure. */
    ModelFallback(QueryListener listener) {
        this.listener = listener;
    }

    /**
     * The result of asking a model, or once a model has failed that of going on without.
     *
     * @throws TernException if something else fails, or the query was interrupted
     */
    <T> T or(Supplier<T> asking, Supplier<T> without) {
        if (told.isEmpty()) {
            try {
                return asking.get();
            } catch (TernException e) {
                told = switch (e.fault()) {
                    case MODEL, OPERATOR, BUDGET -> listener.failed(e, String.valueOf(e.getMessage()));
                    case USER, STORE -> throw e;
                };
            }
        }
        return without.get();
    }

    /** Tells whether a model has failed. */
    boolean failed() {
        return !told.isEmpty();
    }

    /** Returns the sentence of a trace about the failure; nothing if there was none. */
    List<String> notes(String instead) {
        return failed() ? List.of("the chat model failed, so " + instead + ": " + told) : List.of();
    }
}
