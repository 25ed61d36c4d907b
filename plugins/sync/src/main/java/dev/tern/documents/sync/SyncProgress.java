package dev.tern.documents.sync;

import java.time.Instant;
import java.util.List;
import java.util.Optional;

/**
 * How far a {@link BackgroundSync} is.
 *
 * @param places in the order in which they are read
 */
public record SyncProgress(List<Place> places) {
    /** Copies the list, so that the record is immutable. */
    public SyncProgress {
        places = List.copyOf(places);
    }

    /** What becomes of a place in a run. */
    public enum State {
        /** It is not its turn yet. */
        WAITING,
        /** It is being read. */
        RUNNING,
        /** The graph is in step with it, as far as its files could be read. */
        DONE,
        /** It is not there, or a model or the store failed; the graph has what it had. */
        FAILED,
        /** The application ended before it was read; the next start goes on. */
        STOPPED
    }

    /**
     * A place and what came of it.
     *
     * @param place as the application names it
     * @param state in the run that is under way, or the last one
     * @param stored documents stored so far in that run
     * @param started when its turn came; empty before
     * @param ended when that ended; empty before
     * @param report of the last run that came to its end; empty before
     * @param error why the last run failed; empty text if it did not
     */
    public record Place(
            String place,
            State state,
            long stored,
            Optional<Instant> started,
            Optional<Instant> ended,
            Optional<SyncReport> report,
            String error) {
        Place waiting() {
            return new Place(place, State.WAITING, 0, Optional.empty(), Optional.empty(), report, error);
        }

        Place running(Instant now) {
            return new Place(place, State.RUNNING, 0, Optional.of(now), Optional.empty(), report, error);
        }

        Place stored(long documents) {
            return new Place(place, state, documents, started, ended, report, error);
        }

        Place done(Instant now, SyncReport came) {
            return new Place(place, State.DONE, stored, started, Optional.of(now), Optional.of(came), "");
        }

        Place ended(Instant now, State how, String why) {
            return new Place(place, how, stored, started, Optional.of(now), report, why);
        }
    }

    /** Whether a place waits or is being read. */
    public boolean isUnderWay() {
        return places.stream().anyMatch(place -> place.state() == State.WAITING || place.state() == State.RUNNING);
    }

    /** Whether a place failed in its last run. */
    public boolean hasFailed() {
        return places.stream().anyMatch(place -> !place.error().isEmpty());
    }
}
