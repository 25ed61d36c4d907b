/**
 * Graph RAG over one graph: {@link dev.tern.GraphRag}. The packages of single steps are for Tern's
 * own modules.
 */
module dev.tern {
    requires transitive langchain4j.core;
    requires static transitive org.jspecify;
    requires com.fasterxml.jackson.databind;
    requires org.slf4j;

    exports dev.tern;
    exports dev.tern.error;
    exports dev.tern.graph;
    exports dev.tern.ingest;
    exports dev.tern.ingest.extract;
    exports dev.tern.ingest.split;
    exports dev.tern.model;
    exports dev.tern.note;
    exports dev.tern.query;
    exports dev.tern.query.cite;
    exports dev.tern.query.conversation;
    exports dev.tern.query.overview;
    exports dev.tern.query.trace;
    exports dev.tern.settings;
    exports dev.tern.store;
    exports dev.tern.files to
            dev.tern.cli,
            dev.tern.documents,
            dev.tern.documents.sync,
            dev.tern.eval,
            dev.tern.models,
            dev.tern.server,
            dev.tern.store.lucene,
            dev.tern.transfer;
    exports dev.tern.ingest.index to
            dev.tern.transfer;
    exports dev.tern.query.answer to
            dev.tern.offline;
    exports dev.tern.query.collect to
            dev.tern.langchain4j;
    exports dev.tern.query.expand to
            dev.tern.eval;
    exports dev.tern.query.recognise to
            dev.tern.eval;
    exports dev.tern.query.choose to
            dev.tern.eval;
    exports dev.tern.query.rank to
            dev.tern.eval,
            dev.tern.theme;
    exports dev.tern.store.shared to
            dev.tern.cli,
            dev.tern.curation,
            dev.tern.documents.sync,
            dev.tern.eval,
            dev.tern.store.lucene,
            dev.tern.store.milvus,
            dev.tern.theme,
            dev.tern.transfer;
    exports dev.tern.text to
            dev.tern.app,
            dev.tern.cli,
            dev.tern.cli.command,
            dev.tern.curation,
            dev.tern.documents,
            dev.tern.documents.sync,
            dev.tern.models,
            dev.tern.offline,
            dev.tern.profile;

    uses dev.tern.ingest.PendingEdits;
    uses dev.tern.ingest.extract.TripletExtractor.OfflineExtractors;
    uses dev.tern.query.answer.OfflineAnswers;
    uses dev.tern.query.overview.PassageSpreader;
    uses dev.tern.store.StoreProvider;
}
