package dev.tern.offline.extract;

import dev.tern.graph.EntityName;
import dev.tern.graph.NameSpans.Span;
import dev.tern.graph.Passage;
import dev.tern.graph.Statement;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Creates one statement that lists the names of a passage, to link a passage that has no other
 * statement.
 */
final class NameStatements {
    private NameStatements() {}

    /** Returns the statement with the names of a passage; empty if there are none. */
    static List<Statement> statements(Passage passage, PassageNames names) {
        Map<String, String> found = new LinkedHashMap<>();
        if (!names.title().isEmpty()) {
            found.put(EntityName.normalise(names.title()), names.title());
        }
        for (String sentence : BoundedSentences.of(passage.text())) {
            if (found.size() >= Statement.MAX_ENTITIES) {
                break;
            }
            for (Span name : names.in(sentence)) {
                if (found.size() < Statement.MAX_ENTITIES) {
                    found.putIfAbsent(EntityName.normalise(name.text()), name.text());
                }
            }
        }
        return found.isEmpty() ? List.of() : List.of(Statement.ofNames(List.copyOf(found.values())));
    }
}
