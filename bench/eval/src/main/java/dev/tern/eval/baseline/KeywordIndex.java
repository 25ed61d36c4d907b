package dev.tern.eval.baseline;

import dev.tern.error.TernException;
import dev.tern.graph.Embedded;
import dev.tern.graph.Passage;
import dev.tern.graph.Scored;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.apache.lucene.analysis.Analyzer;
import org.apache.lucene.analysis.en.EnglishAnalyzer;
import org.apache.lucene.document.Document;
import org.apache.lucene.document.Field;
import org.apache.lucene.document.TextField;
import org.apache.lucene.index.DirectoryReader;
import org.apache.lucene.index.IndexWriter;
import org.apache.lucene.index.IndexWriterConfig;
import org.apache.lucene.index.LogDocMergePolicy;
import org.apache.lucene.search.IndexSearcher;
import org.apache.lucene.search.Query;
import org.apache.lucene.search.ScoreDoc;
import org.apache.lucene.search.similarities.BM25Similarity;
import org.apache.lucene.store.ByteBuffersDirectory;
import org.apache.lucene.util.QueryBuilder;

/**
 * An in-memory BM25 index over titles and texts of passages (Robertson and Zaragoza, "The
 * Probabilistic Relevance Framework: BM25 and Beyond", 2009), by Lucene with k1 1.2 and b 0.75,
 * stemming and stop words. Thread-safe.
 */
final class KeywordIndex implements AutoCloseable {
    private static final String TEXT = "text";

    private final List<Embedded<Passage>> passages;
    private final Analyzer analyzer = new EnglishAnalyzer();
    private final ByteBuffersDirectory directory = new ByteBuffersDirectory();
    private final DirectoryReader index;

    KeywordIndex(List<Embedded<Passage>> passages) {
        this.passages = passages;
        try {
            IndexWriterConfig settings = new IndexWriterConfig(analyzer);
            settings.setSimilarity(new BM25Similarity());
            // Keeps the insertion order: document numbers are passage positions.
            settings.setMergePolicy(new LogDocMergePolicy());
            try (IndexWriter writer = new IndexWriter(directory, settings)) {
                for (Embedded<Passage> passage : passages) {
                    Document document = new Document();
                    document.add(new TextField(TEXT, passage.value().textToEmbed(), Field.Store.NO));
                    writer.addDocument(document);
                }
            }
            index = DirectoryReader.open(directory);
        } catch (IOException e) {
            throw failed(e);
        }
    }

    /** Returns at most {@code limit} passages that match the question, best first. */
    List<Scored<Passage>> rank(String question, int limit) {
        Query query = new QueryBuilder(analyzer).createBooleanQuery(TEXT, question);
        if (query == null) {
            return List.of();
        }
        IndexSearcher searcher = new IndexSearcher(index);
        searcher.setSimilarity(new BM25Similarity());
        try {
            List<Scored<Passage>> found = new ArrayList<>();
            for (ScoreDoc hit : searcher.search(query, limit).scoreDocs) {
                found.add(new Scored<>(passages.get(hit.doc).value(), hit.score));
            }
            found.sort(Scored.bestFirst(Passage::id));
            return found;
        } catch (IOException e) {
            throw failed(e);
        }
    }

    private static TernException failed(IOException e) {
        return TernException.store("the index of words in memory failed: " + e.getMessage(), e);
    }

    @Override
    public void close() {
        try (directory;
                analyzer) {
            index.close();
        } catch (IOException e) {
            throw failed(e);
        }
    }
}
