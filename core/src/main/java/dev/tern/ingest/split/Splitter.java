package dev.tern.ingest.split;

import dev.tern.error.TernException;
import dev.tern.graph.Position;
import dev.tern.graph.SourceDocument;
import dev.tern.model.TokenEstimator;
import dev.tern.store.shared.LazyValue;
import java.util.List;
import java.util.function.Supplier;

/** Splits documents into the texts of their passages. Implementations are thread-safe. */
@FunctionalInterface
public interface Splitter {
    /**
     * Returns the pieces of a document, in order.
     *
     * @throws TernException if the document cannot be split into passages that fit the model
     */
    List<PassageText> split(SourceDocument document);

    /**
     * Returns a splitter that makes each document one passage, for texts that are split already.
     * The splitter throws for a document above the limit.
     *
     * @param tokenLimit maximum number of tokens of title and text, {@linkplain
     *     TokenEstimator#estimate estimated}
     */
    static Splitter keepWhole(int tokenLimit) {
        return document -> {
            int tokens = TokenEstimator.estimate(document.title()) + TokenEstimator.estimate(document.text());
            if (tokens > tokenLimit) {
                throw TernException.user("document \"" + document.id() + "\" has about " + tokens
                        + " tokens; a passage may have " + tokenLimit + " (passageTokenLimit): split it first");
            }
            return List.of(new PassageText(document.text(), Position.ofDocument(document.text())));
        };
    }

    /** Returns a splitter that the given maker creates for its first document. */
    static Splitter lazy(Supplier<Splitter> maker) {
        LazyValue<Splitter> made = new LazyValue<>();
        return document -> made.of(maker::get).split(document);
    }
}
