package dev.tern.ingest.extract;

import dev.tern.graph.Passage;
import dev.tern.graph.Statement;
import java.util.ArrayList;
import java.util.List;

/** The door to extraction: which statements a passage makes. Thread-safe. */
public interface TripletExtractor {
    /**
     * The name of this way to find statements, with everything that its outcome depends on: a version, a model, a hash of
     * the prompt. Kept with each passage; what another name found is found again.
     */
    String name();

    /** Whether it asks a model: then it takes long and may cost money, so passages are stored before, and wait for it. */
    default boolean asksModel() {
        return false;
    }

    /**
     * The statements that a passage makes; may be none.
     *
     * @param passage the passage without statements
     * @throws UnusableReplyException if the model's replies for this passage cannot be used
     * @throws dev.tern.error.TernException if the model could not be asked at all
     */
    List<Statement> extract(Passage passage);

    /**
     * The extractor for the passages of one document, which may look at all of them to tell what one says; this extractor,
     * unless it does.
     *
     * @param passages all that the document has, in order
     */
    default TripletExtractor of(List<Passage> passages) {
        return this;
    }

    /** What the extraction of a passage is expected to ask of a model; nothing unless it asks one. */
    default Estimate estimate(Passage passage) {
        return Estimate.NOTHING;
    }

    /** The best of the ways that need no model: {@link #rules}. How well they do is measured in docs/extraction.md. */
    static TripletExtractor offline() {
        return rules();
    }

    /** No model: triplets by rule from the names of each sentence, in any script. */
    static TripletExtractor rules() {
        return new NamesExtractor("rules/4", RuleTriplets::statements);
    }

    /** No model: each sentence as a statement about all that it names and the passage's title. */
    static TripletExtractor sentences() {
        return new NamesExtractor("sentences/4", SentenceStatements::statements);
    }

    /** No model: what {@link #rules} and {@link #sentences} find, together. */
    static TripletExtractor rulesAndSentences() {
        return new NamesExtractor("rules+sentences/4", (passage, names) -> {
            List<Statement> statements = new ArrayList<>(RuleTriplets.statements(passage, names));
            statements.addAll(SentenceStatements.statements(passage, names));
            return statements;
        });
    }

    /**
     * No model: one statement that links the passage to what it names, for a passage of which nothing better is known
     * since its extraction failed or waits.
     */
    static TripletExtractor names() {
        return new NamesExtractor("names/3", NameStatements::statements);
    }

    /** Finds nothing: for documents that bring their statements. */
    static TripletExtractor none() {
        return new TripletExtractor() {
            @Override
            public String name() {
                return "none";
            }

            @Override
            public List<Statement> extract(Passage passage) {
                return List.of();
            }
        };
    }
}
