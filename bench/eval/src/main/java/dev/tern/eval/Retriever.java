package dev.tern.eval;

import dev.tern.query.Retrieval;
import java.util.Optional;

/**
 * A method that is made of two functions.
 *
 * @param asked retrieves passages for a question of the evaluation
 * @param warming retrieves passages in the warm-up
 */
record Retriever(String name, RetrievalFunction asked, RetrievalFunction warming) implements RetrievalMethod {
    /** Finds passages for a question. */
    @FunctionalInterface
    interface RetrievalFunction {
        Retrieval retrieve(String question, int limit);
    }

    @Override
    public MethodResult find(String question, int limit) {
        Retrieval retrieval = asked.retrieve(question, limit);
        return new MethodResult(retrieval.passages(), Optional.of(retrieval.trace()));
    }

    @Override
    public void warmUp(String question, int limit) {
        warming.retrieve(question, limit);
    }
}
