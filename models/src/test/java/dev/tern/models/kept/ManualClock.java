package dev.tern.models.kept;

import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.concurrent.atomic.AtomicLong;

/** A clock that advances only on demand. */
final class ManualClock implements InstantSource {
    private final AtomicLong millis =
            new AtomicLong(Instant.parse("2026-03-01T12:00:00Z").toEpochMilli());

    void advance(Duration time) {
        millis.addAndGet(time.toMillis());
    }

    @Override
    public Instant instant() {
        return Instant.ofEpochMilli(millis.get());
    }
}
