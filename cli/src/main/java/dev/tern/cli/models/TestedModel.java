package dev.tern.cli.models;

import java.util.List;
import java.util.Optional;

/**
 * The result of testing a model.
 *
 * @param kind chat or embedding
 * @param provider its provider
 * @param model its name
 * @param tasks the tasks of a chat model
 * @param works true if all checks succeeded
 * @param checks the checks, up to the first that failed
 * @param givenUp parts of a request that its server rejected, and their replacements
 */
public record TestedModel(
        String kind,
        String provider,
        String model,
        List<String> tasks,
        boolean works,
        List<ModelCheck> checks,
        List<String> givenUp) {
    /** Copies the lists, so that the record is immutable. */
    public TestedModel {
        tasks = List.copyOf(tasks);
        checks = List.copyOf(checks);
        givenUp = List.copyOf(givenUp);
    }

    /** Returns the reason of a failure; empty if it works. */
    public Optional<String> problem() {
        return checks.stream().filter(check -> !check.works()).findFirst().map(ModelCheck::said);
    }
}
