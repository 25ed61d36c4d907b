package dev.tern.cli;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import dev.langchain4j.data.embedding.Embedding;
import dev.langchain4j.data.segment.TextSegment;
import dev.langchain4j.model.embedding.EmbeddingModel;
import dev.langchain4j.model.output.Response;
import dev.tern.GraphRag;
import dev.tern.graph.Embedded;
import dev.tern.graph.Passage;
import dev.tern.ingest.IngestListener;
import dev.tern.ingest.load.JsonlCorpus;
import dev.tern.models.CloseableEmbeddingModel;
import dev.tern.models.EmbeddingModelSettings;
import dev.tern.models.Models;
import dev.tern.models.Provider;
import dev.tern.query.Question;
import dev.tern.query.Retrieval;
import dev.tern.query.trace.Trace;
import dev.tern.settings.Mode;
import dev.tern.store.GraphStore;
import dev.tern.store.GraphVisitor;
import dev.tern.store.InMemoryGraphStore;
import dev.tern.store.RowKind;
import dev.tern.store.lucene.LuceneGraphStore;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.ProcessBuilder.Redirect;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.FloatBuffer;
import java.nio.channels.FileChannel;
import java.nio.channels.FileChannel.MapMode;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

/**
 * Tern and vector-graph-rag side by side, each round of each in a process of its own; run by {@code bin/peer-benchmark.sh}.
 *
 * <p>Both get the same passages, the same triplets, the names of each question and, by the words of a text, the same vectors: what
 * is timed is what each makes of them, one question at a time, in a process that is warm. The peer chooses no relations by a chat model
 * and writes no answer, and its names cost nothing; Tern finds the names itself, in local mode. Each has its own defaults. Memory is that
 * of the process and of those that it starts, files that are mapped left out, looked at every {@value #LOOK_MILLIS} ms.
 */
final class PeerBenchmark {
    private static final int DIMENSION = 384;
    private static final JsonMapper JSON = new JsonMapper();
    /** So many questions, all at least, are asked of both before they are timed. */
    private static final int WARM_UP = 200;

    private static final long LOOK_MILLIS = 20;

    private PeerBenchmark() {}

    public static void main(String[] arguments) throws IOException, InterruptedException {
        switch (arguments[0]) {
            case "prepare" -> prepare(Path.of(arguments[1]), Path.of(arguments[2]));
            case "round" -> round(Path.of(arguments[1]), Path.of(arguments[2]));
            default -> run(Path.of(arguments[1]), Integer.parseInt(arguments[2]));
        }
    }

    // What both are given

    /** The words of a text in ASCII, as the peer reduces names and relations. */
    private static String key(String text) {
        return text.toLowerCase(Locale.ROOT)
                .replaceAll("[^a-z0-9 ]", " ")
                .strip()
                .replaceAll(" +", " ");
    }

    private static void prepare(Path data, Path folder) throws IOException {
        Map<String, float[]> vectors = new LinkedHashMap<>();
        Path corpus = folder.resolve("corpus.jsonl");
        try (CloseableEmbeddingModel model = Models.embeddingModel(
                EmbeddingModelSettings.builder().provider(Provider.IN_PROCESS).build())) {
            Recorded recorded = new Recorded(model, vectors);
            InMemoryGraphStore extracted = new InMemoryGraphStore();
            try (GraphRag rag = rag(extracted, recorded)) {
                add(rag, data.resolve("corpus.jsonl"));
                Files.write(
                        corpus,
                        passages(extracted).stream().map(PeerBenchmark::line).toList());
            }
            // Asked of the graph that Tern will have, so that all is recorded that it will want vectors of.
            try (GraphRag rag = rag(new InMemoryGraphStore(), recorded)) {
                add(rag, corpus);
                List<String> questions = new ArrayList<>();
                for (String line : Files.readAllLines(data.resolve("queries.jsonl"))) {
                    String text = JSON.readTree(line).path("text").asText();
                    List<String> names = names(rag.retrieve(Question.of(text, Mode.LOCAL)));
                    names.forEach(recorded::embed);
                    questions.add(JSON.writeValueAsString(Map.of("text", text, "names", names)));
                }
                Files.write(folder.resolve("questions.jsonl"), questions);
            }
        }
        Files.write(folder.resolve("keys.txt"), vectors.keySet());
        ByteBuffer bytes =
                ByteBuffer.allocate(vectors.size() * DIMENSION * Float.BYTES).order(ByteOrder.LITTLE_ENDIAN);
        FloatBuffer floats = bytes.asFloatBuffer();
        vectors.values().forEach(floats::put);
        Files.write(folder.resolve("vectors.f32"), bytes.array());
    }

    private static GraphRag rag(GraphStore store, EmbeddingModel model) {
        return GraphRag.builder().store(store).embeddingModel(model).build();
    }

    private static void add(GraphRag rag, Path corpus) {
        rag.add(JsonlCorpus.of(List.of(corpus)).documents(), IngestListener.NONE);
    }

    /** A passage and its triplets as both read them; what it states in another form is left out. */
    private static String line(Passage passage) {
        List<List<String>> triplets = passage.statements().stream()
                .flatMap(statement -> statement.asTriplet().stream())
                .map(triplet -> List.of(triplet.subject(), triplet.predicate(), triplet.object()))
                .filter(triplet -> triplet.stream().noneMatch(part -> key(part).isEmpty()))
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
        store.scan(new GraphVisitor() {
            @Override
            public Set<RowKind> kinds() {
                return Set.of(RowKind.PASSAGE);
            }

            @Override
            public void passage(Embedded<Passage> passage) {
                passages.add(passage.value());
            }
        });
        return passages;
    }

    private static List<String> names(Retrieval retrieval) {
        return retrieval.trace().steps().getFirst().out().stream()
                .filter(item -> item.kind() == Trace.Item.Kind.NAME)
                .map(Trace.Item::text)
                .filter(name -> !key(name).isEmpty())
                .distinct()
                .toList();
    }

    /** A model whose vectors are written down, the first of each key, and not made twice. */
    private record Recorded(EmbeddingModel model, Map<String, float[]> vectors) implements EmbeddingModel {
        @Override
        public Response<List<Embedding>> embedAll(List<TextSegment> texts) {
            List<TextSegment> fresh = texts.stream()
                    .filter(text -> !vectors.containsKey(key(text.text())))
                    .toList();
            if (!fresh.isEmpty()) {
                List<Embedding> made = model.embedAll(fresh).content();
                for (int i = 0; i < fresh.size(); i++) {
                    vectors.putIfAbsent(key(fresh.get(i).text()), made.get(i).vector());
                }
            }
            return Response.from(texts.stream()
                    .map(text -> Embedding.from(Objects.requireNonNull(vectors.get(key(text.text())))))
                    .toList());
        }

        @Override
        public int dimension() {
            return DIMENSION;
        }
    }

    /** The prepared vectors in place of a model, read where they lie. */
    private static final class Prepared implements EmbeddingModel {
        private final Map<String, Integer> places = new HashMap<>();
        private final FloatBuffer vectors;

        Prepared(Path folder) throws IOException {
            for (String key : Files.readAllLines(folder.resolve("keys.txt"))) {
                places.put(key, places.size());
            }
            try (FileChannel file = FileChannel.open(folder.resolve("vectors.f32"))) {
                vectors = file.map(MapMode.READ_ONLY, 0, file.size())
                        .order(ByteOrder.LITTLE_ENDIAN)
                        .asFloatBuffer();
            }
        }

        @Override
        public Response<List<Embedding>> embedAll(List<TextSegment> texts) {
            return Response.from(texts.stream().map(text -> of(text.text())).toList());
        }

        private Embedding of(String text) {
            Integer place = places.get(key(text));
            if (place == null) {
                throw new IllegalStateException("no vector was prepared for \"" + text + "\"");
            }
            float[] vector = new float[DIMENSION];
            vectors.get(place * DIMENSION, vector);
            return Embedding.from(vector);
        }

        @Override
        public int dimension() {
            return DIMENSION;
        }

        @Override
        public String modelName() {
            return "prepared";
        }
    }

    // One round of Tern

    private static void round(Path folder, Path place) throws IOException {
        Map<String, Object> figures = new LinkedHashMap<>();
        List<String> questions = new ArrayList<>();
        for (String line : Files.readAllLines(folder.resolve("questions.jsonl"))) {
            questions.add(JSON.readTree(line).path("text").asText());
        }
        try (GraphRag rag = rag(LuceneGraphStore.open(place, "peer"), new Prepared(folder))) {
            long start = System.nanoTime();
            add(rag, folder.resolve("corpus.jsonl"));
            figures.put("ingest", (System.nanoTime() - start) / 1e9);
            for (Mode mode : List.of(Mode.LOCAL, Mode.NAIVE)) {
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

    /** What one round of one of them took: seconds, milliseconds, megabytes. */
    private record Figures(Map<String, Double> values) {
        static Figures of(JsonNode said, long peakKilobytes) {
            Map<String, Double> values = new LinkedHashMap<>();
            for (String way : List.of("graph", "naive")) {
                List<Double> millis = new ArrayList<>();
                said.path(way).forEach(one -> millis.add(one.asDouble()));
                millis.sort(Comparator.naturalOrder());
                values.put(way + " p50, ms", millis.get(millis.size() / 2));
                values.put(way + " p95, ms", millis.get(millis.size() * 95 / 100));
            }
            values.put("ingest, s", said.path("ingest").asDouble());
            values.put("peak memory, MB", peakKilobytes / 1024.0);
            return new Figures(values);
        }
    }

    private static void run(Path data, int rounds) throws IOException, InterruptedException {
        String kept = System.getProperty("prepared", "");
        Path folder = kept.isEmpty() ? Files.createTempDirectory("tern-peer") : Files.createDirectories(Path.of(kept));
        Path source = folder.resolve("source.txt");
        if (!Files.exists(source)) {
            require(
                    process(java("prepare", data, folder)).status == 0,
                    "the preparation failed; what it said stands above");
            Files.writeString(source, data.toString());
        }
        require(
                Files.readString(source).equals(data.toString()),
                folder + " was prepared of " + Files.readString(source) + ", not of " + data);
        Map<String, List<Figures>> figures = new LinkedHashMap<>();
        for (int round = 0; round < rounds; round++) {
            Path place = Files.createTempDirectory("tern-peer-round");
            measure("Tern", java("round", folder, place.resolve("tern")), figures);
            measure(
                    "vector-graph-rag 0.4.0",
                    List.of(
                            System.getProperty("python"),
                            "src/test/python/peer.py",
                            folder.toString(),
                            place.resolve("peer.db").toString()),
                    figures);
            delete(place);
        }
        if (kept.isEmpty()) {
            delete(folder);
        }
        print(figures);
    }

    private static List<String> java(String what, Path... paths) {
        List<String> command = new ArrayList<>(List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "--enable-native-access=ALL-UNNAMED",
                "--add-modules=jdk.incubator.vector",
                "-cp",
                System.getProperty("java.class.path"),
                PeerBenchmark.class.getName(),
                what));
        Arrays.stream(paths).map(Path::toString).forEach(command::add);
        return command;
    }

    private static void measure(String who, List<String> command, Map<String, List<Figures>> figures)
            throws IOException, InterruptedException {
        Ended ended = process(command);
        require(ended.status == 0, who + " failed; what it said stands above");
        String[] lines = ended.said.strip().split("\n", -1);
        Figures of = Figures.of(JSON.readTree(lines[lines.length - 1]), ended.peakKilobytes);
        System.err.printf(Locale.ROOT, "%-22s %s%n", who, of.values);
        figures.computeIfAbsent(who, absent -> new ArrayList<>()).add(of);
    }

    private record Ended(int status, String said, long peakKilobytes) {}

    /** Runs a process and looks at the memory of it and of those that it starts, files that are mapped left out. */
    private static Ended process(List<String> command) throws IOException, InterruptedException {
        Path said = Files.createTempFile("tern-peer", ".out");
        Process process = new ProcessBuilder(command)
                .redirectError(Redirect.INHERIT)
                .redirectOutput(said.toFile())
                .start();
        long peak = 0;
        while (!process.waitFor(LOOK_MILLIS, TimeUnit.MILLISECONDS)) {
            peak = Math.max(
                    peak,
                    Stream.concat(Stream.of(process.toHandle()), process.descendants())
                            .mapToLong(one -> ownKilobytes(one.pid()))
                            .sum());
        }
        String output = Files.readString(said);
        Files.delete(said);
        return new Ended(process.exitValue(), output, peak);
    }

    private static long ownKilobytes(long pid) {
        try (Stream<String> lines = Files.lines(Path.of("/proc/" + pid + "/status"))) {
            return lines.filter(line -> line.startsWith("RssAnon:"))
                    .mapToLong(line -> Long.parseLong(line.replaceAll("\\D", "")))
                    .sum();
        } catch (IOException | UncheckedIOException e) {
            // It has ended.
            return 0;
        }
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

    private static void print(Map<String, List<Figures>> figures) {
        System.out.println("Models, answers and what is found are not measured; p50 and p95 are of one retrieval.");
        System.out.println();
        System.out.println("| median of the rounds (least, most) | " + String.join(" | ", figures.keySet()) + " |");
        System.out.println("|---|" + "---|".repeat(figures.size()));
        for (String what : figures.values().iterator().next().getFirst().values.keySet()) {
            StringBuilder line = new StringBuilder("| " + what + " |");
            for (List<Figures> rounds : figures.values()) {
                List<Double> values = rounds.stream()
                        .map(round -> round.values.getOrDefault(what, Double.NaN))
                        .sorted()
                        .toList();
                line.append(String.format(
                        Locale.ROOT,
                        " %,.1f (%,.1f, %,.1f) |",
                        values.get(values.size() / 2),
                        values.getFirst(),
                        values.getLast()));
            }
            System.out.println(line);
        }
    }
}
