package dev.tern.error;

import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Something that the caller asked for could not be done.
 *
 * <p>The message is one or two plain sentences that name the thing, the value and the limit; it never holds a secret.
 * Anything else that is thrown is a bug of ours, or of the caller's code.
 */
public final class TernException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    /** Whose fault a failure is. */
    public enum Fault {
        /** The caller's: an input or an option is wrong, and trying again without a change is of no use. */
        USER,
        /**
         * The operator's: the configuration, a key or its rights, an address that leads nowhere, a folder without permission. The
         * same call works once that is mended; a server does not show the reason to its callers.
         */
        OPERATOR,
        /** A model or its provider, after the retries that made sense. */
        MODEL,
        /** The store or the machine under it. */
        STORE,
        /** No fault: the budget for models is spent. */
        BUDGET
    }

    private final Fault fault;
    private final @Nullable String damagedGraph;
    private final Kind kind;

    /** What callers may want to tell apart among failures of one fault. */
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

    /** A fault of the user: a wrong argument, document or question. */
    public static TernException user(String message) {
        return new TernException(Fault.USER, message, null);
    }

    /** The user's fault, found by a library. */
    public static TernException user(String message, Throwable cause) {
        return new TernException(Fault.USER, message, cause);
    }

    /** The user's fault, but only as the graph is now: the same call works once the graph has what it takes. */
    public static TernException conflict(String message) {
        return new TernException(Fault.USER, message, null, null, Kind.CONFLICT);
    }

    /**
     * The time limit of a question has passed.
     *
     * @param fault whose fault that is: of what was waited for, or the user's where Tern itself was at work
     */
    public static TernException late(Fault fault, String message) {
        return new TernException(fault, message, null, null, Kind.LATE);
    }

    /** The fault of the operator who runs Tern. */
    public static TernException operator(String message) {
        return new TernException(Fault.OPERATOR, message, null);
    }

    /** The fault of the operator who runs Tern, found by a library or reported by a provider. */
    public static TernException operator(String message, Throwable cause) {
        return new TernException(Fault.OPERATOR, message, cause);
    }

    /** The fault of a model or its provider. */
    public static TernException model(String message) {
        return new TernException(Fault.MODEL, message, null);
    }

    /** The fault of a model or its provider, with the provider's own failure. */
    public static TernException model(String message, Throwable cause) {
        return new TernException(Fault.MODEL, message, cause);
    }

    /** A model's provider refuses what it was sent, as too long or not to its taste, and would refuse the same again. */
    public static TernException refusal(String message, Throwable cause) {
        return new TernException(Fault.MODEL, message, cause, null, Kind.REFUSAL);
    }

    /** The fault of the store. */
    public static TernException store(String message) {
        return new TernException(Fault.STORE, message, null);
    }

    /** The fault of the store, with the store's own failure. */
    public static TernException store(String message, Throwable cause) {
        return new TernException(Fault.STORE, message, cause);
    }

    /**
     * The fault of the store: what it keeps of a graph is not what was written, until the graph is restored.
     *
     * @param graph the graph's name
     */
    public static TernException damaged(String message, String graph, @Nullable Throwable cause) {
        return new TernException(Fault.STORE, message, cause, graph, Kind.ANY);
    }

    /** What may be spent on models is spent. */
    public static TernException budget(String message) {
        return new TernException(Fault.BUDGET, message, null);
    }

    /** Whose fault it is. */
    public Fault fault() {
        return fault;
    }

    /** Whether a model's provider refused what it was sent; another text may well pass. */
    public boolean isRefusal() {
        return kind == Kind.REFUSAL;
    }

    /** Whether the call is right, and the graph is not as it takes. */
    public boolean isConflict() {
        return kind == Kind.CONFLICT;
    }

    /** Whether the time limit of a question has passed; the same question may be in time when less is under way. */
    public boolean isLate() {
        return kind == Kind.LATE;
    }

    /** The name of the graph that is damaged; empty for any other failure. */
    public Optional<String> damagedGraph() {
        return Optional.ofNullable(damagedGraph);
    }
}
