package dev.tern.offline.extract;

import dev.tern.graph.Passage;
import dev.tern.graph.Statement;
import dev.tern.ingest.extract.TripletExtractor;
import java.util.List;

/**
 * Extracts statements from the names in a passage. The names are found by the spellings in the
 * whole document, or in the passage alone if the document is unknown.
 *
 * @param name the name of the extractor, with the version of its results
 * @param rule creates the statements
 */
record NamesExtractor(String name, StatementRule rule) implements TripletExtractor {
    /** A function that creates the statements of a passage from its names. */
    @FunctionalInterface
    interface StatementRule {
        /** Returns the statements, which may repeat. */
        List<Statement> statements(Passage passage, PassageNames names);
    }

    @Override
    public List<Statement> extract(Passage passage) {
        return of(List.of(passage)).extract(passage);
    }

    @Override
    public TripletExtractor of(List<Passage> passages) {
        WordForms forms = WordForms.of(passages.stream().map(Passage::text).toList());
        return new DocumentExtractor(name, rule, forms, passages.size());
    }

    private record DocumentExtractor(String name, StatementRule rule, WordForms forms, int passages)
            implements TripletExtractor {
        @Override
        public List<Statement> extract(Passage passage) {
            return rule.statements(passage, new PassageNames(passage, forms, passages));
        }
    }
}
