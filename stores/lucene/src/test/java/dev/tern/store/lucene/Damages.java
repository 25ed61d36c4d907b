package dev.tern.store.lucene;

import dev.langchain4j.data.embedding.Embedding;
import dev.langchain4j.data.segment.TextSegment;
import dev.langchain4j.model.embedding.EmbeddingModel;
import dev.langchain4j.model.output.Response;
import dev.tern.error.TernException;
import dev.tern.graph.MetadataFilter;
import dev.tern.graph.Passage;
import dev.tern.graph.SourceDocument;
import dev.tern.graph.SourceMetadata;
import dev.tern.graph.Statement;
import dev.tern.query.Queries;
import dev.tern.query.Question;
import dev.tern.query.Retrieval;
import dev.tern.settings.Mode;
import dev.tern.store.GraphStore;
import dev.tern.store.contract.Rows;
import dev.tern.store.contract.Samples;
import dev.tern.transfer.verify.Verification;
import dev.tern.transfer.verify.VerificationListener;
import dev.tern.transfer.verify.VerificationReport;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.stream.Stream;

/**
 * Damages one file of a store at a time, asks the store, and repairs the file.
 *
 * <p>In normal use, the graph must answer as before or throw and name the file; so must a graph
 * above the size that is checked at each opening. If nothing is checked at opening, its exception
 * must be no bug of ours, and it answers as before if a verification finds nothing.
 */
final class Damages implements AutoCloseable {
    private static final String GRAPH = "default";
    private static final int PATIENCE_SECONDS = 60;
    private static final LuceneOptions USUAL = new LuceneOptions(1_000, 48, Duration.ofHours(1), 200_000_000, 256);
    private static final LuceneOptions LARGE = USUAL.withCheckMegabytes(1);
    private static final LuceneOptions UNCHECKED = USUAL.withCheckMegabytes(0);
    private static final int LARGE_BATCH = 500;
    private static final int LARGE_DIMENSION = 384;

    private final Path store;
    private final EmbeddingModel model;
    private final boolean small;
    private final List<Object> answers;
    private final ExecutorService thread = Executors.newSingleThreadExecutor();
    private final Map<Outcome, Integer> outcomes = new EnumMap<>(Outcome.class);
    private final Map<String, Integer> endings = new TreeMap<>();

    enum Outcome {
        /** The graph threw a proper exception. */
        REFUSED,
        /** Nothing was noticed, and every answer is right. */
        HARMLESS
    }

    private Damages(Path store, EmbeddingModel model, boolean small) throws IOException {
        this.store = store;
        this.model = model;
        this.small = small;
        this.answers = answers(USUAL);
    }

    /** Creates a graph of many commits, some merged into segments of many files, with removals. */
    static Damages ofManyCommits(Path store) throws IOException {
        try (GraphStore graph = LuceneGraphStore.open(store, GRAPH, USUAL)) {
            for (int i = 0; i < 12; i++) {
                graph.write(Samples.batch(passages(4 * i, 4 * i + 4)));
            }
            graph.removeDocuments(List.of("d3", "d44", "d47"));
        }
        return new Damages(store, new SampleModel(), true).withLeftOvers();
    }

    /** Creates a graph in one compound segment with vector graphs, with removals. */
    static Damages ofOneCommit(Path store) throws IOException {
        try (GraphStore graph = LuceneGraphStore.open(store, GRAPH, USUAL)) {
            graph.write(Samples.batch(passages(0, 100)));
            graph.write(Samples.batch(passages(100, 600)));
        }
        OneSegment.of(store.resolve(GRAPH), USUAL.vectorGraphFrom());
        try (GraphStore graph = LuceneGraphStore.open(store, GRAPH, USUAL)) {
            graph.removeDocuments(List.of("d3", "d44", "d519", "d599"));
        }
        return new Damages(store, new SampleModel(), true).withLeftOvers();
    }

    /**
     * Creates a large graph with vectors of 384 dimensions, for all questions but no full scans.
     *
     * @param megabytes its minimum size
     */
    static Damages ofMegabytes(Path store, int megabytes) throws IOException {
        try (GraphStore graph = LuceneGraphStore.open(store, GRAPH)) {
            for (int i = 0; Checksums.bytes(store.resolve(GRAPH)) < (long) megabytes << 20; i += LARGE_BATCH) {
                graph.write(Samples.batchOf(
                        Samples.MODEL,
                        LARGE_DIMENSION,
                        passages(i, i + LARGE_BATCH).toArray(Passage[]::new)));
            }
        }
        return new Damages(store, new LongVectors(), false).withLeftOvers();
    }

    private static List<Passage> passages(int from, int to) {
        List<Passage> passages = new ArrayList<>();
        for (int i = from; i < to; i++) {
            SourceMetadata metadata = SourceMetadata.EMPTY
                    .with("tenant", i % 2 == 0 ? "even" : "odd")
                    .with("year", 1900 + i % 100);
            passages.add(Passage.of(
                    SourceDocument.of("d" + i, "Person " + i + " met person " + (i + 1) + " in Halden.")
                            .withTitle("Title " + i % 50)
                            .withMetadata(metadata),
                    0,
                    "Person " + i + " met person " + (i + 1) + " in Halden.",
                    List.of(
                            Statement.of("person " + i, "met", "person " + (i + 1)),
                            Statement.of("person " + i, "was in", "Halden"))));
        }
        return passages;
    }

    /** Adds the files that a killed process leaves: ones that no commit names, and its id. */
    private Damages withLeftOvers() throws IOException {
        Path graph = store.resolve(GRAPH);
        Files.write(graph.resolve("_zz.cfs"), new byte[] {1, 2, 3, 4, 5, 6, 7, 8});
        Files.write(graph.resolve("pending_segments_zz"), new byte[] {1, 2, 3, 4, 5, 6, 7, 8});
        Files.writeString(graph.resolve(WriterPid.FILE), "4711 2001-01-01T00:00:00Z\n");
        return this;
    }

    /** Flips one bit of a random byte of a random file. */
    void flip(Random random) throws IOException {
        Path file = any(random);
        long length = Files.size(file);
        long place = random.nextLong(length);
        byte[] whole = read(file, place, 1);
        byte[] flipped = {(byte) (whole[0] ^ 1 << random.nextInt(8))};
        damage(file, place, flipped, whole, "bit flipped in byte " + place + " of " + length);
    }

    /** Truncates a random file at a random place. */
    void truncate(Random random) throws IOException {
        Path file = any(random);
        long length = Files.size(file);
        long place = random.nextLong(length);
        byte[] whole = read(file, place, Math.toIntExact(length - place));
        damage(file, place, new byte[0], whole, "cut to " + place + " of " + length + " bytes");
    }

    private static byte[] read(Path file, long place, int length) throws IOException {
        try (RandomAccessFile in = new RandomAccessFile(file.toFile(), "r")) {
            byte[] bytes = new byte[length];
            in.seek(place);
            in.readFully(bytes);
            return bytes;
        }
    }

    private static void write(Path file, long place, byte[] bytes) throws IOException {
        try (RandomAccessFile out = new RandomAccessFile(file.toFile(), "rw")) {
            out.seek(place);
            out.write(bytes);
            if (bytes.length == 0) {
                out.setLength(place);
            }
        }
    }

    /** Chooses any file half of the time, else large ones more often, as a disk would. */
    private Path any(Random random) throws IOException {
        List<Path> files = new ArrayList<>();
        long bytes = 0;
        try (Stream<Path> all = Files.walk(store)) {
            for (Path file : all.filter(Files::isRegularFile).sorted().toList()) {
                if (Files.size(file) > 0) {
                    files.add(file);
                    bytes += Files.size(file);
                }
            }
        }
        if (random.nextBoolean()) {
            return files.get(random.nextInt(files.size()));
        }
        long place = random.nextLong(bytes);
        int index = 0;
        while (place >= Files.size(files.get(index))) {
            place -= Files.size(files.get(index));
            index++;
        }
        return files.get(index);
    }

    private void damage(Path file, long place, byte[] damaged, byte[] whole, String how) throws IOException {
        write(file, place, damaged);
        try {
            endings.merge(file.getFileName().toString().replaceAll("_[0-9a-z]+", ""), 1, Integer::sum);
            Outcome outcome = patiently(() -> asPeopleUseIt(file, USUAL));
            patiently(() -> asPeopleUseIt(file, LARGE));
            if (small) {
                patiently(this::unchecked);
            }
            outcomes.merge(outcome, 1, Integer::sum);
        } catch (AssertionError e) {
            throw new AssertionError(store.relativize(file) + ", " + how + ": " + e.getMessage(), e);
        } finally {
            write(file, place, whole);
        }
    }

    private interface Look<T> {
        T look() throws IOException;
    }

    /** Fails if a look-up hangs. */
    private <T> T patiently(Look<T> look) {
        Future<T> looking = thread.submit(look::look);
        try {
            return looking.get(PATIENCE_SECONDS, TimeUnit.SECONDS);
        } catch (ExecutionException e) {
            throw e.getCause() instanceof AssertionError known ? known : new AssertionError(e.getCause());
        } catch (InterruptedException | TimeoutException e) {
            throw new AssertionError("it hangs", e);
        }
    }

    private Outcome asPeopleUseIt(Path file, LuceneOptions options) {
        try {
            require(answers(options).equals(answers), "another answer, silently");
            if (small) {
                requireWhole(options);
            }
            return Outcome.HARMLESS;
        } catch (TernException e) {
            require(
                    String.valueOf(e.getMessage()).contains(file.getFileName().toString()),
                    "refused without naming the file: " + e.getMessage());
            return Outcome.REFUSED;
        } catch (RuntimeException | IOException | Error e) {
            throw new AssertionError("not in words: " + e, e);
        }
    }

    private Outcome unchecked() {
        boolean whole;
        try {
            whole = requireWhole(UNCHECKED);
        } catch (TernException e) {
            whole = false;
        } catch (RuntimeException | Error e) {
            throw new AssertionError("verify fails: " + e, e);
        }
        try {
            boolean same = answers(UNCHECKED).equals(answers);
            require(same || !whole, "another answer, and the verification finds nothing");
            return same ? Outcome.HARMLESS : Outcome.REFUSED;
        } catch (TernException e) {
            require(!whole, "refused, and the verification finds nothing: " + e.getMessage());
            return Outcome.REFUSED;
        } catch (RuntimeException | IOException | Error e) {
            throw new AssertionError("not in words: " + e, e);
        }
    }

    private boolean requireWhole(LuceneOptions options) {
        try (GraphStore graph = LuceneGraphStore.open(store, GRAPH, options)) {
            VerificationReport report = Verification.check(graph, VerificationListener.NONE);
            require(report.isWhole(), "files are whole and rows are not: " + report.problems());
            return true;
        }
    }

    private static void require(boolean holds, String otherwise) {
        if (!holds) {
            throw new AssertionError(otherwise);
        }
    }

    /** Returns the results of several searches and of all scans. */
    private List<Object> answers(LuceneOptions options) throws IOException {
        List<Object> answers = new ArrayList<>(LuceneGraphStore.graphs(store));
        try (GraphStore graph = LuceneGraphStore.open(store, GRAPH, options)) {
            Queries querying = new Queries(graph, model, null);
            for (String text : List.of("Who met person 7?")) {
                for (Mode mode : List.of(Mode.NAIVE, Mode.LOCAL)) {
                    for (MetadataFilter filter : List.of(
                            MetadataFilter.everything(),
                            MetadataFilter.parse("tenant = \"odd\""),
                            MetadataFilter.parse("year >= 1950"))) {
                        Retrieval found =
                                querying.retrieve(Question.of(text, mode).withFilter(filter));
                        answers.add(found.passages());
                        answers.add(found.relations());
                    }
                }
                answers.add(graph.latest().passagesByText(text, 10));
            }
            answers.add(graph.latest().statistics());
            if (small) {
                answers.add(Rows.of(graph.latest()));
            }
        }
        return answers;
    }

    /** Returns the number of damages by outcome. */
    Map<Outcome, Integer> outcomes() {
        return outcomes;
    }

    /** Returns the number of damaged files by name, without digits. */
    Map<String, Integer> endings() {
        return endings;
    }

    @Override
    public void close() {
        thread.shutdownNow();
    }

    /** Makes vectors as long as in a large graph. */
    private static final class LongVectors implements EmbeddingModel {
        @Override
        public Response<List<Embedding>> embedAll(List<TextSegment> texts) {
            return Response.from(texts.stream()
                    .map(text -> Embedding.from(repeated(Samples.vector(text.text()))))
                    .toList());
        }

        private static float[] repeated(float[] vector) {
            float[] longer = new float[LARGE_DIMENSION];
            double share = Math.sqrt((double) vector.length / LARGE_DIMENSION);
            for (int i = 0; i < LARGE_DIMENSION; i++) {
                longer[i] = (float) (vector[i % vector.length] * share);
            }
            return longer;
        }

        @Override
        public String modelName() {
            return Samples.MODEL;
        }
    }

    /** Makes the vectors of {@link Samples}. */
    static final class SampleModel implements EmbeddingModel {
        @Override
        public Response<List<Embedding>> embedAll(List<TextSegment> texts) {
            return Response.from(texts.stream()
                    .map(text -> Embedding.from(Samples.vector(text.text())))
                    .toList());
        }

        @Override
        public String modelName() {
            return Samples.MODEL;
        }
    }
}
