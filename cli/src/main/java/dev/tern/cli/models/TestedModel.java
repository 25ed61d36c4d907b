package dev.tern.cli.models;

import java.util.List;

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
record TestedModel(
        String kind,
        String provider,
        String model,
        List<String> tasks,
        boolean works,
        List<Check> checks,
        List<String> givenUp) {
    TestedModel {
        tasks = List.copyOf(tasks);
        checks = List.copyOf(checks);
        givenUp = List.copyOf(givenUp);
    }
}
