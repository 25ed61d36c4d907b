package dev.tern.ingest.extract;

import dev.tern.graph.Passage;
import dev.tern.graph.Statement;
import java.util.List;

/**
 * Finds statements by the names of a passage, which the whole of its document tells; of a passage that comes alone, that passage.
 *
 * @param name what it is called, with the version of what it finds
 * @param rule what the passage states
 */
record NamesExtractor(String name, Rule rule) implements TripletExtractor {
    /** Makes statements of a passage and the names in it. */
    @FunctionalInterface
    interface Rule {
        /** The statements, of which no two are equal. */
        List<Statement> statements(Passage passage, PassageNames names);
    }

    @Override
    public List<Statement> extract(Passage passage) {
        return of(List.of(passage)).extract(passage);
    }

    @Override
    public TripletExtractor of(List<Passage> passages) {
        WordForms forms = WordForms.of(passages.stream().map(Passage::text).toList());
        return new OfDocument(name, rule, forms, passages.size());
    }

    /** The extractor for the passages of one document. */
    private record OfDocument(String name, Rule rule, WordForms forms, int passages) implements TripletExtractor {
        @Override
        public List<Statement> extract(Passage passage) {
            return rule.statements(passage, new PassageNames(passage, forms, passages));
        }
    }
}
