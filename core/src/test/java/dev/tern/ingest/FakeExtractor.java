package dev.tern.ingest;

import dev.tern.graph.Passage;
import dev.tern.graph.Statement;
import dev.tern.ingest.extract.TripletExtractor;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Function;

/** Stands for an extractor that asks a model; remembers what it was asked. */
final class FakeExtractor implements TripletExtractor {
    private final String name;
    private final Function<Passage, List<Statement>> replies;
    private final List<String> asked = Collections.synchronizedList(new ArrayList<>());
    private final AtomicInteger underWay = new AtomicInteger();
    private final AtomicInteger mostUnderWay = new AtomicInteger();

    FakeExtractor(String name, Function<Passage, List<Statement>> replies) {
        this.name = name;
        this.replies = replies;
    }

    /** One that says of each passage that it says its own text. */
    static FakeExtractor willing() {
        return new FakeExtractor("fake", FakeExtractor::statements);
    }

    static List<Statement> statements(Passage passage) {
        return List.of(Statement.of(passage.documentId(), "says", passage.text()));
    }

    @Override
    public String name() {
        return name;
    }

    @Override
    public boolean asksModel() {
        return true;
    }

    @Override
    public List<Statement> extract(Passage passage) {
        asked.add(passage.text());
        mostUnderWay.accumulateAndGet(underWay.incrementAndGet(), Math::max);
        try {
            return replies.apply(passage);
        } finally {
            underWay.decrementAndGet();
        }
    }

    /** The texts of the passages that it was asked about so far. */
    List<String> asked() {
        return List.copyOf(asked);
    }

    int mostUnderWay() {
        return mostUnderWay.get();
    }
}
