package dev.tern.query;

import dev.tern.error.TernException;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.function.Function;

/** Ends the call of a model after some time, by an interrupt. For one call. */
final class ModelAlarm {
    private final long nanos;
    private final String message;

    // The following fields are guarded by this.
    private boolean due;
    private boolean interruptible = true;

    /**
     * Creates an alarm for one call.
     *
     * @param nanos the time for the call; without a call if 0 or less
     * @param message the message if the time is over
     */
    ModelAlarm(long nanos, String message) {
        this.nanos = nanos;
        this.message = message;
    }

    /**
     * Calls a model on this thread. Never interrupts {@code words}.
     *
     * @throws TernException if the time is over before the call returns
     */
    <T> T call(Function<Consumer<String>, T> asking, Consumer<String> words) {
        if (nanos <= 0) {
            throw TernException.model(message);
        }
        Thread caller = Thread.currentThread();
        CompletableFuture<Void> timer = new CompletableFuture<Void>().orTimeout(nanos, TimeUnit.NANOSECONDS);
        CompletableFuture<Void> unused = timer.whenComplete((nothing, late) -> {
            if (late != null) {
                ring(caller);
            }
        });
        try {
            return asking.apply(part -> {
                setInterruptible(false);
                words.accept(part);
                setInterruptible(true);
            });
        } catch (RuntimeException e) {
            throw isDue() ? TernException.model(message, e) : e;
        } finally {
            timer.complete(null);
            end();
        }
    }

    private synchronized void ring(Thread caller) {
        due = true;
        if (interruptible) {
            caller.interrupt();
        }
    }

    private synchronized void setInterruptible(boolean now) {
        interruptible = now;
        if (due) {
            throw new CancellationException("the time for this call is over");
        }
    }

    private synchronized boolean isDue() {
        return due;
    }

    /** Prevents an interrupt from now on, and clears one of this alarm. */
    private synchronized void end() {
        interruptible = false;
        if (due) {
            boolean ignored = Thread.interrupted();
        }
    }
}
