package dev.tern.server.job;

import dev.tern.ingest.IngestReport;
import dev.tern.server.graphs.Intake;
import dev.tern.server.json.ReportJson;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * The state of a job at one moment.
 *
 * @param number the position of the job in the order of arrival, from 1; 0 before it is accepted
 * @param graph the graph that the job changes
 * @param subject the subject, for people: the name of a file, an address, or a number of documents
 *     or files
 * @param files the number of files sent for the job; null if it takes none
 * @param caller the name of the key that sent the job
 * @param created the time of the request (UTC, ISO 8601)
 * @param ended the time of the end (UTC, ISO 8601); null before
 * @param attempts the number of attempts since a caller's retry, the running one included
 * @param crashes the number of attempts since a caller's retry during which the process ended or a
 *     bug in Tern appeared; the job fails at the third
 * @param report the progress of the last attempt; null before there is any
 * @param skipped the first {@value #MAX_SKIPPED} sources that gave no document
 * @param remarks the first {@value #MAX_SKIPPED} documents that were changed on loading
 * @param problem the reason of a failure, a cancellation or a wait; null otherwise
 * @param usage the totals of the model calls of all attempts; null before the first call
 * @param retriable true if the job has failed and its payload is kept, so that it can be retried
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
        int attempts,
        int crashes,
        @Nullable ReportJson report,
        List<SkippedSource> skipped,
        List<LoadRemark> remarks,
        @Nullable String problem,
        Intake.@Nullable CallTotals usage,
        boolean retriable) {
    /** The maximum number of skipped sources, and of remarks, that are listed. */
    public static final int MAX_SKIPPED = 100;

    /** The number of crashes at which a job fails. */
    static final int MAX_CRASHES = 3;

    /** The attempt from which a model's rejection fails a job, after 13 minutes of pauses. */
    static final int MAX_REJECTIONS = 10;

    public Job {
        skipped = List.copyOf(skipped);
        // Jobs written by earlier versions have no remarks.
        remarks = List.copyOf(Objects.requireNonNullElse(remarks, List.of()));
    }

    /** The kind of work that a job does. */
    public enum Kind {
        /** Adds documents that were sent as JSON. */
        DOCUMENTS,
        /** Adds an uploaded file. */
        UPLOAD,
        /** Adds files that were sent one after the other. */
        FILES,
        /** Adds a web page. */
        PAGE,
        /** Retries failed and waiting extractions. */
        RETRY,
        /** Removes documents by their ids. */
        REMOVE,
        /** Rewrites passages after edits. */
        EDIT,
        /** Synchronises the graph with one of its sources. */
        SYNC
    }

    /** The stage that a job has reached. */
    public enum State {
        /** Queued, or waiting for another attempt. */
        WAITING,
        /** An attempt is running. */
        RUNNING,
        /** Completed; {@link Job#skipped} and the report show if anything was left out. */
        DONE,
        /** Failed; stored passages stay, as does the payload of a {@link Job#retriable} job. */
        FAILED,
        /** Cancelled by a caller; stored passages stay. */
        CANCELLED
    }

    /** A source that gave no document. */
    public record SkippedSource(String source, String reason) {}

    /**
     * A remark on a document that loading changed.
     *
     * @param remark the change
     */
    public record LoadRemark(String source, String remark) {}

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

    /** Returns a copy of this job whose subject is the only file's name or the number of files. */
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
                attempts,
                crashes,
                report,
                skipped,
                remarks,
                problem,
                usage,
                retriable);
    }

    /** Returns true if the job is done, failed or cancelled. */
    public boolean hasEnded() {
        return state != State.WAITING && state != State.RUNNING;
    }

    boolean needsPayload() {
        return !hasEnded() || retriable;
    }

    Instant requestTime() {
        return Instant.parse(created);
    }

    Job numbered(long place) {
        return copy(place, state, ended, attempts, crashes, report, skipped, remarks, problem, usage, retriable);
    }

    Job running() {
        return copy(number, State.RUNNING, null, attempts + 1, crashes, null, List.of(), List.of(), null, usage, false);
    }

    Job waitingAgain(@Nullable String why) {
        return copy(number, State.WAITING, null, attempts, crashes, report, skipped, remarks, why, usage, false);
    }

    Job struck() {
        return copy(number, state, ended, attempts, crashes + 1, report, skipped, remarks, problem, usage, retriable);
    }

    /** Returns this job waiting for its first attempt again. */
    Job retried() {
        return copy(number, State.WAITING, null, 0, 0, null, List.of(), List.of(), null, usage, false);
    }

    Job with(IngestReport soFar) {
        return copy(
                number,
                state,
                ended,
                attempts,
                crashes,
                ReportJson.of(soFar),
                skipped,
                remarks,
                problem,
                usage,
                retriable);
    }

    Job with(Intake.CallTotals more) {
        Intake.CallTotals sum = usage == null ? more : usage.plus(more);
        return copy(number, state, ended, attempts, crashes, report, skipped, remarks, problem, sum, retriable);
    }

    Job withSkipped(SkippedSource one) {
        if (skipped.size() == MAX_SKIPPED) {
            return this;
        }
        List<SkippedSource> more = new ArrayList<>(skipped);
        more.add(one);
        return copy(number, state, ended, attempts, crashes, report, more, remarks, problem, usage, retriable);
    }

    Job withRemark(LoadRemark one) {
        if (remarks.size() == MAX_SKIPPED) {
            return this;
        }
        List<LoadRemark> more = new ArrayList<>(remarks);
        more.add(one);
        return copy(number, state, ended, attempts, crashes, report, skipped, more, problem, usage, retriable);
    }

    /** Returns true if the job may crash the process, so that it must run alone. */
    boolean isSuspect() {
        return crashes >= MAX_CRASHES - 1;
    }

    Job done() {
        return withEnd(State.DONE, null, false);
    }

    Job failed(String why, boolean payloadKept) {
        return withEnd(State.FAILED, why, payloadKept);
    }

    Job cancelled(String who) {
        return withEnd(State.CANCELLED, "ended by " + who, false);
    }

    Job saying(String why) {
        return copy(number, state, ended, attempts, crashes, report, skipped, remarks, why, usage, retriable);
    }

    Job withoutPayload() {
        return copy(number, state, ended, attempts, crashes, report, skipped, remarks, problem, usage, false);
    }

    private Job withEnd(State outcome, @Nullable String why, boolean payloadKept) {
        return copy(
                number,
                outcome,
                Instant.now().toString(),
                attempts,
                crashes,
                report,
                skipped,
                remarks,
                why,
                usage,
                payloadKept);
    }

    private Job copy(
            long place,
            State now,
            @Nullable String end,
            int begun,
            int crashesSoFar,
            @Nullable ReportJson soFar,
            List<SkippedSource> without,
            List<LoadRemark> remarksSoFar,
            @Nullable String why,
            Intake.@Nullable CallTotals costs,
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
                crashesSoFar,
                soFar,
                without,
                remarksSoFar,
                why,
                costs,
                payloadKept);
    }
}
