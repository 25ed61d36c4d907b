/** Statements and answers without a language model, by rules of languages; found by its services. */
module dev.tern.offline {
    requires dev.tern;
    requires static org.jspecify;

    provides dev.tern.ingest.extract.TripletExtractor.OfflineExtractors with
            dev.tern.offline.extract.RuleExtraction;
    provides dev.tern.query.answer.OfflineAnswers with
            dev.tern.offline.answer.RuleAnswers;
}
