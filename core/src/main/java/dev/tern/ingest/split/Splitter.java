package dev.tern.ingest.split;

import dev.tern.error.TernException;
import dev.tern.graph.Document;
import dev.tern.graph.Place;
import dev.tern.model.Tokens;
import java.util.List;
import java.util.function.Supplier;

/** The door to splitting: how a document becomes the texts of its passages. Thread-safe. */
@FunctionalInterface
public interface Splitter {
    /**
     * The pieces of a document, in order.
     *
     * @throws TernException if the document cannot be cut into passages that the embedding model can read
     */
    List<Piece> split(Document document);

    /**
     * A document is one passage, as where the user has cut the texts already.
     *
     * @param tokenLimit the most tokens of a passage, {@linkplain Tokens#estimate estimated}
     */
    static Splitter whole(int tokenLimit) {
        return document -> {
            int tokens = Tokens.estimate(document.title()) + Tokens.estimate(document.text());
            if (tokens > tokenLimit) {
                throw TernException.user("document \"" + document.id() + "\" has about " + tokens
                        + " tokens; a passage may have " + tokenLimit + " (passageTokenLimit): split it first");
            }
            return List.of(new Piece(document.text(), Place.whole(document.text())));
        };
    }

    /**
     * A splitter that is made for its first document and kept, for one that is dear to make, as by loading a model to count with.
     *
     * @param maker makes splitters that split alike: threads that come first at the same time may each call it
     */
    static Splitter lazy(Supplier<Splitter> maker) {
        return new LazySplitter(maker);
    }
}
