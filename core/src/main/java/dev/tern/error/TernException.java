package dev.tern.error;

import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Thrown if a request of the caller cannot be fulfilled.
 *
 * <p>The message is one or two plain sentences that name the thing, the value and the limit,
 * without secrets. Any other exception is a bug in Tern or in the caller's code.
 */
public final class TernException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    /** The party at fault; {@link #BUDGET} if there is none. */
    public enum Fault {
        /**
         * The caller: a wrong input or option, a conflict with the state of the graph, a passed
         * time limit, or an interrupt. Of these, only a wrong input or option always fails again.
         */
        USER,
        /**
         * The operator: the configuration, a key or its rights, an unreachable address, a folder
         * without permission. The same call works once the operator has fixed the cause. Servers do
         * not show the message to users.
         */
        OPERATOR,
        /** A model or its provider; retries, if any, have failed. */
        MODEL,
        /** The store or the machine on which it runs. */
        STORE,
        /** No fault: the budget for models is spent. */
        BUDGET
    }

    private final Fault fault;
    private final @Nullable String damagedGraph;
    private final Kind kind;

    /** Distinguishes failures with the same fault, for callers that handle them differently. */
    private enum Kind {
        ANY,
        REFUSAL,
        CONFLICT,
        LATE
    }

    private TernException(
            Fault fault, String message, @Nullable Throwable cause, @Nullable String damagedGraph, Kind kind) {
        super(message, cause);
        this.fault = fault;
        this.damagedGraph = damagedGraph;
        this.kind = kind;
    }

    private TernException(Fault fault, String message, @Nullable Throwable cause) {
        this(fault, message, cause, null, Kind.ANY);
    }

    /** Returns a failure that is the user's fault: a wrong argument, document or question. */
    public static TernException user(String message) {
        return new TernException(Fault.USER, message, null);
    }

    /** Returns a failure that is the user's fault, with the exception that revealed it. */
    public static TernException user(String message, Throwable cause) {
        return new TernException(Fault.USER, message, cause);
    }

    /** Returns a failure of a valid call that conflicts with the current state of the graph. */
    public static TernException conflict(String message) {
        return new TernException(Fault.USER, message, null, null, Kind.CONFLICT);
    }

    /**
     * Returns a failure of a question that exceeded its time limit.
     *
     * @param fault the party that the question waited for; the user if no model and not the store
     */
    public static TernException timeLimitPassed(Fault fault, String message) {
        return new TernException(fault, message, null, null, Kind.LATE);
    }

    /** Returns a failure that is the operator's fault. */
    public static TernException operator(String message) {
        return new TernException(Fault.OPERATOR, message, null);
    }

    /** Returns a failure that is the operator's fault, with the exception that revealed it. */
    public static TernException operator(String message, Throwable cause) {
        return new TernException(Fault.OPERATOR, message, cause);
    }

    /** Returns a failure of a model or its provider. */
    public static TernException model(String message) {
        return new TernException(Fault.MODEL, message, null);
    }

    /** Returns a failure of a model or its provider, with the provider's exception. */
    public static TernException model(String message, Throwable cause) {
        return new TernException(Fault.MODEL, message, cause);
    }

    /** Returns a refusal: the provider always rejects this request, for its length or content. */
    public static TernException refusal(String message, Throwable cause) {
        return new TernException(Fault.MODEL, message, cause, null, Kind.REFUSAL);
    }

    /** Returns a failure of the store. */
    public static TernException store(String message) {
        return new TernException(Fault.STORE, message, null);
    }

    /** Returns a failure of the store, with the store's exception. */
    public static TernException store(String message, Throwable cause) {
        return new TernException(Fault.STORE, message, cause);
    }

    /**
     * Returns a failure of the store: rows are damaged, and the graph has to be restored.
     *
     * @param graph the graph's name
     */
    public static TernException damaged(String message, String graph, @Nullable Throwable cause) {
        return new TernException(Fault.STORE, message, cause, graph, Kind.ANY);
    }

    /** Returns a failure of a call for which no budget for models is left. */
    public static TernException budget(String message) {
        return new TernException(Fault.BUDGET, message, null);
    }

    /** Returns the party at fault; {@link Fault#BUDGET} if there is none. */
    public Fault fault() {
        return fault;
    }

    /** Returns true if a model's provider refused the request; another text may succeed. */
    public boolean isRefusal() {
        return kind == Kind.REFUSAL;
    }

    /** Returns true if the call is valid, but conflicts with the current state of the graph. */
    public boolean isConflict() {
        return kind == Kind.CONFLICT;
    }

    /** Returns true if a question's time limit passed; a retry may succeed. */
    public boolean isTimeLimitPassed() {
        return kind == Kind.LATE;
    }

    /** Returns the name of the damaged graph; empty for any other failure. */
    public Optional<String> damagedGraph() {
        return Optional.ofNullable(damagedGraph);
    }
}
