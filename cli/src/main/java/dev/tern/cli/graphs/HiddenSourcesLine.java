package dev.tern.cli.graphs;

import dev.tern.cli.command.GraphSession;
import dev.tern.cli.command.output.Phrases;
import dev.tern.cli.command.output.Printable;
import java.util.List;
import java.util.Optional;

/** Formats the line about hidden sources in reports on a graph. */
final class HiddenSourcesLine {
    private HiddenSourcesLine() {}

    /** Returns the line; empty if no source is hidden. */
    static Optional<String> of(List<String> sources) {
        return sources.isEmpty()
                ? Optional.empty()
                : Optional.of("hidden: " + Phrases.count(sources.size(), "source") + ", "
                        + GraphSession.joinNames(
                                sources.stream().map(Printable::text).toList()));
    }
}
