package dev.tern.cli;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.langchain4j.model.embedding.EmbeddingModel;
import dev.tern.GraphRag;
import dev.tern.documents.jsonl.JsonlCorpus;
import dev.tern.graph.Passage;
import dev.tern.graph.SourceDocument;
import dev.tern.ingest.IngestListener;
import dev.tern.models.CloseableEmbeddingModel;
import dev.tern.models.EmbeddingModelSettings;
import dev.tern.models.KnownProvider;
import dev.tern.models.Models;
import dev.tern.query.Question;
import dev.tern.query.Retrieval;
import dev.tern.query.trace.Trace;
import dev.tern.settings.Mode;
import dev.tern.store.GraphStore;
import dev.tern.store.GraphVisitor;
import dev.tern.store.InMemoryGraphStore;
import dev.tern.store.lucene.LuceneGraphStore;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.time.LocalDate;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Compares Tern and vector-graph-rag, each round in its own process; run by {@code bench/peer.sh}.
 *
 * <p>Both get the same passages, triplets, names of questions and, by the words of a text, vectors:
 * only their own work is timed, one question at a time, in a warm process. The peer chooses no
 * relations by a chat model, writes no answer, and gets names for free; Tern finds them itself, in
 * local mode. Each has its own defaults, Tern's process its launcher's heap and collector. Memory
 * includes child processes, without mapped files. Further rounds include the encoder, which is the
 * same file for both, and Tern's static encoder.
 */
final class PeerBenchmark {
    private static final JsonMapper JSON = new JsonMapper();
    /** The questions before the timed rounds; more, if that is not all of them once. */
    private static final int WARM_UP = 200;

    /** The launcher's options for every command. */
    private static final List<String> LAUNCHED = List.of("-Xmx448m", "-XX:+UseSerialGC");

    /** The name of recorded vectors in place of an encoder. */
    private static final String PREPARED = "prepared";

    private static final String MINILM = "all-MiniLM-L6-v2";

    private PeerBenchmark() {}

    public static void main(String[] arguments) throws IOException, InterruptedException {
        switch (arguments[0]) {
            case "prepare" -> prepare(Path.of(arguments[1]), Path.of(arguments[2]), Integer.parseInt(arguments[3]));
            case "round" -> round(Path.of(arguments[1]), Path.of(arguments[2]), arguments[3]);
            default -> run(Path.of(arguments[1]), Integer.parseInt(arguments[2]), Integer.parseInt(arguments[3]));
        }
    }

    // The input of both

    private static void prepare(Path data, Path folder, int most) throws IOException {
        Map<String, Set<String>> needed = needed(data);
        List<SourceDocument> documents = documents(data, needed, most);
        Set<String> there = documents.stream().map(SourceDocument::id).collect(Collectors.toSet());
        Path corpus = folder.resolve("corpus.jsonl");
        try (CloseableEmbeddingModel model = encoder(MINILM)) {
            PreparedVectors.Recorder recorder = new PreparedVectors.Recorder(model);
            InMemoryGraphStore extracted = new InMemoryGraphStore();
            try (GraphRag rag = rag(extracted, recorder)) {
                rag.add(documents, IngestListener.NONE);
                Files.write(
                        corpus,
                        passages(extracted).stream().map(PeerBenchmark::line).toList());
            }
            // Run on the future graph of Tern, to record all vectors that it needs.
            try (GraphRag rag = rag(new InMemoryGraphStore(), recorder)) {
                add(rag, corpus);
                List<String> questions = new ArrayList<>();
                for (String line : Files.readAllLines(data.resolve("queries.jsonl"))) {
                    JsonNode query = JSON.readTree(line);
                    if (!there.containsAll(needed.getOrDefault(query.path("_id").asText(), Set.of()))) {
                        continue;
                    }
                    String text = query.path("text").asText();
                    List<String> names = names(rag.retrieve(Question.of(text, Mode.LOCAL)));
                    names.forEach(recorder::embed);
                    questions.add(JSON.writeValueAsString(Map.of("text", text, "names", names)));
                }
                Files.write(folder.resolve("questions.jsonl"), questions);
            }
            recorder.write(folder);
        }
        for (String file : List.of("model.onnx", "tokenizer.json")) {
            String resource = "/all-minilm-l6-v2-q" + (file.endsWith("onnx") ? ".onnx" : "-tokenizer.json");
            try (InputStream bytes = Objects.requireNonNull(PeerBenchmark.class.getResourceAsStream(resource))) {
                Files.copy(bytes, folder.resolve(file), StandardCopyOption.REPLACE_EXISTING);
            }
        }
    }

    /** Returns the documents that each question needs, in the order of the questions. */
    private static Map<String, Set<String>> needed(Path data) throws IOException {
        Map<String, Set<String>> needed = new LinkedHashMap<>();
        List<String> lines = Files.readAllLines(data.resolve("qrels/test.tsv"));
        for (String line : lines.subList(1, lines.size())) {
            String[] cells = line.split("\t", -1);
            needed.computeIfAbsent(cells[0], question -> new LinkedHashSet<>()).add(cells[1]);
        }
        return needed;
    }

    /** Returns the first documents: the ones that questions need, then others. */
    private static List<SourceDocument> documents(Path data, Map<String, Set<String>> needed, int most) {
        Map<String, SourceDocument> byId = new LinkedHashMap<>();
        JsonlCorpus.of(List.of(data.resolve("corpus.jsonl")))
                .documents()
                .forEach(document -> byId.put(document.id(), document));
        Set<String> order = new LinkedHashSet<>();
        needed.values().forEach(order::addAll);
        order.addAll(byId.keySet());
        return order.stream()
                .map(byId::get)
                .filter(Objects::nonNull)
                .limit(most)
                .toList();
    }

    private static GraphRag rag(GraphStore store, EmbeddingModel model) {
        return GraphRag.builder().ownedStore(store).embeddingModel(model).build();
    }

    private static CloseableEmbeddingModel encoder(String name) {
        return Models.embeddingModel(EmbeddingModelSettings.builder()
                .provider(KnownProvider.IN_PROCESS)
                .modelName(name)
                .build());
    }

    private static void add(GraphRag rag, Path corpus) {
        rag.add(JsonlCorpus.of(List.of(corpus)).documents(), IngestListener.NONE);
    }

    /** Returns a passage and its triplets, without statements of other forms. */
    private static String line(Passage passage) {
        List<List<String>> triplets = passage.statements().stream()
                .flatMap(statement -> statement.asTriplet().stream())
                .map(triplet -> List.of(triplet.subject(), triplet.predicate(), triplet.object()))
                .filter(triplet -> triplet.stream()
                        .noneMatch(part -> PreparedVectors.key(part).isEmpty()))
                .toList();
        try {
            return JSON.writeValueAsString(Map.of(
                    "_id", passage.id(),
                    "title", passage.title(),
                    "text", passage.text(),
                    "metadata", Map.of("triplets", triplets)));
        } catch (JsonProcessingException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static List<Passage> passages(GraphStore store) {
        List<Passage> passages = new ArrayList<>();
        store.latest().scan(GraphVisitor.ofPassages(passages::add));
        return passages;
    }

    private static List<String> names(Retrieval retrieval) {
        return retrieval.trace().steps().getFirst().out().stream()
                .filter(item -> item.kind() == Trace.Item.Kind.NAME)
                .map(Trace.Item::text)
                .filter(name -> !PreparedVectors.key(name).isEmpty())
                .distinct()
                .toList();
    }

    // One round of Tern

    private static void round(Path folder, Path place, String encoder) throws IOException {
        Map<String, Object> figures = new LinkedHashMap<>();
        List<String> questions = new ArrayList<>();
        for (String line : Files.readAllLines(folder.resolve("questions.jsonl"))) {
            questions.add(JSON.readTree(line).path("text").asText());
        }
        EmbeddingModel model = encoder.equals(PREPARED) ? new PreparedVectors(folder) : encoder(encoder);
        try (GraphRag rag = rag(LuceneGraphStore.open(place, "peer"), model)) {
            long start = System.nanoTime();
            add(rag, folder.resolve("corpus.jsonl"));
            figures.put("ingest", (System.nanoTime() - start) / 1e9);
            for (Mode mode : encoder.equals(MINILM) ? List.<Mode>of() : List.of(Mode.LOCAL, Mode.NAIVE)) {
                for (int i = 0; i < Math.max(WARM_UP, questions.size()); i++) {
                    rag.retrieve(Question.of(questions.get(i % questions.size()), mode));
                }
                List<Double> millis = new ArrayList<>();
                for (String text : questions) {
                    long asked = System.nanoTime();
                    rag.retrieve(Question.of(text, mode));
                    millis.add((System.nanoTime() - asked) / 1e6);
                }
                figures.put(mode == Mode.LOCAL ? "graph" : "naive", millis);
            }
        }
        System.out.println(JSON.writeValueAsString(figures));
    }

    // All rounds of both

    /** Returns the measurements of one round: seconds, milliseconds, megabytes. */
    private static Map<String, Double> figures(JsonNode said, long peakKilobytes, String included) {
        Map<String, Double> values = new LinkedHashMap<>();
        for (String way : List.of("graph", "naive")) {
            List<Double> millis = new ArrayList<>();
            said.path(way).forEach(one -> millis.add(one.asDouble()));
            millis.sort(Comparator.naturalOrder());
            if (!millis.isEmpty()) {
                values.put(way + " p50, ms", millis.get(millis.size() / 2));
                values.put(way + " p95, ms", millis.get(millis.size() * 95 / 100));
            }
        }
        values.put("ingest" + included + ", s", said.path("ingest").asDouble());
        values.put("peak memory" + included + ", MB", peakKilobytes / 1024.0);
        return values;
    }

    private static void run(Path data, int rounds, int passages) throws IOException, InterruptedException {
        String kept = System.getProperty("prepared", "");
        Path folder = kept.isEmpty() ? Files.createTempDirectory("tern-peer") : Files.createDirectories(Path.of(kept));
        Path source = folder.resolve("source.txt");
        String wanted = passages + " passages of " + data;
        if (!Files.exists(source)) {
            MeasuredProcess.run(
                    MeasuredProcess.java(List.of(), PeerBenchmark.class, "prepare", data, folder, passages));
            Files.writeString(source, wanted);
        }
        require(
                Files.readString(source).equals(wanted),
                folder + " was prepared of " + Files.readString(source) + ", not of " + wanted);
        double load = ManagementFactory.getOperatingSystemMXBean().getSystemLoadAverage();
        Map<String, Map<String, List<Double>>> figures = new LinkedHashMap<>();
        for (int round = 0; round < rounds; round++) {
            Path place = Files.createTempDirectory("tern-peer-round");
            for (String encoder : List.of(PREPARED, MINILM, "static")) {
                List<Object> arguments = List.of("round", folder, place.resolve(encoder), encoder);
                measure(
                        encoder.equals("static") ? "Tern, static" : "Tern",
                        encoder,
                        MeasuredProcess.java(LAUNCHED, PeerBenchmark.class, arguments.toArray()),
                        figures);
                if (!encoder.equals("static")) {
                    List<Object> peer = List.of(
                            System.getProperty("python"),
                            "src/test/python/peer.py",
                            folder,
                            place.resolve(encoder + ".db"),
                            encoder);
                    measure(
                            "vector-graph-rag 0.4.0",
                            encoder,
                            peer.stream().map(Object::toString).toList(),
                            figures);
                }
            }
            delete(place);
        }
        print(folder, figures, load);
        if (kept.isEmpty()) {
            delete(folder);
        }
    }

    private static void measure(
            String who, String encoder, List<String> command, Map<String, Map<String, List<Double>>> figures)
            throws IOException, InterruptedException {
        MeasuredProcess ended = MeasuredProcess.run(command);
        String included = encoder.equals(PREPARED) ? "" : ", with the encoder";
        Map<String, Double> measured = figures(JSON.readTree(ended.lastLine()), ended.peakKilobytes(), included);
        System.err.printf(Locale.ROOT, "%-22s %s%n", who, measured);
        Map<String, List<Double>> all = figures.computeIfAbsent(who, absent -> new LinkedHashMap<>());
        measured.forEach((what, value) ->
                all.computeIfAbsent(what, absent -> new ArrayList<>()).add(value));
    }

    private static void require(boolean holds, String otherwise) {
        if (!holds) {
            throw new IllegalStateException(otherwise);
        }
    }

    private static void delete(Path folder) throws IOException {
        try (Stream<Path> files = Files.walk(folder)) {
            for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
                Files.delete(file);
            }
        }
    }

    private static void print(Path folder, Map<String, Map<String, List<Double>>> figures, double load)
            throws IOException {
        System.out.println("Answers and what is found are not measured; p50 and p95 are of one retrieval.");
        ObjectNode line = JSON.createObjectNode();
        List<String> corpus = Files.readAllLines(folder.resolve("corpus.jsonl"));
        int relations = 0;
        for (String passage : corpus) {
            relations +=
                    JSON.readTree(passage).path("metadata").path("triplets").size();
        }
        line.put("passages", corpus.size()).put("relations", relations);
        line.put(
                "questions",
                Files.readAllLines(folder.resolve("questions.jsonl")).size());
        ObjectNode systems = line.putObject("systems");
        figures.forEach((who, measured) -> {
            ObjectNode system = systems.putObject(who);
            measured.forEach((what, values) -> {
                values.sort(Comparator.naturalOrder());
                double median = values.get(values.size() / 2);
                system.putArray(what).add(median).add(values.getFirst()).add(values.getLast());
                System.out.printf(
                        Locale.ROOT,
                        "%-22s  %-34s %,.1f (%,.1f to %,.1f)%n",
                        who,
                        what,
                        median,
                        values.getFirst(),
                        values.getLast());
                line.put("rounds", values.size());
            });
        });
        line.put("loadBefore", load)
                .put("date", LocalDate.now(ZoneId.systemDefault()).toString());
        System.out.println(JSON.writeValueAsString(line));
    }
}
