package dev.tern.documents;

import dev.tern.error.TernException;
import java.time.Duration;
import java.util.function.LongSupplier;

/**
 * Limits the time for listing a place to {@link LoadLimit#LISTING_SECONDS} and what one of its folders holds to {@link LoadLimit#FILES},
 * and ends a listing whose thread is interrupted. Only the time between {@link #begin} and {@link #end} counts. Not thread-safe.
 */
final class ListingLimits {
    private final String place;
    private final long seconds;
    private final long files;
    private final LongSupplier nanos;
    private long left;
    private long since;

    /** Limits of which nothing is used. */
    ListingLimits(String place, LoadLimits limits) {
        this(place, limits, System::nanoTime);
    }

    /**
     * Limits by another clock.
     *
     * @param nanos nanoseconds since any moment
     */
    ListingLimits(String place, LoadLimits limits, LongSupplier nanos) {
        this.place = place;
        this.seconds = limits.of(LoadLimit.LISTING_SECONDS);
        this.files = limits.of(LoadLimit.FILES);
        this.nanos = nanos;
        this.left = Duration.ofSeconds(seconds).toNanos();
        begin();
    }

    void begin() {
        since = nanos.getAsLong();
    }

    void end() {
        left -= nanos.getAsLong() - since;
    }

    /**
     * Requires that the listing may go on.
     *
     * @throws TernException the user's fault, if its time is spent or its thread is interrupted
     */
    void check() {
        if (Thread.currentThread().isInterrupted()) {
            throw TernException.user("loading was interrupted");
        }
        if (nanos.getAsLong() - since > left) {
            throw TernException.user("listing " + place + " takes longer than " + LoadLimits.number(seconds)
                    + " s, which is the limit (" + LoadLimit.LISTING_SECONDS.key() + ")");
        }
    }

    /** Requires that a folder may hold so much; its names are sorted in memory. */
    void checkFolder(String folder, long entries) {
        check();
        if (entries > files) {
            throw TernException.user(folder + " holds more than " + LoadLimits.number(files)
                    + " files and folders, which is the limit (" + LoadLimit.FILES.key() + ")");
        }
    }
}
