package dev.tern.documents.sync;

import java.time.Instant;
import java.util.List;
import java.util.Optional;

/**
 * The progress of a {@link BackgroundSync}.
 *
 * @param places in reading order
 */
public record SyncProgress(List<PlaceProgress> places) {
    public SyncProgress {
        places = List.copyOf(places);
    }

    /** The state of a place in a run. */
    public enum PlaceState {
        /** It is queued, or was queued when the application ended. */
        WAITING,
        /** It is being read. */
        RUNNING,
        /** It is synchronised, except for unreadable files and refused removals. */
        DONE,
        /** Its run failed, for example because the place is missing or a model failed. */
        FAILED,
        /** The application ended while it was being read; the next start continues. */
        STOPPED
    }

    /**
     * A place and its state.
     *
     * @param place the place, as the application names it
     * @param state the state in the current or last run
     * @param stored the number of documents stored so far in that run
     * @param started the time at which that run began to read the place; empty before
     * @param ended the time at which reading ended; empty before
     * @param report the report of the last completed run; empty before
     * @param error the reason for which the last ended run failed; an empty text if it did not fail
     */
    public record PlaceProgress(
            String place,
            PlaceState state,
            long stored,
            Optional<Instant> started,
            Optional<Instant> ended,
            Optional<SyncReport> report,
            String error) {
        PlaceProgress waiting() {
            return new PlaceProgress(place, PlaceState.WAITING, 0, Optional.empty(), Optional.empty(), report, error);
        }

        PlaceProgress running(Instant now) {
            return new PlaceProgress(place, PlaceState.RUNNING, 0, Optional.of(now), Optional.empty(), report, error);
        }

        PlaceProgress stored(long documents) {
            return new PlaceProgress(place, state, documents, started, ended, report, error);
        }

        PlaceProgress done(Instant now, SyncReport came) {
            return new PlaceProgress(place, PlaceState.DONE, stored, started, Optional.of(now), Optional.of(came), "");
        }

        PlaceProgress ended(Instant now, PlaceState how, String why) {
            return new PlaceProgress(place, how, stored, started, Optional.of(now), report, why);
        }
    }

    /** Returns true if a place is queued or being read. */
    public boolean isUnderWay() {
        return places.stream()
                .anyMatch(place -> place.state() == PlaceState.WAITING || place.state() == PlaceState.RUNNING);
    }

    /** Returns true if the last ended run of a place failed. */
    public boolean hasFailed() {
        return places.stream().anyMatch(place -> !place.error().isEmpty());
    }
}
