package dev.tern.ingest.split;

import dev.tern.graph.SourceDocument;
import java.util.List;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** A splitter that is created for its first document. Thread-safe. */
final class LazySplitter implements Splitter {
    private final Supplier<Splitter> maker;
    private volatile @Nullable Splitter made;

    LazySplitter(Supplier<Splitter> maker) {
        this.maker = maker;
    }

    @Override
    public List<PassageText> split(SourceDocument document) {
        Splitter splitter = made;
        if (splitter == null) {
            // Concurrent threads may each create a splitter: all of them split alike.
            splitter = maker.get();
            made = splitter;
        }
        return splitter.split(document);
    }
}
