package dev.tern.query;

import dev.tern.error.TernException;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** Continues a query without chat models after the first failure of one. Not thread-safe. */
final class ModelFallback {
    private final QueryListener listener;
    private @Nullable TernException failure;
    private String failureText = "";
    private boolean stopped;

    /** Creates a fallback that reports the failure to a listener. */
    ModelFallback(QueryListener listener) {
        this.listener = listener;
    }

    /**
     * Returns the result of calling a model or, once a model has failed, the result without one.
     *
     * @throws TernException if the fault is the user's, such as an interrupt, or the store's
     */
    <T> T or(Supplier<T> asking, Supplier<T> without) {
        return or(words -> asking.get(), words -> {}, without);
    }

    /**
     * Returns the result of calling a model that streams, or the result without one. Interrupts the
     * call shortly before the {@linkplain TimeLimit time limit} of the question, if it has one.
     *
     * @param asking calls the model with a consumer for its words
     */
    <T> T or(Function<Consumer<String>, T> asking, Consumer<String> words, Supplier<T> without) {
        if (failureText.isEmpty()) {
            try {
                return listener instanceof TimeLimitListener watch
                        ? watch.modelAlarm().call(asking, words)
                        : asking.apply(words);
            } catch (TernException e) {
                failure = e;
                stopped = e.fault() == TernException.Fault.BUDGET;
                failureText = switch (e.fault()) {
                    case MODEL, OPERATOR, BUDGET -> listener.failed(e, String.valueOf(e.getMessage()));
                    case USER, STORE -> throw e;
                };
            }
        }
        return without.get();
    }

    /** Returns the failure of a model, if one has failed. */
    Optional<TernException> failure() {
        return Optional.ofNullable(failure);
    }

    /** Returns true if a model has failed. */
    boolean failed() {
        return !failureText.isEmpty();
    }

    /** Returns a sentence about the failure for the trace; empty if no model has failed. */
    List<String> remarks(String instead) {
        String why = stopped ? "the chat model was not asked, so " : "the chat model failed, so ";
        return failed() ? List.of(why + instead + ": " + failureText) : List.of();
    }
}
