package dev.tern.models;

import dev.tern.graph.Document;
import dev.tern.ingest.split.Piece;
import dev.tern.ingest.split.Splitter;
import java.util.List;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** A splitter that is made for its first document, as what it asks of its model loads that. Thread-safe. */
final class ModelSplitter implements Splitter {
    private final Supplier<Splitter> maker;
    private volatile @Nullable Splitter made;

    ModelSplitter(Supplier<Splitter> maker) {
        this.maker = maker;
    }

    @Override
    public List<Piece> split(Document document) {
        Splitter splitter = made;
        if (splitter == null) {
            // Made twice by two threads at once, both are the same.
            splitter = maker.get();
            made = splitter;
        }
        return splitter.split(document);
    }
}
