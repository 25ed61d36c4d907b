package dev.tern.ingest.extract;

import dev.tern.error.TernException;
import dev.tern.graph.Passage;
import dev.tern.graph.Statement;
import java.util.List;
import java.util.Optional;
import java.util.ServiceLoader;
import java.util.function.Function;
import java.util.function.Supplier;

/**
 * An extractor of the module that implements {@link OfflineExtractors}. The module is looked up at
 * the first extraction, since a graph that is only asked needs none.
 *
 * @param choice selects the extractor
 * @param otherwise returns the extractor without the module, or throws
 */
record InstalledExtractor(Function<OfflineExtractors, TripletExtractor> choice, Supplier<TripletExtractor> otherwise)
        implements TripletExtractor {
    /** The implementation beside this class, loaded once. */
    private static final class Installed {
        static final Optional<OfflineExtractors> EXTRACTORS = ServiceLoader.load(
                        OfflineExtractors.class, OfflineExtractors.class.getClassLoader())
                .findFirst();

        private Installed() {}
    }

    /** Returns an extractor that fails at its first use if the module is missing. */
    static TripletExtractor required(Function<OfflineExtractors, TripletExtractor> choice) {
        return new InstalledExtractor(choice, () -> {
            throw TernException.user("extracting statements without a language model needs dev.tern:tern-offline, "
                    + "which is not on the class path; add it, set an extractor that calls a model with "
                    + "GraphRag.builder().extractor(...), or give the documents their statements");
        });
    }

    private TripletExtractor extractor() {
        return Installed.EXTRACTORS.map(choice).orElseGet(otherwise);
    }

    @Override
    public String name() {
        return extractor().name();
    }

    @Override
    public List<Statement> extract(Passage passage) {
        return extractor().extract(passage);
    }

    @Override
    public TripletExtractor of(List<Passage> passages) {
        return extractor().of(passages);
    }
}
