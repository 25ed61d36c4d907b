package dev.tern.offline.extract;

import dev.tern.graph.EntityName;
import dev.tern.graph.NameSpans.Span;
import dev.tern.graph.Passage;
import dev.tern.graph.Statement;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Creates statements of at most {@value #MAX_STATEMENTS} sentences, each about the names in its
 * sentence and the passage's topic. Without a topic, a sentence without names is left out. The
 * topic is prefixed to a sentence that does not contain it: "Leonhard Euler: He was born in Basel."
 */
final class SentenceStatements {
    static final int MAX_STATEMENTS = 64;

    private SentenceStatements() {}

    static List<Statement> statements(Passage passage, PassageNames names) {
        List<Statement> statements = new ArrayList<>();
        for (String sentence : BoundedSentences.of(passage.text())) {
            if (statements.size() < MAX_STATEMENTS) {
                statements.addAll(statements(sentence, names));
            }
        }
        return statements;
    }

    /** Returns the statement of a sentence; none if it has no name and the passage no topic. */
    private static List<Statement> statements(String sentence, PassageNames names) {
        Map<String, String> entities = new LinkedHashMap<>();
        if (!names.title().isEmpty()) {
            entities.put(EntityName.normalise(names.title()), names.title());
        }
        for (Span name : names.in(sentence)) {
            if (entities.size() < Statement.MAX_ENTITIES) {
                entities.putIfAbsent(EntityName.normalise(name.text()), name.text());
            }
        }
        if (entities.isEmpty()) {
            return List.of();
        }
        boolean containsTitle = names.title().isEmpty() || sentence.contains(names.title());
        return List.of(new Statement(
                containsTitle ? sentence : names.title() + ": " + sentence, List.copyOf(entities.values())));
    }
}
