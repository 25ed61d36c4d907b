package dev.tern.ingest.extract;

import dev.tern.graph.Passage;
import dev.tern.graph.Statement;
import java.util.ArrayList;
import java.util.List;

/** The triplets by rule of every sentence, and the sentence itself with its names. */
final class RulesAndSentences implements TripletExtractor {
    private final TripletExtractor rules = new RuleTripletExtractor();
    private final TripletExtractor sentences = new SentenceExtractor();

    @Override
    public String name() {
        return "rules+sentences/2";
    }

    @Override
    public List<Statement> extract(Passage passage) {
        List<Statement> statements = new ArrayList<>(rules.extract(passage));
        statements.addAll(sentences.extract(passage));
        return statements;
    }
}
