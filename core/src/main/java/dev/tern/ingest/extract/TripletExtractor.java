package dev.tern.ingest.extract;

import dev.tern.graph.Passage;
import dev.tern.graph.Statement;
import java.util.List;

/** Extracts the statements of a passage. Implementations are thread-safe. */
public interface TripletExtractor {
    /**
     * Returns the name of this extractor, with everything on which its results depend: a version, a
     * model, a hash of the prompt. Passages added again under another name are extracted again.
     */
    String name();

    /** Returns true if this extractor calls a model; passages are then stored before extraction. */
    default boolean asksModel() {
        return false;
    }

    /**
     * Returns the statements of a passage; empty if there are none.
     *
     * @param passage a passage whose statements are not extracted yet
     * @throws UnusableReplyException if the model's replies for this passage are unusable
     * @throws dev.tern.error.TernException if the model fails
     */
    List<Statement> extract(Passage passage);

    /**
     * Returns an extractor for the passages of one document, or of documents that are parts of one
     * text. The extractor may use all these passages to extract the statements of each.
     *
     * @param passages all passages of the documents, in order
     */
    default TripletExtractor of(List<Passage> passages) {
        return this;
    }

    /** Returns the expected model calls for a passage; zero if no model is called. */
    default ExtractionEstimate estimate(Passage passage) {
        return ExtractionEstimate.ZERO;
    }

    /** Returns {@link #rules}, the best extractor without a model: see docs/extraction.md. */
    static TripletExtractor offline() {
        return rules();
    }

    /**
     * Returns an extractor of triplets by rule from the names of each sentence, in any script. It
     * needs the module {@code dev.tern:tern-offline}, and throws a {@link
     * dev.tern.error.TernException} at its first use without it.
     */
    static TripletExtractor rules() {
        return InstalledExtractor.required(OfflineExtractors::rules);
    }

    /**
     * Returns an extractor that makes each sentence a statement about its names and the topic. It
     * needs the same module as {@link #rules}.
     */
    static TripletExtractor sentences() {
        return InstalledExtractor.required(OfflineExtractors::sentences);
    }

    /**
     * Returns an extractor of one statement that lists the names, for failed extractions. It finds
     * none without the module that {@link #rules} needs.
     */
    static TripletExtractor names() {
        return new InstalledExtractor(OfflineExtractors::names, TripletExtractor::none);
    }

    /** Returns an extractor that finds nothing, for documents that come with their statements. */
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

    /** Provides the extractors without a model; another module implements it. Thread-safe. */
    interface OfflineExtractors {
        /** Returns the extractor of {@link TripletExtractor#rules}. */
        TripletExtractor rules();

        /** Returns the extractor of {@link TripletExtractor#sentences}. */
        TripletExtractor sentences();

        /** Returns the extractor of {@link TripletExtractor#names}. */
        TripletExtractor names();
    }
}
