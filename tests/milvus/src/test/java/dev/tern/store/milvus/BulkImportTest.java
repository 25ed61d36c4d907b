package dev.tern.store.milvus;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.google.gson.Gson;
import com.google.gson.JsonArray;
import com.google.gson.JsonObject;
import com.google.gson.JsonParser;
import com.sun.net.httpserver.HttpServer;
import dev.tern.error.TernException;
import dev.tern.graph.Passage;
import dev.tern.graph.Statement;
import dev.tern.spark.bulk.BulkCheck;
import dev.tern.spark.bulk.BulkColumn;
import dev.tern.spark.bulk.BulkFile;
import dev.tern.spark.bulk.BulkGraph;
import dev.tern.spark.bulk.BulkImport;
import dev.tern.spark.bulk.BulkJournal;
import dev.tern.spark.bulk.BulkListener;
import dev.tern.spark.bulk.BulkOptions;
import dev.tern.spark.bulk.BulkRows;
import dev.tern.spark.bulk.BulkTable;
import dev.tern.store.GraphStore;
import dev.tern.store.contract.Samples;
import dev.tern.store.milvus.server.OnEachServer;
import dev.tern.store.milvus.server.ServerUnderTest;
import dev.tern.transfer.checksum.GraphChecksum;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;

/** Tests of graphs imported from files that the server reads. Milvus Lite reads none and refuses every import. */
@OnEachServer
@Execution(ExecutionMode.CONCURRENT)
class BulkImportTest {
    private static final BulkOptions OPTIONS =
            new BulkOptions(4, 16, Duration.ofMillis(100), Duration.ofMinutes(30), true, Optional.empty(), Map.of());

    @TempDir
    private Path folder;

    @AutoClose
    private final OwnGraphs graphs;

    private final boolean lite;
    private final BulkImport bulk;
    private final BulkJournal journal = new KeptJournal();

    BulkImportTest(ServerUnderTest server) {
        graphs = new OwnGraphs(server);
        lite = server.toString().equals("milvus-lite");
        bulk = importing(OPTIONS);
    }

    private BulkImport importing(BulkOptions options) {
        return new BulkImport(graphs.catalog().connection(), options);
    }

    private static List<Passage> passages() {
        List<Passage> passages = new ArrayList<>();
        for (int i = 0; i < 20; i++) {
            passages.add(Samples.passage(
                    "d" + i / 3,
                    i % 3,
                    "part " + i,
                    Statement.of("thing " + i, "is near", "thing " + (i + 1)),
                    new Statement("All five met.", List.of("one", "two", "three", "four", "thing " + i))));
        }
        passages.add(Samples.passage("long", 0, "word \"é\" ".repeat(20_000)));
        return passages;
    }

    /** Files of the rows of some passages, made in two batches, each id once. */
    private BulkGraph files(String name, List<Passage> passages) {
        Map<BulkTable, List<JsonObject>> rows = new EnumMap<>(BulkTable.class);
        Set<Object> seen = new HashSet<>();
        BulkRows made = new BulkRows(bulk.keepsWords());
        for (List<Passage> some : List.of(passages.subList(0, 7), passages.subList(7, passages.size()))) {
            made.show(Samples.batch(some), (table, of, values) -> {
                if (seen.add(values.getFirst())) {
                    rows.computeIfAbsent(table, none -> new ArrayList<>()).add(row(table, values));
                }
            });
        }
        List<BulkFile> files = new ArrayList<>();
        rows.forEach((table, all) -> {
            JsonArray some = new JsonArray();
            all.forEach(some::add);
            JsonObject file = new JsonObject();
            file.add("rows", some);
            files.add(file(table, file.toString(), all.size()));
        });
        return new BulkGraph(name, Samples.MODEL, Samples.DIMENSION, files);
    }

    private BulkFile file(BulkTable table, String text, int rows) {
        try {
            Path path = Files.writeString(folder.resolve(table + ".json"), text);
            return new BulkFile(table, path.toString(), rows);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private JsonObject row(BulkTable table, List<Object> values) {
        JsonObject row = new JsonObject();
        List<BulkColumn> columns = table.columns(bulk.keepsWords());
        for (int i = 0; i < values.size(); i++) {
            BulkColumn column = columns.get(i);
            row.add(
                    column.name(),
                    column.type() == BulkColumn.Type.JSON
                            ? JsonParser.parseString((String) values.get(i))
                            : new Gson().toJsonTree(values.get(i)));
        }
        return row;
    }

    /** Returns true if this server imports at all; otherwise prints that it does not. */
    private boolean imports(String name) {
        if (lite) {
            assertThatThrownBy(() -> bulk.requireNew(name, journal))
                    .isInstanceOf(TernException.class)
                    .hasMessageContaining("has no bulk import: write without bulk, or to another Milvus");
        }
        return !lite;
    }

    @Test
    void a_graph_of_files_is_the_graph_that_is_written_row_by_row() {
        String name = graphs.named("bulk");
        if (!imports(name)) {
            return;
        }
        List<BulkListener.ImportProgress> heard = new ArrayList<>();
        bulk.run(files(name, passages()), journal, BulkCheck.NONE, progress -> {
            assertThat(graphs.catalog().graphs()).doesNotContain(name);
            heard.add(progress);
        });
        assertThat(heard).hasSize(3);
        assertThat(heard.getLast().rowsDone()).isEqualTo(heard.getLast().rows());
        assertThat(graphs.catalog().graphs()).contains(name);
        try (GraphStore imported = graphs.catalog().open(name);
                GraphStore written = graphs.open("written")) {
            written.write(Samples.batch(passages()));
            assertThat(GraphChecksum.of(imported.latest())).isEqualTo(GraphChecksum.of(written.latest()));
            // It is a graph like any other.
            imported.write(Samples.batch(Samples.passage("more", 0, "More.", Statement.of("thing 1", "has", "more"))));
            assertThat(imported.view().statistics().documents()).isEqualTo(9);
            assertThatThrownBy(() -> bulk.run(files(name, passages()), journal, BulkCheck.NONE, BulkListener.NONE))
                    .isInstanceOf(TernException.class)
                    .hasMessageContaining("exists already; bulk only makes new graphs, and nothing was touched");
            assertThat(imported.view().statistics().documents()).isEqualTo(9);
        }
    }

    @Test
    void a_file_that_cannot_be_read_leaves_nothing_and_is_told() {
        String name = graphs.named("bad");
        if (!imports(name)) {
            return;
        }
        List<BulkFile> files = List.of(file(BulkTable.PASSAGES, "{\"rows\":[{\"id\":\"a\",\"vector\":[1]}]}", 1));
        BulkGraph bad = new BulkGraph(name, Samples.MODEL, Samples.DIMENSION, files);
        assertThatThrownBy(() -> bulk.run(bad, journal, BulkCheck.NONE, BulkListener.NONE))
                .isInstanceOf(TernException.class)
                .hasMessageContaining("did not import " + folder.resolve("PASSAGES.json"))
                .hasMessageContaining("; nothing of the graph was left");
        assertThat(graphs.catalog().drop(name)).isFalse();
        assertThat(journal.read()).isEmpty();
    }

    @Test
    void rows_that_are_missing_are_found() {
        String name = graphs.named("few");
        if (!imports(name)) {
            return;
        }
        List<BulkFile> files = new ArrayList<>(files(name, passages()).files());
        files.removeIf(file -> file.table() != BulkTable.ENTITIES);
        files.replaceAll(file -> new BulkFile(file.table(), file.path(), file.rows() + 1));
        assertThatThrownBy(() -> bulk.run(
                        new BulkGraph(name, Samples.MODEL, Samples.DIMENSION, files),
                        journal,
                        BulkCheck.NONE,
                        BulkListener.NONE))
                .isInstanceOf(TernException.class)
                .hasMessageContaining(", which should have ");
        assertThat(graphs.catalog().drop(name)).isFalse();
    }

    @Test
    void a_graph_that_a_check_finds_wrong_is_seen_by_nobody() {
        String name = graphs.named("wrong");
        if (!imports(name)) {
            return;
        }
        List<GraphChecksum> seen = new ArrayList<>();
        BulkCheck check = imported -> {
            seen.add(GraphChecksum.of(imported));
            assertThat(graphs.catalog().graphs()).doesNotContain(name);
            return Optional.of("it is of no use");
        };
        assertThatThrownBy(() -> bulk.run(files(name, passages()), journal, check, BulkListener.NONE))
                .isInstanceOf(TernException.class)
                .hasMessageEndingWith("has imported the graph \"" + name
                        + "\" incorrectly: it is of no use; nothing of the graph was left");
        assertThat(seen).hasSize(1);
        assertThat(seen.getFirst().passages().rows()).isEqualTo(21);
        assertThat(graphs.catalog().drop(name)).isFalse();
        BulkImport unchecked = importing(OPTIONS.unchecked());
        unchecked.run(files(name, passages()), journal, check, BulkListener.NONE);
        assertThat(seen).hasSize(1);
        assertThat(graphs.catalog().graphs()).contains(name);
    }

    /** On newer servers a waiting job names no files before its first status request. */
    @Test
    void a_job_that_waits_and_names_no_files_yet_is_not_asked_for_twice() throws IOException {
        String name = graphs.named("waiting");
        if (!imports(name)) {
            return;
        }
        BulkGraph graph = files(name, passages());
        AtomicInteger asked = new AtomicInteger();
        AtomicInteger looks = new AtomicInteger();
        HttpServer jobs = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        jobs.createContext("/", exchange -> {
            String what = exchange.getRequestURI().getPath();
            String data = "{\"jobId\":\"7\",\"state\":\"Pending\"}";
            if (what.endsWith("create")) {
                asked.incrementAndGet();
            } else if (what.endsWith("list")) {
                data = "{\"records\":[{\"jobId\":\"7\"}]}";
            } else if (looks.incrementAndGet() > 3) {
                data = "{\"jobId\":\"7\",\"state\":\"Failed\",\"reason\":\"the bucket is"
                        + " gone\",\"details\":[{\"fileName\":\""
                        + graph.files().getFirst().path() + "\"}]}";
            }
            byte[] reply = ("{\"code\":0,\"data\":" + data + "}").getBytes(StandardCharsets.UTF_8);
            exchange.sendResponseHeaders(200, reply.length);
            exchange.getResponseBody().write(reply);
            exchange.close();
        });
        jobs.start();
        try {
            BulkImport overHttp = importing(new BulkOptions(
                            1, 16, OPTIONS.poll(), OPTIONS.stall(), true, Optional.empty(), Map.of())
                    .withHttp(URI.create("http://127.0.0.1:" + jobs.getAddress().getPort()), Map.of()));
            // The job is asked for, and its id is not kept.
            assertThatThrownBy(() -> overHttp.run(graph, dying(journal, 3), BulkCheck.NONE, BulkListener.NONE))
                    .hasMessage("killed");
            assertThatThrownBy(() -> overHttp.run(graph, journal, BulkCheck.NONE, BulkListener.NONE))
                    .isInstanceOf(TernException.class)
                    .hasMessageContaining("(job 7): the bucket is gone; nothing of the graph was left");
            assertThat(asked).hasValue(1);
        } finally {
            jobs.stop(0);
        }
    }

    /** The run is killed before its entry is in the journal. */
    @Test
    void a_run_that_was_killed_goes_on_and_its_graph_is_nobody_elses_meanwhile() {
        String name = graphs.named("killed");
        if (!imports(name)) {
            return;
        }
        BulkGraph graph = files(name, passages());
        // After its first word; after a job was begun, before its id was kept; before the last file is known to be
        // done.
        for (int deadly : List.of(1, 3, 8)) {
            assertThatThrownBy(() -> bulk.run(graph, dying(journal, deadly), BulkCheck.NONE, BulkListener.NONE))
                    .hasMessage("killed");
            assertThat(graphs.catalog().graphs()).doesNotContain(name);
        }
        assertThatThrownBy(() -> graphs.catalog().open(name))
                .isInstanceOf(TernException.class)
                .hasMessageContaining("is being imported in bulk");
        assertThatThrownBy(() -> bulk.run(graph, new KeptJournal(), BulkCheck.NONE, BulkListener.NONE))
                .isInstanceOf(TernException.class)
                .hasMessageContaining("is being imported by the run ");
        bulk.run(graph, journal, BulkCheck.NONE, BulkListener.NONE);
        try (GraphStore imported = graphs.catalog().open(name);
                GraphStore written = graphs.open("written")) {
            written.write(Samples.batch(passages()));
            assertThat(GraphChecksum.of(imported.latest())).isEqualTo(GraphChecksum.of(written.latest()));
        }
    }

    /** A journal in memory. */
    private static final class KeptJournal implements BulkJournal {
        private Optional<String> kept = Optional.empty();

        @Override
        public Optional<String> read() {
            return kept;
        }

        @Override
        public void write(String text) {
            kept = Optional.of(text);
        }

        @Override
        public void forget() {
            kept = Optional.empty();
        }
    }

    private static BulkJournal dying(BulkJournal kept, int deadly) {
        AtomicInteger writes = new AtomicInteger();
        return new BulkJournal() {
            @Override
            public Optional<String> read() {
                return kept.read();
            }

            @Override
            public void write(String text) {
                if (writes.incrementAndGet() == deadly) {
                    throw new IllegalStateException("killed");
                }
                kept.write(text);
            }

            @Override
            public void forget() {
                kept.forget();
            }
        };
    }
}
