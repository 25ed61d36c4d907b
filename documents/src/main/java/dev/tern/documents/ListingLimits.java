package dev.tern.documents;

import dev.tern.error.TernException;
import java.time.Duration;
import java.util.function.LongSupplier;

/**
 * Limits the time for listing a place to {@link LoadLimit#LISTING_SECONDS}, limits each folder to
 * {@value #MAX_IN_FOLDER} names, and stops a listing whose thread is interrupted. Only the time
 * between {@link #begin} and {@link #end} counts. Not thread-safe.
 */
final class ListingLimits {
    private static final int MAX_IN_FOLDER = 1_000_000;

    private final String place;
    private final long seconds;
    private final LongSupplier nanos;
    private long remainingNanos;
    private long since;

    ListingLimits(String place, LoadLimits limits) {
        this(place, limits, System::nanoTime);
    }

    /**
     * Creates limits with another clock.
     *
     * @param nanos nanoseconds since an arbitrary origin
     */
    ListingLimits(String place, LoadLimits limits, LongSupplier nanos) {
        this.place = place;
        this.seconds = limits.of(LoadLimit.LISTING_SECONDS);
        this.nanos = nanos;
        this.remainingNanos = Duration.ofSeconds(seconds).toNanos();
        begin();
    }

    void begin() {
        since = nanos.getAsLong();
    }

    void end() {
        remainingNanos -= nanos.getAsLong() - since;
    }

    /**
     * Checks that the listing may continue.
     *
     * @throws TernException the user's fault, if its time is up or its thread is interrupted
     */
    void check() {
        if (Thread.currentThread().isInterrupted()) {
            throw TernException.user("loading was interrupted");
        }
        if (nanos.getAsLong() - since > remainingNanos) {
            throw TernException.user(
                    "listing " + place + " takes longer than " + LoadLimits.number(seconds) + " s, which is the limit");
        }
    }

    /** Checks also that a folder holds no more entries than can be sorted in memory. */
    void checkFolder(String folder, long entries) {
        check();
        if (entries > MAX_IN_FOLDER) {
            throw TernException.user((folder.isEmpty() ? place : folder) + " itself holds more than "
                    + LoadLimits.number(MAX_IN_FOLDER) + " files and folders, which is the limit of one folder");
        }
    }
}
