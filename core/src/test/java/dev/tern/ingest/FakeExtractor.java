package dev.tern.ingest;

import dev.tern.graph.Passage;
import dev.tern.graph.Statement;
import dev.tern.ingest.extract.TripletExtractor;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Function;

/** A fake of an extractor that calls a model; records its requests. */
final class FakeExtractor implements TripletExtractor {
    private final String name;
    private final Function<Passage, List<Statement>> replies;
    private final List<String> asked = Collections.synchronizedList(new ArrayList<>());
    private final AtomicInteger underWay = new AtomicInteger();
    private final AtomicInteger maxUnderWay = new AtomicInteger();

    FakeExtractor(String name, Function<Passage, List<Statement>> replies) {
        this.name = name;
        this.replies = replies;
    }

    /** Returns an extractor that makes one statement with each passage's text. */
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
        maxUnderWay.accumulateAndGet(underWay.incrementAndGet(), Math::max);
        try {
            return replies.apply(passage);
        } finally {
            underWay.decrementAndGet();
        }
    }

    /** Returns the texts of the requested passages so far. */
    List<String> asked() {
        return List.copyOf(asked);
    }

    int maxUnderWay() {
        return maxUnderWay.get();
    }
}
