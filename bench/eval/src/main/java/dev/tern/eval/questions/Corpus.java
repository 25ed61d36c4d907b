package dev.tern.eval.questions;

import dev.tern.documents.jsonl.JsonlCorpus;
import dev.tern.graph.SourceDocument;
import java.util.Iterator;
import java.util.function.UnaryOperator;

/** Documents that can be read repeatedly from the start, and need not be in memory. */
@FunctionalInterface
public interface Corpus {
    /** Opens the documents for one reading from the start. */
    CorpusReading open();

    /** One pass over the documents, always in the same order; the caller closes it. */
    interface CorpusReading extends Iterable<SourceDocument>, AutoCloseable {
        @Override
        void close();
    }

    /** Returns the documents of files as a corpus. */
    static Corpus of(JsonlCorpus files) {
        return () -> {
            JsonlCorpus.CorpusDocuments documents = files.documents();
            return new CorpusReading() {
                @Override
                public Iterator<SourceDocument> iterator() {
                    return documents.iterator();
                }

                @Override
                public void close() {
                    documents.close();
                }
            };
        };
    }

    /** Returns these documents with a change applied to each. */
    default Corpus map(UnaryOperator<SourceDocument> change) {
        return () -> {
            CorpusReading reading = open();
            return new CorpusReading() {
                @Override
                public Iterator<SourceDocument> iterator() {
                    Iterator<SourceDocument> documents = reading.iterator();
                    return new Iterator<>() {
                        @Override
                        public boolean hasNext() {
                            return documents.hasNext();
                        }

                        @Override
                        public SourceDocument next() {
                            return change.apply(documents.next());
                        }
                    };
                }

                @Override
                public void close() {
                    reading.close();
                }
            };
        };
    }
}
