package dev.tern.server.traces;

import dev.tern.ingest.IngestReport;
import dev.tern.query.QueryListener;
import dev.tern.server.graphs.Intake;
import dev.tern.server.settings.TraceSettings;
import dev.tern.settings.Mode;
import java.util.Optional;

/** Sends spans of requests, queries and jobs to a collector, without any texts. Thread-safe. */
public interface Traces extends AutoCloseable {
    Traces NONE = new Traces() {
        @Override
        public RequestSpan request(String method, String route, String id, Optional<String> parent) {
            return status -> {};
        }

        @Override
        public QueryListener query(Mode mode, QueryListener listener) {
            return listener;
        }

        @Override
        public JobSpan job(String kind, String id, int tries) {
            return (report, spent) -> {};
        }

        @Override
        public void close() {}
    };

    /** Returns the traces of some settings; without settings, {@link #NONE}. */
    static Traces of(Optional<TraceSettings> settings, String version) {
        return settings.<Traces>map(wanted -> new OtlpTraces(wanted, version)).orElse(NONE);
    }

    /**
     * Starts the span of a request on this thread.
     *
     * @param route the path of the endpoint, with the names of parameters
     * @param id the id of the request in the log
     * @param parent the header traceparent, if present
     */
    RequestSpan request(String method, String route, String id, Optional<String> parent);

    /** The open span of a request, which ends with the response. */
    @FunctionalInterface
    interface RequestSpan {
        /** Ends the span, on the thread that started it. */
        void answered(int status);
    }

    /** Starts a query's span within this thread's; returns a listener that also calls another. */
    QueryListener query(Mode mode, QueryListener listener);

    /**
     * Starts the span of a job's attempt on this thread.
     *
     * @param id the id of the job in the log and the API
     * @param tries the number of earlier attempts since a caller's retry
     */
    JobSpan job(String kind, String id, int tries);

    /** The open span of one attempt of a job. */
    @FunctionalInterface
    interface JobSpan {
        /**
         * Ends the job's span.
         *
         * @param report the result of the attempt; empty after a failure or an interrupt
         * @param spent the totals of model calls of all attempts so far
         */
        void end(Optional<IngestReport> report, Intake.CallTotals spent);
    }

    /** Sends the buffered spans, within at most five seconds. */
    @Override
    void close();
}
