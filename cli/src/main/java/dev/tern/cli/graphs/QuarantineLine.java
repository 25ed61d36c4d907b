package dev.tern.cli.graphs;

import dev.tern.cli.command.Session;
import dev.tern.cli.command.output.Phrases;
import dev.tern.cli.command.output.Printable;
import java.util.List;
import java.util.Optional;

/** The line of a report about a graph that says what is in quarantine. */
final class QuarantineLine {
    private QuarantineLine() {}

    /** The line; empty if nothing is in quarantine. */
    static Optional<String> of(List<String> sources) {
        return sources.isEmpty()
                ? Optional.empty()
                : Optional.of("in quarantine: " + Phrases.count(sources.size(), "source") + ", "
                        + Session.named(sources.stream().map(Printable::text).toList()));
    }
}
