package dev.tern.eval;

import dev.tern.documents.jsonl.JsonlCorpus;
import dev.tern.graph.EntityName;
import dev.tern.graph.Passage;
import dev.tern.graph.SourceDocument;
import dev.tern.graph.Statement;
import dev.tern.ingest.extract.TripletExtractor;
import dev.tern.ingest.split.PassageText;
import dev.tern.ingest.split.SentenceSplitter;
import dev.tern.ingest.split.Splitter;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;

/** Samples entities and relations that rules extract from a corpus, with context, for review. */
final class ExtractionSample {
    private static final int AROUND = 40;

    private final Map<String, String> entities = new TreeMap<>();
    private final Map<String, String> relations = new TreeMap<>();
    private final Splitter splitter = SentenceSplitter.builder().build();
    private int namesOnly;

    private ExtractionSample() {}

    /** Takes a corpus in BEIR's layout, the numbers of entities and relations, and a seed. */
    public static void main(String[] arguments) {
        ExtractionSample sample = new ExtractionSample();
        Map<String, List<SourceDocument>> wholes = new LinkedHashMap<>();
        try (JsonlCorpus.CorpusDocuments corpus =
                JsonlCorpus.of(List.of(Path.of(arguments[0]))).documents()) {
            for (SourceDocument document : corpus) {
                String whole = document.whole().isEmpty() ? document.id() : document.whole();
                wholes.computeIfAbsent(whole, absent -> new ArrayList<>()).add(document);
            }
        }
        wholes.values().forEach(sample::read);
        System.out.printf(
                "%,d wholes, %,d entities, %,d relations, %,d times names only%n",
                wholes.size(), sample.entities.size(), sample.relations.size(), sample.namesOnly);
        Random random = new Random(Long.parseLong(arguments[3]));
        draw("E", sample.entities, Integer.parseInt(arguments[1]), random);
        draw("R", sample.relations, Integer.parseInt(arguments[2]), random);
    }

    private void read(List<SourceDocument> parts) {
        List<Passage> passages = new ArrayList<>();
        for (SourceDocument part : parts) {
            for (PassageText piece : splitter.split(part)) {
                passages.add(Passage.of(part, passages.size(), piece.text(), List.of()));
            }
        }
        TripletExtractor extractor = TripletExtractor.rules().of(passages);
        for (Passage passage : passages) {
            for (Statement statement : extractor.extract(passage)) {
                if (statement.namesOnly()) {
                    namesOnly++;
                } else {
                    relations.put(statement.text(), statement.entities() + "  " + passage.documentId());
                }
                for (String name : statement.entities()) {
                    entities.putIfAbsent(EntityName.normalise(name), name + " | " + around(passage, name));
                }
            }
        }
    }

    private static String around(Passage passage, String name) {
        String text = passage.text().replace('\n', ' ');
        int at = Math.max(0, text.indexOf(name));
        int end = Math.min(text.length(), at + name.length() + AROUND);
        return passage.documentId() + ": " + text.substring(Math.max(0, at - AROUND), end);
    }

    private static void draw(String kind, Map<String, String> found, int count, Random random) {
        List<String> keys = new ArrayList<>(found.keySet());
        Collections.shuffle(keys, random);
        for (int i = 0; i < Math.min(count, keys.size()); i++) {
            System.out.println(kind + (i + 1) + " | " + keys.get(i) + " | " + found.get(keys.get(i)));
        }
    }
}
