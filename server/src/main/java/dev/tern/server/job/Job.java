package dev.tern.server.job;

import dev.tern.ingest.IngestReport;
import dev.tern.server.graphs.Intake;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * A job as it stands at one moment.
 *
 * @param id its id
 * @param graph the graph that it changes
 * @param kind what it does
 * @param subject what it is about, for people: the name of a file, an address, how many documents
 * @param caller the name of the key that asked for it
 * @param state how far it is
 * @param created when it was asked for (UTC, ISO 8601)
 * @param ended when it came to an end; null before
 * @param tries how often it was begun
 * @param report what it has done so far; null before it has done anything
 * @param skipped what gave no document, the first {@value #MOST_SKIPPED} of it
 * @param problem why it failed, or what it waits for; null otherwise
 * @param spent what its calls of models came to; null before the end
 */
public record Job(
        String id,
        String graph,
        Kind kind,
        String subject,
        String caller,
        State state,
        String created,
        @Nullable String ended,
        int tries,
        @Nullable IngestReport report,
        List<Skipped> skipped,
        @Nullable String problem,
        Intake.@Nullable Spent spent) {
    /** The most that is listed of what gave no document. */
    public static final int MOST_SKIPPED = 100;

    /** Copies. */
    public Job {
        skipped = List.copyOf(skipped);
    }

    /** What a job does. */
    public enum Kind {
        /** Adds documents that were sent as JSON. */
        DOCUMENTS,
        /** Adds a file. */
        UPLOAD,
        /** Adds a page of the web. */
        PAGE,
        /** Asks the model again about what failed or waits. */
        RETRY,
        /** Removes documents. */
        REMOVE
    }

    /** How far a job is. */
    public enum State {
        /** It waits for its turn, or for another try. */
        WAITING,
        /** It is under way. */
        RUNNING,
        /** It came to its end; {@link Job#skipped} and the report tell whether all of it could be done. */
        DONE,
        /** It broke off; what was stored before stays. */
        FAILED,
        /** Somebody ended it; what was stored before stays. */
        CANCELLED
    }

    /**
     * Something that gave no document.
     *
     * @param source what
     * @param reason why
     */
    public record Skipped(String source, String reason) {}

    static Job waiting(String graph, Kind kind, String subject, String caller) {
        return new Job(
                UUID.randomUUID().toString(),
                graph,
                kind,
                subject,
                caller,
                State.WAITING,
                Instant.now().toString(),
                null,
                0,
                null,
                List.of(),
                null,
                null);
    }

    boolean isOver() {
        return state != State.WAITING && state != State.RUNNING;
    }

    Job running() {
        return new Job(
                id, graph, kind, subject, caller, State.RUNNING, created, null, tries + 1, null, List.of(), null, null);
    }

    Job waitingAgain(@Nullable String why) {
        return new Job(
                id, graph, kind, subject, caller, State.WAITING, created, null, tries, report, skipped, why, spent);
    }

    Job with(IngestReport soFar) {
        return new Job(id, graph, kind, subject, caller, state, created, ended, tries, soFar, skipped, problem, spent);
    }

    Job withSkipped(Skipped one) {
        if (skipped.size() == MOST_SKIPPED) {
            return this;
        }
        List<Skipped> more = new ArrayList<>(skipped);
        more.add(one);
        return new Job(id, graph, kind, subject, caller, state, created, ended, tries, report, more, problem, spent);
    }

    Job over(State outcome, @Nullable String why, Intake.@Nullable Spent costs) {
        return new Job(
                id,
                graph,
                kind,
                subject,
                caller,
                outcome,
                created,
                Instant.now().toString(),
                tries,
                report,
                skipped,
                why,
                costs);
    }
}
