package dev.tern.cli.models;

import java.util.List;
import java.util.Optional;

/**
 * A model that was tested.
 *
 * @param kind chat or embedding
 * @param provider who runs it
 * @param model its name
 * @param tasks the tasks of a chat model
 * @param works whether everything that was asked works
 * @param checks what was asked; nothing more after the first that failed
 * @param givenUp what its server refused of a request, and what is done instead
 */
public record TestedModel(
        String kind,
        String provider,
        String model,
        List<String> tasks,
        boolean works,
        List<Check> checks,
        List<String> givenUp) {
    /** Copies the lists, so that the record is immutable. */
    public TestedModel {
        tasks = List.copyOf(tasks);
        checks = List.copyOf(checks);
        givenUp = List.copyOf(givenUp);
    }

    /** Why it does not work; empty if it does. */
    public Optional<String> problem() {
        return checks.stream().filter(check -> !check.works()).findFirst().map(Check::said);
    }
}
