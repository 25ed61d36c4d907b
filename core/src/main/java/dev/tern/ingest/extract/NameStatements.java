package dev.tern.ingest.extract;

import dev.tern.graph.EntityName;
import dev.tern.graph.NameSpans.Span;
import dev.tern.graph.Passage;
import dev.tern.graph.Statement;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * One statement that a passage names what it names, so that it is linked where nothing better is known of it. Its text is
 * the names themselves.
 */
final class NameStatements implements TripletExtractor {
    @Override
    public String name() {
        return "names/1";
    }

    @Override
    public List<Statement> extract(Passage passage) {
        PassageNames names = new PassageNames(passage);
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
        return found.isEmpty()
                ? List.of()
                : List.of(new Statement(String.join(", ", found.values()), List.copyOf(found.values())));
    }
}
