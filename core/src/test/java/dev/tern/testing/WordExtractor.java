package dev.tern.testing;

import dev.tern.graph.Passage;
import dev.tern.graph.Statement;
import dev.tern.ingest.extract.TripletExtractor;
import java.util.Arrays;
import java.util.List;

/** A fake extractor that calls no model: each line of a passage is a statement about its words. */
public final class WordExtractor implements TripletExtractor {
    @Override
    public String name() {
        return "words";
    }

    @Override
    public List<Statement> extract(Passage passage) {
        return passage.text()
                .lines()
                .filter(line -> !line.isBlank())
                .map(line -> new Statement(line, words(line)))
                .toList();
    }

    private static List<String> words(String line) {
        return Arrays.stream(line.split("[^\\p{L}]+"))
                .filter(word -> !word.isEmpty())
                .distinct()
                .toList();
    }
}
