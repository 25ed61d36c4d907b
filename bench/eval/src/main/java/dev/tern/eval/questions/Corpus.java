package dev.tern.eval.questions;

import dev.tern.documents.jsonl.JsonlCorpus;
import dev.tern.graph.SourceDocument;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;
import java.util.stream.StreamSupport;

/** Documents that can be read repeatedly from the start, and need not be in memory. */
@FunctionalInterface
public interface Corpus {
    /** Opens the documents, always in the same order. The caller closes the stream. */
    Stream<SourceDocument> open();

    /** Returns the documents of files as a corpus. */
    static Corpus of(JsonlCorpus files) {
        return () -> {
            JsonlCorpus.CorpusDocuments documents = files.documents();
            return StreamSupport.stream(documents.spliterator(), false).onClose(documents::close);
        };
    }

    /** Returns these documents with a change applied to each. */
    default Corpus map(UnaryOperator<SourceDocument> change) {
        return () -> open().map(change);
    }
}
