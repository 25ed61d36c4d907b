package dev.tern.eval.questions;

import dev.tern.documents.jsonl.JsonlCorpus;
import dev.tern.graph.Document;
import java.util.Iterator;
import java.util.function.UnaryOperator;

/** Documents that can be read repeatedly, so that they need not be in memory. */
@FunctionalInterface
public interface Corpus {
    /** Opens the documents for one reading from the start. */
    Reading open();

    /** A reading of the documents, in the same order each time; the caller closes it. */
    interface Reading extends Iterable<Document>, AutoCloseable {
        @Override
        void close();
    }

    /** Returns the documents of files. */
    static Corpus of(JsonlCorpus files) {
        return () -> {
            JsonlCorpus.Documents documents = files.documents();
            return new Reading() {
                @Override
                public Iterator<Document> iterator() {
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
    default Corpus map(UnaryOperator<Document> change) {
        return () -> {
            Reading reading = open();
            return new Reading() {
                @Override
                public Iterator<Document> iterator() {
                    Iterator<Document> documents = reading.iterator();
                    return new Iterator<>() {
                        @Override
                        public boolean hasNext() {
                            return documents.hasNext();
                        }

                        @Override
                        public Document next() {
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
