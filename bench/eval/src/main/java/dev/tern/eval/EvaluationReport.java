package dev.tern.eval;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * What an evaluation measured on one set.
 *
 * @param dataset the name of the question set
 * @param documents how many documents its corpus has
 * @param queries how many questions were asked of each method
 * @param methods the figures by method, in the order asked
 * @param candidates what graph mode shows its chat model, the smallest budget first; empty if not measured
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
     * The figures of a method.
     *
     * @throws IllegalArgumentException if it was not evaluated
     */
    public MethodFigures figures(String method) {
        MethodFigures figures = methods.get(method);
        if (figures == null) {
            throw new IllegalArgumentException(method + " was not evaluated");
        }
        return figures;
    }
}
