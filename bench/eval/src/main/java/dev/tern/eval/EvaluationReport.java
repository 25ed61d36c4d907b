package dev.tern.eval;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * The results of an evaluation on one set.
 *
 * @param dataset the name of the question set
 * @param documents the number of documents in its corpus
 * @param queries the number of questions per method
 * @param methods the figures by method, in the order of evaluation
 * @param candidates the figures of graph mode's candidates for each budget, in order, and last
 *     without a limit; empty if not measured
 */
public record EvaluationReport(
        String dataset,
        long documents,
        int queries,
        Map<String, MethodFigures> methods,
        List<CandidateFigures> candidates) {
    public EvaluationReport {
        methods = Collections.unmodifiableMap(new LinkedHashMap<>(methods));
        candidates = List.copyOf(candidates);
    }

    /**
     * Returns the figures of a method.
     *
     * @throws IllegalArgumentException if the method was not evaluated
     */
    public MethodFigures figures(String method) {
        MethodFigures figures = methods.get(method);
        if (figures == null) {
            throw new IllegalArgumentException(method + " was not evaluated");
        }
        return figures;
    }
}
