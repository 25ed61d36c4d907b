package dev.tern.server.graphs;

import dev.tern.ingest.IngestListener;
import dev.tern.ingest.IngestReport;
import java.math.BigDecimal;
import java.util.List;
import java.util.Optional;

/**
 * Brings documents into one graph, in the way that the configuration says: how they are cut, what finds their statements,
 * what that may cost. One call at a time for each graph; interrupting its thread ends it, what is stored stays, and the
 * same call again goes on from there.
 *
 * <p>Failures are {@link dev.tern.error.TernException}s.
 */
public interface Intake {
    /** Adds what some sources hold; a document that the graph has under the same id is replaced. */
    IngestReport add(List<Source> sources, Listener listener);

    /** Asks the model again about the passages whose statements it could not find, and about those that wait. */
    IngestReport retryFailed(Listener listener);

    /** What adding would ask of models; nothing is asked and nothing is stored. */
    Forecast estimate(List<Source> sources, Listener listener);

    /** Hears how it goes on. */
    interface Listener extends IngestListener {
        /**
         * Something gave no document.
         *
         * @param source what
         * @param reason a clause about it, such as "is encrypted"
         */
        void skipped(String source, String reason);

        /**
         * Something gave a document, but not quite as it is.
         *
         * @param source what
         * @param note a clause about it, such as "is read as text"
         */
        default void noted(String source, String note) {}

        /**
         * A model is about to be asked; on any thread.
         *
         * @throws dev.tern.error.TernException of the fault {@code BUDGET} if it must not be: then what was begun is put aside
         */
        default void asking() {}

        /** A model was asked, and has to be paid whatever becomes of its answer; on any thread. */
        default void asked(Spent call) {}
    }

    /**
     * What calls of models came to.
     *
     * @param calls how many
     * @param inputTokens tokens sent
     * @param outputTokens tokens received
     * @param cost what they cost, of those whose price is known
     */
    record Spent(long calls, long inputTokens, long outputTokens, String cost) {
        /** Nothing was spent so far. */
        public static final Spent NOTHING = new Spent(0, 0, 0, "0");

        /** The sum of both. */
        public Spent plus(Spent more) {
            return new Spent(
                    calls + more.calls,
                    inputTokens + more.inputTokens,
                    outputTokens + more.outputTokens,
                    new BigDecimal(cost).add(new BigDecimal(more.cost)).toPlainString());
        }
    }

    /**
     * What adding would take.
     *
     * @param documents documents read
     * @param passages passages that they are cut into
     * @param knownPassages those of them that the graph has with all their statements
     * @param extraction what the chat model would be asked for
     * @param embedding what the embedding model would be asked for
     * @param cost what both would cost; empty if a price is not known
     */
    record Forecast(
            long documents,
            long passages,
            long knownPassages,
            Calls extraction,
            Calls embedding,
            Optional<String> cost) {}

    /**
     * Calls of a model.
     *
     * @param model its name
     * @param calls how many
     * @param inputTokens tokens sent
     * @param outputTokens tokens received
     */
    record Calls(String model, long calls, long inputTokens, long outputTokens) {}
}
