package dev.tern.server.traces;

import dev.tern.ingest.IngestReport;
import dev.tern.query.QueryListener;
import dev.tern.server.graphs.Intake;
import dev.tern.server.settings.TraceSettings;
import dev.tern.settings.Mode;
import java.util.Optional;

/** Sends spans of requests to a collector, without questions, documents or anything stored. Thread-safe. */
public interface Traces extends AutoCloseable {
    /** Traces that are sent nowhere. */
    Traces NONE = new Traces() {
        @Override
        public Request request(String method, String route, String id, Optional<String> parent) {
            return status -> {};
        }

        @Override
        public QueryListener query(Mode mode, QueryListener listener) {
            return listener;
        }

        @Override
        public Job job(String kind, String id, int tries) {
            return (report, spent) -> {};
        }

        @Override
        public void close() {}
    };

    /** Those that settings ask for. */
    static Traces of(Optional<TraceSettings> settings, String version) {
        return settings.<Traces>map(wanted -> new OtlpTraces(wanted, version)).orElse(NONE);
    }

    /**
     * A request begins on this thread.
     *
     * @param route its endpoint's path, with the names of parameters
     * @param id by which the log knows it
     * @param parent the header traceparent, if it is there
     */
    Request request(String method, String route, String id, Optional<String> parent);

    /** A request under way. */
    @FunctionalInterface
    interface Request {
        /** It was answered, on the thread on which it began. */
        void answered(int status);
    }

    /** Hears a query, as a part of this thread's request, and passes on what it hears. */
    QueryListener query(Mode mode, QueryListener listener);

    /**
     * A job is tried on this thread.
     *
     * @param kind what is done
     * @param id by which the log and the API know it
     * @param tries how often it has been tried before
     */
    Job job(String kind, String id, int tries);

    /** A job under way. */
    @FunctionalInterface
    interface Job {
        /**
         * The job has ended.
         *
         * @param report what it did; empty after a failure or an interruption
         * @param spent what the calls of models of all tries so far came to
         */
        void ended(Optional<IngestReport> report, Intake.Spent spent);
    }

    /** Sends what waits, for some seconds at most. */
    @Override
    void close();
}
