package dev.tern.cli.models;

import java.util.List;
import java.util.Optional;

/**
 * The result of testing a model.
 *
 * @param kind chat or embedding
 * @param model its name
 * @param tasks the tasks of a chat model; none for an embedding model
 * @param works true if all checks succeeded
 * @param checks the checks, up to the first that failed
 * @param omittedFeatures the parts of a request that the server rejected, with their replacements
 */
public record TestedModel(
        String kind,
        String provider,
        String model,
        List<String> tasks,
        boolean works,
        List<ModelCheck> checks,
        List<String> omittedFeatures) {
    public TestedModel {
        tasks = List.copyOf(tasks);
        checks = List.copyOf(checks);
        omittedFeatures = List.copyOf(omittedFeatures);
    }

    /** Returns the reason of the first failure; empty if the model works. */
    public Optional<String> problem() {
        return checks.stream().filter(check -> !check.works()).findFirst().map(ModelCheck::said);
    }
}
