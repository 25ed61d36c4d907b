package dev.tern.query;

import dev.tern.error.TernException;
import dev.tern.error.TernException.Fault;
import dev.tern.model.Call;
import dev.tern.query.trace.Trace;
import java.time.Duration;
import java.util.concurrent.CancellationException;
import java.util.concurrent.TimeUnit;

/** Forwards events until a query with a time limit ends, and records its waits. Thread-safe. */
final class TimeLimitListener implements QueryListener {
    private static final Duration MAX_KEPT = Duration.ofSeconds(2);

    private final Duration limit;
    private final long asked;
    private final QueryListener listener;
    private volatile boolean ended;

    // The following fields are guarded by this.
    private String step = "";
    private String storeCall = "";
    private String modelCall = "";
    private int storeCalls;
    private boolean inCallback;
    private long since;

    /**
     * Creates a listener for one query.
     *
     * @param asked the time of asking, by {@link System#nanoTime}
     * @param listener receives the events
     */
    TimeLimitListener(Duration limit, long asked, QueryListener listener) {
        this.limit = limit;
        this.asked = asked;
        this.listener = listener;
    }

    /** Returns the nanoseconds left; 0 or less once the limit has passed. */
    long nanosLeft() {
        return limit.toNanos() - (System.nanoTime() - asked);
    }

    /** Returns an alarm that leaves a fifth of the limit, at most 2 s, to answer by rules. */
    ModelAlarm modelAlarm() {
        Duration kept = limit.dividedBy(5);
        Duration wait = limit.minus(kept.compareTo(MAX_KEPT) < 0 ? kept : MAX_KEPT);
        return new ModelAlarm(
                wait.toNanos() - (System.nanoTime() - asked),
                "the time for the chat model ended " + wait.toMillis() + " ms after the question, whose time limit is "
                        + limit.toMillis() + " ms");
    }

    /** Ends reporting, since the query has ended or was abandoned. */
    void end() {
        ended = true;
    }

    /** Returns the current step, as the end of a sentence. */
    synchronized String where() {
        return step.isEmpty() ? "before its first step" : "in its step " + step;
    }

    /** Returns the exception for a passed limit. */
    synchronized TernException late() {
        long waited = TimeUnit.NANOSECONDS.toMillis(System.nanoTime() - since);
        String sentence =
                "no answer within " + limit.toMillis() + " ms, the time limit of the question: it was " + where();
        Fault fault = fault();
        String reason = switch (fault) {
            case MODEL ->
                ", and had waited " + waited + " ms for the " + (modelCall.equals("chat") ? "chat" : "embedding")
                        + " model";
            case STORE ->
                storeCalls == 0
                        ? ", while the store opens the graph"
                        : ", and had waited " + waited + " ms for the store (" + storeCall + ")";
            default ->
                inCallback
                        ? ", and its listener had not returned"
                        : ", waiting neither for a model nor for the store; allow more time, or ask for"
                                + " less (degree, relationLimit, finalTopK)";
        };
        return TernException.timeLimitPassed(fault, sentence + reason);
    }

    private synchronized void setInCallback(boolean now) {
        inCallback = now;
    }

    private Fault fault() {
        if (inCallback) {
            return Fault.USER;
        }
        if (!modelCall.isEmpty()) {
            return Fault.MODEL;
        }
        return storeCalls > 0 || step.isEmpty() ? Fault.STORE : Fault.USER;
    }

    private void requireUnended() {
        if (ended) {
            throw new CancellationException("this query was cancelled by its caller");
        }
    }

    @Override
    public void stepStarted(String name) {
        requireUnended();
        synchronized (this) {
            step = name;
        }
        listener.stepStarted(name);
    }

    @Override
    public void stepEnded(Trace.Step stepEnded) {
        requireUnended();
        listener.stepEnded(stepEnded);
    }

    @Override
    public void answerPart(String part) {
        requireUnended();
        setInCallback(true);
        try {
            listener.answerPart(part);
        } finally {
            setInCallback(false);
        }
    }

    @Override
    public void callStarting(Call.Kind kind, String name) {
        requireUnended();
        synchronized (this) {
            if (kind == Call.Kind.MODEL) {
                modelCall = name;
                since = System.nanoTime();
            } else if (storeCalls++ == 0) {
                // Of concurrent look-ups, only the first is named.
                storeCall = name;
                since = System.nanoTime();
            }
        }
        listener.callStarting(kind, name);
    }

    @Override
    public void callEnded(Call call) {
        synchronized (this) {
            if (call.kind() == Call.Kind.MODEL) {
                modelCall = "";
            } else {
                storeCalls--;
            }
        }
        if (!ended || call.kind() == Call.Kind.MODEL) {
            // A model's call costs even after the caller has given up.
            listener.callEnded(call);
        }
    }

    @Override
    public String failed(TernException failure, String message) {
        requireUnended();
        return listener.failed(failure, message);
    }

    @Override
    public void queryEnded(Trace.Cost spent) {
        listener.queryEnded(spent);
    }
}
