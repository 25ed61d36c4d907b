package dev.tern.eval;

import dev.tern.query.Retrieval;
import java.util.Optional;

/** A method that uses the library's public API. */
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
