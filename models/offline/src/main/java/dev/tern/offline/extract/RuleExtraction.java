package dev.tern.offline.extract;

import dev.tern.ingest.extract.TripletExtractor;

/** Provides the extractors of this package. Their names have versions of their results. */
public final class RuleExtraction implements TripletExtractor.OfflineExtractors {
    /** Creates the only instance, for {@link java.util.ServiceLoader}. */
    public RuleExtraction() {}

    @Override
    public TripletExtractor rules() {
        return new NamesExtractor("rules/4", RuleTriplets::statements);
    }

    @Override
    public TripletExtractor sentences() {
        return new NamesExtractor("sentences/4", SentenceStatements::statements);
    }

    @Override
    public TripletExtractor names() {
        return new NamesExtractor("names/3", NameStatements::statements);
    }
}
