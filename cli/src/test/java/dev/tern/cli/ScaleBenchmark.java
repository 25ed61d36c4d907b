package dev.tern.cli;

import com.fasterxml.jackson.core.type.TypeReference;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.langchain4j.model.embedding.EmbeddingModel;
import dev.tern.GraphRag;
import dev.tern.graph.Embedded;
import dev.tern.graph.Passage;
import dev.tern.graph.SourceDocument;
import dev.tern.models.CloseableEmbeddingModel;
import dev.tern.models.EmbeddingModelSettings;
import dev.tern.models.KnownProvider;
import dev.tern.models.Models;
import dev.tern.query.Question;
import dev.tern.settings.Mode;
import dev.tern.store.GraphBatch;
import dev.tern.store.GraphStatistics;
import dev.tern.store.GraphStore;
import dev.tern.store.GraphView.PassagesBy;
import dev.tern.store.lucene.LuceneGraphStore;
import dev.tern.store.lucene.LuceneOptions;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import java.time.LocalDate;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Stream;

/**
 * Measures a large embedded graph: adding, merging, disk space, opening, questions, memory,
 * {@code tern verify}; run by {@code bench/scale.sh}.
 *
 * <p>A graph of real text is repeated with other names ({@link RenamedCopy}) up to the wanted size.
 * No model is called during measurements. Every step is a process and leaves its figures in a file;
 * completed steps are not repeated, and adding resumes.
 *
 * <p>"After adding" is a graph whose due merges are left to the next writer.
 */
final class ScaleBenchmark {
    private static final JsonMapper JSON = new JsonMapper();
    private static final String GRAPH = "default";
    private static final int QUESTIONS = 200;
    private static final int NEAREST = 2;
    private static final int BATCH_PASSAGES = 256;
    /** The number of questions before and in a measurement, fewer if time runs out. */
    private static final int ASKED = 1_000;

    private static final Duration MAX_TIME_LIMIT = Duration.ofSeconds(60);
    private static final Duration PROGRESS = Duration.ofSeconds(10);

    private static final String QUESTIONS_FILE = "questions.json";

    private final Path work;
    private final int relations;
    private final Path folder;

    private ScaleBenchmark(Path work, int relations) {
        this.work = work;
        this.relations = relations;
        this.folder = work.resolve(Integer.toString(relations));
    }

    public static void main(String[] arguments) throws IOException, InterruptedException {
        ScaleBenchmark benchmark = new ScaleBenchmark(Path.of(arguments[1]), Integer.parseInt(arguments[2]));
        List<Path> sets = Arrays.stream(arguments).skip(3).map(Path::of).toList();
        switch (arguments[0]) {
            case "choose" -> benchmark.choose(sets);
            case "add" -> benchmark.add();
            case "prepare" -> benchmark.prepare();
            case "ask" -> benchmark.ask();
            case "merge" -> benchmark.merge();
            default -> benchmark.run(sets);
        }
    }

    // All steps

    private void run(List<Path> sets) throws IOException, InterruptedException {
        Files.createDirectories(folder);
        List<String> large = List.of("-Xmx3g");
        List<String> served = List.of("-Xmx" + System.getProperty("heap"), "-XX:+UseSerialGC");
        if (!Files.exists(work.resolve(QUESTIONS_FILE))) {
            MeasuredProcess.run(own(large, "choose", sets));
        }
        ObjectNode figures = JSON.createObjectNode().put("wanted", relations);
        step(figures, "adding", own(large, "add", List.of()));
        step(figures, "preparing", own(large, "prepare", List.of()));
        step(figures, "added", own(served, "ask", List.of()));
        step(figures, "merging", own(served, "merge", List.of()));
        step(figures, "merged", own(served, "ask", List.of()));
        step(
                figures,
                "verify",
                MeasuredProcess.java(served, Main.class, "verify", "--json", "--store", place(), "--graph", GRAPH));
        figures.remove("preparing");
        figures.withObject("/verify").retain("whole", "process");
        figures.put("date", LocalDate.now(ZoneId.systemDefault()).toString());
        print(figures);
        System.out.println(JSON.writeValueAsString(figures));
        delete(folder);
    }

    private List<String> own(List<String> options, String step, List<Path> sets) {
        List<Object> words = new ArrayList<>(List.of(step, work, relations));
        words.addAll(sets);
        return MeasuredProcess.java(options, ScaleBenchmark.class, words.toArray());
    }

    /** Runs a step unless it was completed, and records its output and figures. */
    private void step(ObjectNode figures, String name, List<String> command) throws IOException, InterruptedException {
        Path file = folder.resolve(name + ".json");
        if (!Files.exists(file)) {
            System.err.printf(Locale.ROOT, "%,d relations: %s%n", relations, name);
            double load = ManagementFactory.getOperatingSystemMXBean().getSystemLoadAverage();
            MeasuredProcess process = MeasuredProcess.run(command);
            ObjectNode step = (ObjectNode) JSON.readTree(process.said());
            ObjectNode whole = step.putObject("process");
            put(whole, "seconds", process.seconds());
            put(whole, "processorSeconds", process.processorSeconds());
            put(whole, "peakMegabytes", process.peakKilobytes() / 1024.0);
            put(whole, "loadBefore", load);
            Path written = Files.writeString(folder.resolve(name + ".new"), JSON.writeValueAsString(step));
            Files.move(written, file, StandardCopyOption.ATOMIC_MOVE);
        }
        figures.set(name, JSON.readTree(Files.readString(file)));
    }

    private static void print(ObjectNode figures) {
        JsonNode adding = figures.path("adding");
        System.out.printf(
                Locale.ROOT,
                "%,d relations, %,d entities, %,d passages: written in %.1f s (%.1f s of a processor), merged in %.1f s"
                        + " (%.1f); %,d MB on disk; tern verify %.1f s%n",
                adding.path("relations").asLong(),
                adding.path("entities").asLong(),
                adding.path("passages").asLong(),
                adding.path("seconds").asDouble(),
                adding.path("processorSeconds").asDouble(),
                figures.path("merging").path("seconds").asDouble(),
                figures.path("merging").path("processorSeconds").asDouble(),
                figures.path("merged").path("diskMegabytes").asLong(),
                figures.path("verify").path("process").path("seconds").asDouble());
        for (String state : List.of("added", "merged")) {
            JsonNode asked = figures.path(state);
            System.out.printf(
                    Locale.ROOT,
                    "%-6s  local p50 %.1f ms, p95 %.1f ms, %.1f ms of a processor; opened in %.0f ms, first answer %.0f"
                            + " ms later; own memory %,d MB, mapped %,d MB; load %.1f%n",
                    state,
                    asked.path("p50").asDouble(),
                    asked.path("p95").asDouble(),
                    asked.path("processorMillis").asDouble(),
                    asked.path("openMillis").asDouble(),
                    asked.path("firstMillis").asDouble(),
                    asked.path("ownMegabytes").asLong(),
                    asked.path("mappedMegabytes").asLong(),
                    asked.path("process").path("loadBefore").asDouble());
        }
    }

    // The steps, each in a process of its own, which prints its figures as JSON

    /** Draws questions of all data sets, and finds the passages nearest to each. */
    private void choose(List<Path> sets) throws IOException {
        List<String> texts = new ArrayList<>();
        for (Path set : sets) {
            Path file = set.resolve("queries.jsonl");
            if (Files.exists(file)) {
                for (String line : Files.readAllLines(file)) {
                    texts.add(JSON.readTree(line).path("text").asText());
                }
            }
        }
        Collections.shuffle(texts, new Random(1));
        List<RealText.Asked> questions = new ArrayList<>();
        try (CloseableEmbeddingModel model = model();
                GraphStore store = LuceneGraphStore.open(work.resolve("real"), GRAPH)) {
            for (String text : texts.subList(0, Math.min(QUESTIONS, texts.size()))) {
                List<String> nearest =
                        store
                                .latest()
                                .nearestPassages(model.embed(text).content().vector(), NEAREST)
                                .stream()
                                .map(found -> found.value().id())
                                .toList();
                questions.add(new RealText.Asked(text, nearest));
            }
        }
        JSON.writeValue(work.resolve(QUESTIONS_FILE).toFile(), questions);
    }

    private static CloseableEmbeddingModel model() {
        return Models.embeddingModel(EmbeddingModelSettings.builder()
                .provider(KnownProvider.IN_PROCESS)
                .build());
    }

    private List<RealText.Asked> questions() throws IOException {
        return JSON.readValue(work.resolve(QUESTIONS_FILE).toFile(), new TypeReference<>() {});
    }

    private void add() throws IOException {
        RealText text;
        try (GraphStore real = LuceneGraphStore.open(work.resolve("real"), GRAPH)) {
            text = new RealText(real, questions());
        }
        long passages = text.passagesOf(relations);
        Path written = folder.resolve("written.txt");
        try (GraphStore store = open(Duration.ZERO)) {
            long said = 0;
            for (long at = store.latest().statistics().passages(); at < passages; ) {
                long to = Math.min(at + BATCH_PASSAGES, passages);
                RealText.Part part = text.part(at, to);
                double processor = MeasuredProcess.processorSeconds(ProcessHandle.current());
                long start = System.nanoTime();
                store.write(part.batch());
                double seconds = (System.nanoTime() - start) / 1e9;
                Files.writeString(
                        written,
                        seconds + " " + (MeasuredProcess.processorSeconds(ProcessHandle.current()) - processor) + "\n",
                        StandardOpenOption.CREATE,
                        StandardOpenOption.APPEND);
                at = to;
                if (start - said > PROGRESS.toNanos()) {
                    said = start;
                    System.err.printf(Locale.ROOT, "  %,d of %,d passages%n", at, passages);
                }
            }
            GraphStatistics statistics = store.latest().statistics();
            double[] sums = new double[2];
            for (String line : Files.readAllLines(written)) {
                String[] both = line.split(" ", -1);
                sums[0] += Double.parseDouble(both[0]);
                sums[1] += Double.parseDouble(both[1]);
            }
            say(Map.of(
                    "relations", statistics.relations(),
                    "entities", statistics.entities(),
                    "passages", statistics.passages(),
                    "seconds", sums[0],
                    "processorSeconds", sums[1]));
        }
    }

    /** Asks all questions once, to record the vectors of questions and names. */
    private void prepare() throws IOException {
        try (CloseableEmbeddingModel model = model()) {
            PreparedVectors.Recorder recorder = new PreparedVectors.Recorder(model);
            List<String> questions = answerable();
            JSON.writeValue(folder.resolve(QUESTIONS_FILE).toFile(), questions);
            try (GraphRag rag = rag(recorder)) {
                for (String question : questions) {
                    rag.retrieve(Question.of(question, Mode.LOCAL));
                }
            }
            recorder.write(folder);
        }
        say(Map.of());
    }

    /** Returns the questions whose nearest passages are in the graph. */
    private List<String> answerable() throws IOException {
        try (GraphStore store = open(Duration.ZERO)) {
            List<String> texts = new ArrayList<>();
            for (RealText.Asked question : questions()) {
                if (store.latest().passages(PassagesBy.ID, question.passages()).size() == NEAREST) {
                    texts.add(question.text());
                }
            }
            return texts;
        }
    }

    private void ask() throws IOException {
        List<String> questions =
                JSON.readValue(folder.resolve(QUESTIONS_FILE).toFile(), new TypeReference<List<String>>() {});
        PreparedVectors vectors = new PreparedVectors(folder);
        long start = System.nanoTime();
        try (GraphRag rag = rag(vectors)) {
            rag.statistics();
            double open = millisSince(start);
            start = System.nanoTime();
            rag.retrieve(Question.of(questions.getFirst(), Mode.LOCAL));
            double first = millisSince(start);
            ask(rag, questions);
            double processor = MeasuredProcess.processorSeconds(ProcessHandle.current());
            List<Double> millis = ask(rag, questions);
            processor = MeasuredProcess.processorSeconds(ProcessHandle.current()) - processor;
            ProcessMemory memory = ProcessMemory.of(ProcessHandle.current().pid());
            Collections.sort(millis);
            say(Map.of(
                    "questions",
                    questions.size(),
                    "asked",
                    millis.size(),
                    "p50",
                    millis.get(millis.size() / 2),
                    "p95",
                    millis.get(millis.size() * 95 / 100),
                    "processorMillis",
                    processor * 1e3 / millis.size(),
                    "openMillis",
                    open,
                    "firstMillis",
                    first,
                    "ownMegabytes",
                    memory.own() >> 10,
                    "mappedMegabytes",
                    memory.mapped() >> 10,
                    "diskMegabytes",
                    size(place()) >> 20));
        }
    }

    /** Returns the milliseconds of one question after the other, in rounds. */
    private static List<Double> ask(GraphRag rag, List<String> questions) {
        List<Double> millis = new ArrayList<>();
        long begin = System.nanoTime();
        while (millis.size() < questions.size()
                || (millis.size() < ASKED && System.nanoTime() - begin < MAX_TIME_LIMIT.toNanos())) {
            long start = System.nanoTime();
            rag.retrieve(Question.of(questions.get(millis.size() % questions.size()), Mode.LOCAL));
            millis.add(millisSince(start));
        }
        return millis;
    }

    /** Adds another passage, as the next program would, and waits for all merges. */
    private void merge() throws IOException {
        double processor = MeasuredProcess.processorSeconds(ProcessHandle.current());
        long start = System.nanoTime();
        try (GraphStore store = open(Duration.ofDays(7))) {
            float[] vector =
                    new float[store.latest().description().orElseThrow().dimension()];
            vector[0] = 1;
            Passage last =
                    Passage.of(SourceDocument.of("last", "The last passage."), 0, "The last passage.", List.of());
            store.write(new GraphBatch(
                    PreparedVectors.MODEL, List.of(new Embedded<>(last, vector)), Map.of(), Map.of(), Set.of()));
        }
        say(Map.of(
                "seconds",
                millisSince(start) / 1e3,
                "processorSeconds",
                MeasuredProcess.processorSeconds(ProcessHandle.current()) - processor));
    }

    private Path place() {
        return folder.resolve("store");
    }

    private GraphStore open(Duration mergeWait) {
        return LuceneGraphStore.open(place(), GRAPH, LuceneOptions.DEFAULTS.withMergeWait(mergeWait));
    }

    private GraphRag rag(EmbeddingModel model) {
        return GraphRag.builder()
                .ownedStore(open(Duration.ZERO))
                .embeddingModel(model)
                .build();
    }

    private static void say(Map<String, Number> figures) throws IOException {
        ObjectNode line = JSON.createObjectNode();
        new TreeMap<>(figures).forEach((name, figure) -> put(line, name, figure.doubleValue()));
        System.out.println(JSON.writeValueAsString(line));
    }

    /** Records a figure, to two places. */
    private static void put(ObjectNode line, String name, double figure) {
        line.put(name, Math.round(figure * 100) / 100.0);
    }

    private static double millisSince(long start) {
        return (System.nanoTime() - start) / 1e6;
    }

    private static long size(Path folder) throws IOException {
        try (Stream<Path> files = Files.walk(folder)) {
            return files.mapToLong(file -> file.toFile().length()).sum();
        }
    }

    private static void delete(Path folder) throws IOException {
        try (Stream<Path> files = Files.walk(folder)) {
            for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
                Files.delete(file);
            }
        }
    }
}
