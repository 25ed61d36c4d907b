package dev.tern.server.job;

import dev.tern.ingest.IngestReport;
import dev.tern.server.graphs.Intake;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * A job as it stands at one moment.
 *
 * @param id its id
 * @param number its place in the order in which the server took its jobs
 * @param graph the graph that it changes
 * @param kind what it does
 * @param subject what it is about, for people: the name of a file, an address, how many documents
 * @param files how many files were sent for it; null where none were
 * @param caller the name of the key that asked for it
 * @param state how far it is
 * @param created when it was asked for (UTC, ISO 8601)
 * @param ended when it came to an end; null before
 * @param tries how often it was begun
 * @param strikes how often the server's process ended while it ran, or it met a mistake of Tern; the third fails it
 * @param report what it has done so far; null before it has done anything
 * @param skipped what gave no document, the first {@value #MOST_SKIPPED} of it
 * @param notes what gave a document, but not quite as it is, the first {@value #MOST_SKIPPED} of it
 * @param problem why it failed, or what it waits for; null otherwise
 * @param spent what the calls of models of all its tries came to; null before the first
 * @param retriable whether it failed and what was sent for it is kept, so that it can be begun again
 */
public record Job(
        String id,
        long number,
        String graph,
        Kind kind,
        String subject,
        @Nullable Integer files,
        String caller,
        State state,
        String created,
        @Nullable String ended,
        int tries,
        int strikes,
        @Nullable IngestReport report,
        List<Skipped> skipped,
        List<Note> notes,
        @Nullable String problem,
        Intake.@Nullable Spent spent,
        boolean retriable) {
    /** The most that is listed of what gave no document, and of what was noted. */
    public static final int MOST_SKIPPED = 100;

    /** The strike that fails a job. */
    static final int LAST_STRIKE = 3;

    /** The try whose refusal by a model fails a job; those before take more than eight minutes together. */
    static final int MOST_REFUSED = 10;

    /** Copies the collections, so that the record is immutable. */
    public Job {
        skipped = List.copyOf(skipped);
        // A Tern before this one wrote none.
        notes = List.copyOf(Objects.requireNonNullElse(notes, List.of()));
    }

    /** What a job does. */
    public enum Kind {
        /** Adds documents that were sent as JSON. */
        DOCUMENTS,
        /** A job that adds a file. */
        UPLOAD,
        /** Adds files that were sent one after the other. */
        FILES,
        /** Adds a page of the web. */
        PAGE,
        /** Asks the model again about what failed or waits. */
        RETRY,
        /** A job that removes documents. */
        REMOVE,
        /** Writes passages again that edits concern. */
        EDIT,
        /** Brings the graph into step with one of its sources. */
        SYNC
    }

    /** How far a job is. */
    public enum State {
        /** It waits for its turn, or for another try. */
        WAITING,
        /** It is under way. */
        RUNNING,
        /** It came to its end; {@link Job#skipped} and the report tell whether all of it could be done. */
        DONE,
        /** It broke off; what was stored before stays, and {@link Job#retriable} what was sent. */
        FAILED,
        /** A caller cancelled it; what was stored before stays. */
        CANCELLED
    }

    /**
     * Something that gave no document.
     *
     * @param source what
     * @param reason why
     */
    public record Skipped(String source, String reason) {}

    /**
     * Something that gave a document, but not quite as it is.
     *
     * @param source what
     * @param note in which way
     */
    public record Note(String source, String note) {}

    static Job waiting(String graph, Kind kind, String subject, String caller) {
        return new Job(
                UUID.randomUUID().toString(),
                0,
                graph,
                kind,
                subject,
                kind == Kind.UPLOAD ? 1 : null,
                caller,
                State.WAITING,
                Instant.now().toString(),
                null,
                0,
                0,
                null,
                List.of(),
                List.of(),
                null,
                null,
                false);
    }

    /** One of some files. */
    Job of(List<String> names) {
        String about = names.size() == 1 ? names.getFirst() : names.size() + " files";
        return new Job(
                id,
                number,
                graph,
                kind,
                about,
                names.size(),
                caller,
                state,
                created,
                ended,
                tries,
                strikes,
                report,
                skipped,
                notes,
                problem,
                spent,
                retriable);
    }

    /** Tells whether the job is done, failed or cancelled. */
    public boolean hasEnded() {
        return state != State.WAITING && state != State.RUNNING;
    }

    /** Whether what was sent for it has still to be there. */
    boolean needsPayload() {
        return !hasEnded() || retriable;
    }

    /** When it was asked for. */
    Instant asked() {
        return Instant.parse(created);
    }

    Job numbered(long place) {
        return copy(place, state, ended, tries, strikes, report, skipped, notes, problem, spent, retriable);
    }

    Job running() {
        return copy(number, State.RUNNING, null, tries + 1, strikes, null, List.of(), List.of(), null, spent, false);
    }

    Job waitingAgain(@Nullable String why) {
        return copy(number, State.WAITING, null, tries, strikes, report, skipped, notes, why, spent, false);
    }

    Job struck() {
        return copy(number, state, ended, tries, strikes + 1, report, skipped, notes, problem, spent, retriable);
    }

    Job retried() {
        return copy(number, State.WAITING, null, tries, 0, null, List.of(), List.of(), null, spent, false);
    }

    Job with(IngestReport soFar) {
        return copy(number, state, ended, tries, strikes, soFar, skipped, notes, problem, spent, retriable);
    }

    Job with(Intake.Spent more) {
        Intake.Spent sum = spent == null ? more : spent.plus(more);
        return copy(number, state, ended, tries, strikes, report, skipped, notes, problem, sum, retriable);
    }

    Job withSkipped(Skipped one) {
        if (skipped.size() == MOST_SKIPPED) {
            return this;
        }
        List<Skipped> more = new ArrayList<>(skipped);
        more.add(one);
        return copy(number, state, ended, tries, strikes, report, more, notes, problem, spent, retriable);
    }

    Job withNote(Note one) {
        if (notes.size() == MOST_SKIPPED) {
            return this;
        }
        List<Note> more = new ArrayList<>(notes);
        more.add(one);
        return copy(number, state, ended, tries, strikes, report, skipped, more, problem, spent, retriable);
    }

    /** Whether it may be what ends the process: then it runs alone, and no other is struck with it. */
    boolean isSuspect() {
        return strikes >= LAST_STRIKE - 1;
    }

    Job done() {
        return over(State.DONE, null, false);
    }

    Job failed(String why, boolean payloadKept) {
        return over(State.FAILED, why, payloadKept);
    }

    Job cancelled(String who) {
        return over(State.CANCELLED, "ended by " + who, false);
    }

    Job saying(String why) {
        return copy(number, state, ended, tries, strikes, report, skipped, notes, why, spent, retriable);
    }

    Job withoutPayload() {
        return copy(number, state, ended, tries, strikes, report, skipped, notes, problem, spent, false);
    }

    private Job over(State outcome, @Nullable String why, boolean payloadKept) {
        return copy(
                number,
                outcome,
                Instant.now().toString(),
                tries,
                strikes,
                report,
                skipped,
                notes,
                why,
                spent,
                payloadKept);
    }

    private Job copy(
            long place,
            State now,
            @Nullable String end,
            int begun,
            int strikesSoFar,
            @Nullable IngestReport soFar,
            List<Skipped> without,
            List<Note> noted,
            @Nullable String why,
            Intake.@Nullable Spent costs,
            boolean payloadKept) {
        return new Job(
                id,
                place,
                graph,
                kind,
                subject,
                files,
                caller,
                now,
                created,
                end,
                begun,
                strikesSoFar,
                soFar,
                without,
                noted,
                why,
                costs,
                payloadKept);
    }
}
