package dev.tern.server.graphs;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tern.cli.ScriptedBackend;
import dev.tern.error.TernException;
import dev.tern.graph.SourceDocument;
import dev.tern.server.front.Caller;
import dev.tern.server.front.Problem;
import dev.tern.server.front.ProblemConverter;
import dev.tern.server.settings.Role;
import dev.tern.store.GraphCatalog;
import dev.tern.store.StoreClosedException;
import dev.tern.store.lucene.LuceneGraphCatalog;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicReference;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** A graph that takes long to open. */
@Timeout(120)
final class OpenGraphsTest {
    @TempDir
    private Path folder;

    private final ScriptedBackend backend = new ScriptedBackend(null);
    private final ExecutorService others = Executors.newVirtualThreadPerTaskExecutor();
    private Graphs graphs;

    @BeforeEach
    void open() {
        graphs = backend.open(folder);
        backend.holdOpening("slow");
    }

    @AfterEach
    void close() throws InterruptedException {
        backend.release();
        others.close();
        graphs.close();
        awaitClosedStores();
    }

    /** Graphs that are no longer used are closed in threads of their own. */
    private void awaitClosedStores() throws InterruptedException {
        while (backend.openStores() > 0) {
            Thread.sleep(1);
        }
    }

    @Test
    void holdsUpThoseAloneWhoAskForItAndIsOpenedOnce() throws Exception {
        List<Future<ServedGraph>> waiting = takers(3);
        try (ServedGraph fast = graphs.create("fast")) {
            assertThat(fast.name()).isEqualTo("fast");
        }
        assertThat(graphs.find("none")).isEmpty();
        assertThat(waiting).noneMatch(Future::isDone);

        backend.release();
        ServedGraph first = waiting.getFirst().get();
        for (Future<ServedGraph> other : waiting) {
            assertThat(other.get()).isSameAs(first);
        }
        assertThat(backend.heldOpenings()).isOne();
        for (int user = 0; user < waiting.size(); user++) {
            assertThat(backend.openStores()).isOne();
            first.close();
        }
        // Empty, so closed with its last user.
        awaitClosedStores();
    }

    @Test
    void failureOfOpeningIsThatOfAllWhoWaitAndIsForgotten() throws Exception {
        List<Future<ServedGraph>> waiting = takers(3);
        backend.failStore(TernException.store("the store is away", new IOException()));
        backend.release();
        for (Future<ServedGraph> one : waiting) {
            assertThatThrownBy(one::get).hasStackTraceContaining("the store is away");
        }

        int before = backend.heldOpenings();
        backend.mendStore();
        try (ServedGraph again = graphs.create("slow")) {
            assertThat(again.name()).isEqualTo("slow");
        }
        assertThat(backend.heldOpenings()).isEqualTo(before + 1);
    }

    @Test
    void interruptOfOneWhoWaitsIsNotTheEndOfTheOthers() throws Exception {
        List<Future<ServedGraph>> waiting = takers(1);
        CountDownLatch ended = new CountDownLatch(1);
        AtomicReference<Throwable> thrown = new AtomicReference<>();
        Thread impatient = Thread.ofVirtual().start(() -> {
            try {
                graphs.create("slow");
            } catch (TernException e) {
                thrown.set(e);
            }
            ended.countDown();
        });
        impatient.interrupt();
        ended.await();
        assertThat(thrown.get()).hasMessage("opening the graph \"slow\" was interrupted");

        backend.release();
        try (ServedGraph graph = waiting.getFirst().get()) {
            assertThat(graph.name()).isEqualTo("slow");
        }
    }

    @Test
    void openingEndsWithTheLastWhoWaitsAndIsBegunAnewForTheNext() throws Exception {
        Thread last = Thread.ofVirtual().start(() -> assertThatThrownBy(() -> graphs.create("slow")));
        while (backend.heldOpenings() == 0) {
            Thread.sleep(1);
        }
        last.interrupt();
        last.join();

        backend.release();
        try (ServedGraph graph = graphs.create("slow")) {
            assertThat(graph.name()).isEqualTo("slow");
        }
        assertThat(backend.heldOpenings()).isEqualTo(2);
    }

    @Test
    void graphsThatAreClosedWhileOneIsOpenedLeaveNoneOpen() throws Exception {
        List<Future<ServedGraph>> waiting = takers(1);
        graphs.close();
        assertThatThrownBy(waiting.getFirst()::get).hasCauseInstanceOf(RuntimeException.class);
        assertThat(backend.openStores()).isZero();
    }

    /** Adds a document to a graph. */
    private void fill(String name) {
        try (ServedGraph graph = graphs.create(name)) {
            graph.rag().add(SourceDocument.of("d", "Lena built the Vale bridge."));
        }
    }

    @Test
    void graphThatIsBeingDroppedIsNotOpenedBetweenAndHasGoneThen() throws Exception {
        fill("wiki");
        ServedGraph held = graphs.find("wiki").orElseThrow();
        backend.holdDropping();
        Future<Boolean> drop = others.submit(() -> graphs.drop("wiki"));
        while (backend.heldDrops() == 0) {
            Thread.sleep(1);
        }
        for (ThrowingCallable opening : List.<ThrowingCallable>of(
                () -> graphs.find("wiki"), () -> graphs.create("wiki"), () -> graphs.drop("wiki"))) {
            assertThatThrownBy(opening)
                    .isInstanceOfSatisfying(
                            TernException.class, e -> assertThat(e.isConflict()).isTrue())
                    .hasMessage("the graph \"wiki\" is being removed");
        }
        assertThat(backend.openStores()).isZero();

        backend.release();
        assertThat(drop.get()).isTrue();
        held.close();
        assertThat(graphs.find("wiki")).isEmpty();
        fill("wiki");
        graphs.find("wiki").orElseThrow().close();
    }

    @Test
    void requestWhoseGraphIsDroppedUnderItIsToldSoAndNotThatTheServerIsWrong() {
        fill("wiki");
        try (ServedGraph held = graphs.find("wiki").orElseThrow()) {
            graphs.drop("wiki");
            assertThatThrownBy(held.store()::view)
                    .isInstanceOfSatisfying(
                            StoreClosedException.class,
                            e -> assertThat(ProblemConverter.details(
                                            e, new Caller("reader", Role.READ, Set.of()), "id"))
                                    .extracting(Problem.Details::status, Problem.Details::detail)
                                    .containsExactly(
                                            503,
                                            "the graph was closed meanwhile, by its removal or the server's shutdown"));
        }
    }

    @Test
    void graphIsNotDroppedForGoodWhereRemovingItFails() {
        fill("wiki");
        backend.failStore(TernException.store("the store is away", new IOException()));
        assertThatThrownBy(() -> graphs.drop("wiki")).hasMessage("the store is away");
        backend.mendStore();
        graphs.find("wiki").orElseThrow().close();
    }

    @Test
    void graphThatAnotherProcessHasDroppedIsNoLongerFoundWhoeverHasIt() throws Exception {
        fill("wiki");
        // Gives the right to write back.
        graphs.close();
        awaitClosedStores();
        graphs = backend.open(folder);
        try (ServedGraph held = graphs.find("wiki").orElseThrow();
                GraphCatalog other = LuceneGraphCatalog.open(folder.resolve("store"))) {
            assertThat(other.drop("wiki")).isTrue();
            for (Optional<ServedGraph> ghost = graphs.find("wiki"); ghost.isPresent(); ghost = graphs.find("wiki")) {
                ghost.get().close();
                Thread.sleep(5);
            }
            assertThat(held.store().latest().description()).isEmpty();
        }
    }

    @Test
    void graphThatWasDroppedMeanwhileIsGivenBackWithoutALookIntoIt() throws Exception {
        ServedGraph graph = graphs.create("wiki");
        graphs.drop("wiki");
        // So that its model would be compared again.
        Thread.sleep(1_100);
        graph.close();
        awaitClosedStores();
    }

    /** Starts threads that request the slow graph, whose opening has begun and does not end. */
    private List<Future<ServedGraph>> takers(int count) throws InterruptedException {
        List<Future<ServedGraph>> takers = new ArrayList<>();
        for (int taker = 0; taker < count; taker++) {
            Callable<ServedGraph> take = () -> graphs.create("slow");
            takers.add(others.submit(take));
        }
        while (backend.heldOpenings() == 0) {
            Thread.sleep(1);
        }
        return takers;
    }
}
