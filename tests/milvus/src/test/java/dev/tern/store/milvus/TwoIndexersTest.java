package dev.tern.store.milvus;

import static dev.tern.store.contract.Samples.batch;
import static dev.tern.store.contract.Samples.passage;
import static org.assertj.core.api.Assertions.assertThat;

import dev.langchain4j.model.embedding.EmbeddingModel;
import dev.tern.graph.SourceDocument;
import dev.tern.graph.Statement;
import dev.tern.ingest.IngestListener;
import dev.tern.ingest.Ingestion;
import dev.tern.note.Edit;
import dev.tern.note.Edit.Merge;
import dev.tern.note.EditNotes;
import dev.tern.note.Note;
import dev.tern.note.Notes;
import dev.tern.settings.Parameters;
import dev.tern.store.GraphBatch;
import dev.tern.store.GraphStore;
import dev.tern.store.InMemoryGraphStore;
import dev.tern.store.contract.Rows;
import dev.tern.store.milvus.server.OnEachServer;
import dev.tern.store.milvus.server.ServerUnderTest;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;

/** Two processes that write one graph at once, each with a connection of its own. */
@OnEachServer
@Execution(ExecutionMode.CONCURRENT)
class TwoIndexersTest {
    private static final EmbeddingModel EMBEDDINGS = new SampleEmbeddings();
    private static final int DOCUMENTS = 24;
    private static final int ROUNDS = 12;
    private static final int MAX_DELAY_MILLIS = 40;
    private static final int SAID = 8;

    /** The time after which the change of another process is visible. */
    private static final int KNOWN_MILLIS = 1_200;

    private final OwnGraphs graphs;
    private final MilvusGraphCatalog other;
    private final long seed = System.nanoTime();

    TwoIndexersTest(ServerUnderTest server) {
        graphs = new OwnGraphs(server);
        other = MilvusGraphCatalog.connect(OwnGraphs.settings(server).build());
        System.out.println("seed of TwoIndexersTest: " + seed);
    }

    @AfterEach
    void close() {
        other.close();
        graphs.close();
    }

    private static SourceDocument document(int number, String version) {
        String name = "Name " + number % 7;
        return SourceDocument.of("d" + number, "Text " + version + " of " + number)
                .withTitle("Title " + number)
                .withStatements(List.of(
                        Statement.of(name, "wrote", version + " " + number),
                        Statement.of(name, "knows", "Name " + (number + 1) % 5),
                        new Statement(
                                "They met in " + version, List.of(name, version + " place", "Name " + number % 3))));
    }

    private static List<SourceDocument> documents(String version, Random random) {
        List<SourceDocument> documents = new ArrayList<>();
        for (int i = 0; i < DOCUMENTS; i++) {
            documents.add(document(i, version));
        }
        Collections.shuffle(documents, random);
        return documents;
    }

    private static void index(GraphStore store, List<SourceDocument> documents, int step) {
        Ingestion ingestion = new Ingestion(store, EMBEDDINGS, Parameters.DEFAULT);
        for (List<SourceDocument> some = documents;
                !some.isEmpty();
                some = some.subList(Math.min(step, some.size()), some.size())) {
            ingestion.ingest(some.subList(0, Math.min(step, some.size())), IngestListener.NONE);
        }
    }

    /** Indexes documents that it has replaced and removed in between. */
    private static void indexWithDetours(GraphStore store, Random random) {
        index(store, documents("draft", random), 8);
        List<String> removed = new ArrayList<>();
        for (int i = 0; i < DOCUMENTS; i += 1 + random.nextInt(3)) {
            removed.add("d" + i);
        }
        store.removeDocuments(removed);
        index(store, documents("final", random), 6);
    }

    @Test
    void end_in_the_same_graph_as_one() throws Exception {
        Random random = new Random(seed);
        Random detours = new Random(random.nextLong());
        String name = graphs.named("both");
        List<SourceDocument> documents = documents("final", random);
        try (GraphStore one = graphs.catalog().open(name);
                GraphStore two = other.open(name)) {
            atOnce(() -> index(one, documents, 5), () -> indexWithDetours(two, detours));
        }
        try (GraphStore alone = new InMemoryGraphStore()) {
            index(alone, documents, DOCUMENTS);
            assertEqual(name, alone);
        }
    }

    /** One process removes the last mention of an entity while the other adds one. */
    @Test
    void never_lose_an_entity_that_one_removes_and_the_other_adds() throws Exception {
        Random random = new Random(seed);
        String name = graphs.named("race");
        for (int round = 0; round < ROUNDS; round++) {
            String entity = "Entity " + round;
            String leavingId = "leaving" + round;
            GraphBatch leaving = batch(passage(leavingId, 0, "Leaving.", Statement.of(entity, "is", "left " + round)));
            GraphBatch coming =
                    batch(passage("coming" + round, 0, "Coming.", Statement.of(entity, "is", "coming " + round)));
            long delay = random.nextLong(MAX_DELAY_MILLIS);
            boolean removalFirst = random.nextBoolean();
            // A store may restore missing rows after its batch, at the latest when it is closed.
            try (GraphStore one = graphs.catalog().open(name);
                    GraphStore two = other.open(name)) {
                one.write(leaving);
                atOnce(
                        () -> {
                            pause(removalFirst ? 0 : delay);
                            one.removeDocuments(List.of(leavingId));
                        },
                        () -> {
                            pause(removalFirst ? delay : 0);
                            two.write(coming);
                        });
            }
            try (GraphStore alone = new InMemoryGraphStore();
                    GraphStore next = graphs.catalog().open(name)) {
                alone.write(coming);
                assertEqual(name, alone);
                next.removeDocuments(List.of("coming" + round));
            }
        }
        assertEqual(name, new InMemoryGraphStore());
    }

    private void assertEqual(String name, GraphStore alone) {
        try (GraphStore store = graphs.catalog().open(name)) {
            Rows rows = Rows.of(store.latest());
            rows.requireWhole();
            assertThat(rows).as("seed %d", seed).isEqualTo(Rows.of(alone.latest()));
        }
    }

    @Test
    void make_a_graph_at_once() throws Exception {
        for (int round = 0; round < 3; round++) {
            String name = graphs.named("made" + round);
            GraphBatch first = batch(passage("a", 0, "One.", Statement.of("a", "is", "b")));
            GraphBatch second = batch(passage("c", 0, "Two.", Statement.of("c", "is", "b")));
            try (GraphStore one = graphs.catalog().open(name);
                    GraphStore two = other.open(name)) {
                atOnce(() -> one.write(first), () -> two.write(second));
            }
            try (GraphStore alone = new InMemoryGraphStore()) {
                alone.write(first);
                alone.write(second);
                assertEqual(name, alone);
            }
        }
    }

    private static Note said(String who, int number) {
        Note.Act act = new Note.Act(who, Instant.parse("2026-01-31T12:00:00Z").plusSeconds(number), "");
        return EditNotes.note(new Merge(List.of("Name " + number, who + " " + number)), act, 0);
    }

    private static void say(GraphStore store, String who) {
        for (int i = 0; i < SAID; i++) {
            Note note = said(who, i);
            store.changeNotes(present -> present.with(List.of(note)));
        }
        store.changeNotes(present -> present.without(List.of(said(who, 1).id())));
        store.changeNotes(present ->
                present.with(List.of(said(who, 2).undone(said(who, 2).made()))));
    }

    @Test
    void keep_what_each_says_of_the_graph() throws Exception {
        String name = graphs.named("said");
        try (GraphStore one = graphs.catalog().open(name);
                GraphStore two = other.open(name)) {
            one.write(batch(passage("a", 0, "One.", Statement.of("a", "is", "b"))));
            atOnce(() -> say(one, "ada"), () -> say(two, "bob"));
            pause(KNOWN_MILLIS);
            List<String> wanted = new ArrayList<>();
            for (String who : List.of("ada", "bob")) {
                for (int i = 0; i < SAID; i++) {
                    if (i != 1) {
                        wanted.add(said(who, i).id());
                    }
                }
            }
            assertThat(one.latest().notes().all()).extracting(Note::id).containsExactlyInAnyOrderElementsOf(wanted);
            assertThat(two.latest().notes()).isEqualTo(one.latest().notes());
            assertThat(one.latest().notes().edits().stream().filter(Edit::isInEffect))
                    .hasSize(2 * SAID - 4);
            // Values derived from the notes are computed again only after a change.
            Notes known = one.latest().notes();
            pause(KNOWN_MILLIS);
            assertThat(one.latest().notes()).isSameAs(known);
            two.changeNotes(present -> present.without(wanted.subList(1, wanted.size())));
            pause(KNOWN_MILLIS);
            assertThat(one.latest().notes().all()).extracting(Note::id).containsExactly(wanted.getFirst());
        }
    }

    @Test
    void make_one_alias_of_the_same_names() throws Exception {
        String name = graphs.named("same");
        try (GraphStore one = graphs.catalog().open(name);
                GraphStore two = other.open(name)) {
            one.write(batch(passage("a", 0, "One.", Statement.of("a", "is", "b"))));
            for (int i = 0; i < SAID; i++) {
                List<String> names = List.of("Name " + i, "Other " + i);
                Note.Act first = new Note.Act("ada", Instant.EPOCH.plusSeconds(i), "");
                Note.Act second = new Note.Act("bob", Instant.EPOCH.plusSeconds(2 * i + 1), "as I know");
                atOnce(() -> say(one, names, first), () -> say(two, names.reversed(), second));
            }
            pause(KNOWN_MILLIS);
            assertThat(one.latest().notes().all()).hasSize(SAID);
            assertThat(two.latest().notes()).isEqualTo(one.latest().notes());
        }
    }

    private static void say(GraphStore store, List<String> names, Note.Act act) {
        store.changeNotes(present -> present.with(List.of(EditNotes.note(new Merge(names), act, 0))));
    }

    private static void pause(long millis) {
        try {
            TimeUnit.MILLISECONDS.sleep(millis);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException(e);
        }
    }

    private static void atOnce(Runnable one, Runnable two) throws Exception {
        CyclicBarrier start = new CyclicBarrier(2);
        try (ExecutorService threads = Executors.newFixedThreadPool(2)) {
            List<Future<?>> running = new ArrayList<>();
            for (Runnable each : List.of(one, two)) {
                running.add(threads.submit(() -> {
                    start.await(1, TimeUnit.MINUTES);
                    each.run();
                    return each;
                }));
            }
            for (Future<?> each : running) {
                each.get();
            }
        }
    }
}
