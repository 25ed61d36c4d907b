package dev.tern;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.langchain4j.data.embedding.Embedding;
import dev.langchain4j.data.segment.TextSegment;
import dev.langchain4j.model.embedding.EmbeddingModel;
import dev.langchain4j.model.output.Response;
import dev.tern.error.TernException;
import dev.tern.error.TernException.Fault;
import dev.tern.graph.MetadataFilter;
import dev.tern.graph.Position;
import dev.tern.graph.SourceDocument;
import dev.tern.graph.SourceMetadata;
import dev.tern.graph.Statement;
import dev.tern.ingest.IngestListener;
import dev.tern.ingest.IngestReport;
import dev.tern.ingest.Ingestion;
import dev.tern.ingest.extract.TripletExtractor;
import dev.tern.ingest.split.PassageText;
import dev.tern.ingest.split.Splitter;
import dev.tern.model.ChatTask;
import dev.tern.note.Edit;
import dev.tern.note.Note;
import dev.tern.query.Answer;
import dev.tern.query.QueryListener;
import dev.tern.query.Question;
import dev.tern.query.trace.Trace;
import dev.tern.settings.Mode;
import dev.tern.settings.Parameter;
import dev.tern.settings.Parameters;
import dev.tern.store.GraphDescription;
import dev.tern.store.GraphStatistics;
import dev.tern.store.GraphStore;
import dev.tern.store.GraphView.PassagesBy;
import dev.tern.store.InMemoryGraphStore;
import dev.tern.testing.HashingEmbeddingModel;
import dev.tern.testing.NotedEdits;
import dev.tern.testing.RecordingStore;
import dev.tern.testing.ScriptedChatModel;
import java.lang.reflect.Proxy;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import java.util.stream.IntStream;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.Test;

class GraphRagTest {
    private static final SourceDocument MILL = SourceDocument.of(
                    "mill", "The mill of Orla Finn grinds rye. It stands in Ham.")
            .withStatements(List.of(
                    Statement.of("the mill of Orla Finn", "grinds", "rye"),
                    Statement.of("the mill of Orla Finn", "stands in", "Ham")));
    private static final SourceDocument BAKER = SourceDocument.of(
                    "baker", "Piet Moll bakes bread from rye. He lives in Ham.")
            .withStatements(List.of(
                    Statement.of("Piet Moll", "bakes bread from", "rye"),
                    Statement.of("Piet Moll", "lives in", "Ham")));
    private static final String QUESTION = "Which bread does Piet Moll bake?";

    private final HashingEmbeddingModel embeddings = new HashingEmbeddingModel(64);
    private final InMemoryGraphStore store = new InMemoryGraphStore();

    private GraphRag.Builder builder() {
        return GraphRag.builder().store(store).embeddingModel(embeddings).extractor(TripletExtractor.none());
    }

    private GraphRag rag() {
        return builder().build();
    }

    /** Returns a library whose model has one reply for relations and answers. */
    private GraphRag ragWithChat() {
        return GraphRag.builder()
                .store(store)
                .embeddingModel(embeddings)
                .chatModel(ScriptedChatModel.answering(request -> request.responseFormat() == null
                        ? "Bread from rye [1]."
                        : "{\"thought_process\": \"\", \"useful_relationships\": [\"[1]\"]}"))
                .build();
    }

    @Test
    void aStoreAndAnEmbeddingModelAreNeeded() {
        assertThatThrownBy(() -> GraphRag.builder().embeddingModel(embeddings).build())
                .isInstanceOf(IllegalStateException.class)
                .hasMessage("store is not set");
        assertThatThrownBy(() -> GraphRag.builder().store(store).build())
                .isInstanceOf(IllegalStateException.class)
                .hasMessage("embeddingModel is not set");
    }

    @Test
    void estimateCountsChangedTitlesAndStatements() {
        rag().add(MILL);

        assertThat(rag().estimate(List.of(MILL)))
                .hasToString("1 documents, 1 passages (1 known), 0 calls of the chat model, 0 of the embedding model");
        assertThat(rag().estimate(List.of(MILL.withTitle("Mill"))).embedding().inputTokens())
                .isPositive();
        assertThat(rag().estimate(List.of(MILL.withStatements(List.of(Statement.of("rye", "grows in", "Ham")))))
                        .embedding()
                        .inputTokens())
                .isPositive();
    }

    @Test
    void anotherEmbeddingModelIsRefusedWithBothNames() {
        rag().add(MILL);

        assertThatThrownBy(() -> GraphRag.builder()
                        .store(store)
                        .embeddingModel(new HashingEmbeddingModel(32))
                        .build())
                .isInstanceOfSatisfying(
                        TernException.class, e -> assertThat(e.fault()).isEqualTo(Fault.USER))
                .hasMessage("the graph was made with the embedding model \"hashing-64\" and cannot be used with"
                        + " \"hashing-32\": set that model again, or index into another store or graph");
    }

    @Test
    void documentsAreAddedFoundAndRemoved() {
        GraphRag rag = rag();
        assertThat(store.description()).isEmpty();
        assertThat(rag.add(MILL, BAKER).documents()).isEqualTo(2);
        assertThat(store.description()).contains(new GraphDescription("hashing-64", 64));
        assertThat(rag.statistics()).isEqualTo(new GraphStatistics(2, 2, 4, 4));
        assertThat(rag.retrieve(rag.question(QUESTION))
                        .passages()
                        .getFirst()
                        .value()
                        .documentId())
                .isEqualTo("baker");

        assertThat(rag.remove(List.of("baker", "unknown"))).isEqualTo(1);
        assertThat(rag.statistics()).isEqualTo(new GraphStatistics(1, 1, 3, 2));
        assertThat(rag.retrieve(rag.question(QUESTION)).passages())
                .extracting(passage -> passage.value().documentId())
                .containsExactly("mill");
    }

    @Test
    void withoutAChatModelTheModeIsLocal() {
        GraphRag rag = rag();
        rag.add(MILL, BAKER);

        assertThat(QuestionMapping.modes(rag)).containsExactly(Mode.NAIVE, Mode.LOCAL);
        assertThat(rag.retrieve(QUESTION).trace().mode()).isEqualTo(Mode.LOCAL);
        assertThatThrownBy(() -> rag.ask(Question.of(QUESTION, Mode.GRAPH)))
                .isInstanceOfSatisfying(
                        TernException.class, e -> assertThat(e.fault()).isEqualTo(Fault.USER))
                .hasMessage(
                        "graph mode needs a chat model for the task rerank and none is set; set one, or use the mode"
                                + " local, which needs none");
    }

    @Test
    void listenerHearsTheEndOfAQueryThatFailsBeforeItsFirstStep() {
        AtomicInteger ended = new AtomicInteger();
        QueryListener listener = new QueryListener() {
            @Override
            public void queryEnded(Trace.Cost spent) {
                ended.incrementAndGet();
            }
        };

        assertThatThrownBy(() -> rag().ask(Question.of(QUESTION, Mode.GRAPH).withListener(listener)))
                .isInstanceOf(TernException.class);

        assertThat(ended).hasValue(1);
    }

    @Test
    void withAChatModelTheModeIsGraphAndTheAnswerIsGenerated() {
        GraphRag rag = ragWithChat();
        rag.add(MILL, BAKER);
        Answer answer = rag.ask(QUESTION);

        assertThat(QuestionMapping.modes(rag)).containsExactly(Mode.NAIVE, Mode.LOCAL, Mode.GRAPH);
        assertThat(answer.trace().mode()).isEqualTo(Mode.GRAPH);
        assertThat(answer.kind()).isEqualTo(Answer.Kind.GENERATED);
        assertThat(answer.text()).isEqualTo("Bread from rye [1].");
    }

    @Test
    void modesAreThoseThatTheModelsAllow() {
        rag().add(MILL, BAKER);

        assertThat(QuestionMapping.modes(rag())).containsExactly(Mode.NAIVE, Mode.LOCAL);
        assertThat(QuestionMapping.modes(ragWithChat())).containsExactly(Mode.NAIVE, Mode.LOCAL, Mode.GRAPH);
        for (Mode mode : QuestionMapping.modes(ragWithChat())) {
            assertThat(ragWithChat().ask(Question.of(QUESTION, mode)).trace().mode())
                    .isEqualTo(mode);
        }
    }

    @Test
    void anEmptyGraphAnswersThatItDoesNotKnow() {
        for (Mode mode : QuestionMapping.modes(ragWithChat())) {
            Answer answer = ragWithChat().ask(Question.of(QUESTION, mode));
            assertThat(answer.passages()).isEmpty();
            assertThat(answer.kind()).isEqualTo(Answer.Kind.UNKNOWN);
        }
    }

    @Test
    void questionsTakeTheParametersOfTheGraphUnlessTheyBringTheirOwn() {
        Parameters one = Parameters.of(Parameter.FINAL_TOP_K, 1);
        GraphRag rag = GraphRag.builder()
                .store(store)
                .embeddingModel(embeddings)
                .parameters(one)
                .build();
        rag.add(MILL, BAKER);

        assertThat(rag.retrieve(QUESTION).passages()).hasSize(1);
        for (Question question : List.of(rag.question(QUESTION), Question.of(QUESTION, Mode.LOCAL))) {
            assertThat(rag.retrieve(question.withParameters(Parameters.DEFAULT)).passages())
                    .hasSize(1);
            assertThat(rag.retrieve(question.withParameters(Parameters.of(Parameter.DEGREE, 2)))
                            .question()
                            .parameters())
                    .isEqualTo(one.with(Parameter.DEGREE, 2));
            assertThat(rag.retrieve(question.withParameters(Parameters.of(Parameter.FINAL_TOP_K, 5)))
                            .passages())
                    .hasSize(2);
        }
    }

    @Test
    void shortFormsDoTheSame() {
        GraphRag rag = rag();
        rag.add(List.of(MILL, BAKER));

        assertThat(rag.retrieveAsync(rag.question(QUESTION)).join().passages())
                .isEqualTo(rag.retrieve(QUESTION).passages())
                .hasSize(2);
        assertThat(rag.remove("mill", "baker", "unknown")).isEqualTo(2);
    }

    @Test
    void manyThreadsMayAskWhileOneAdds() throws Exception {
        GraphRag rag = builder()
                .chatModel(ChatTask.ANSWER, ScriptedChatModel.answering(ScriptedChatModel::user))
                .build();
        rag.add(MILL, BAKER);
        Answer alone = rag.ask(QUESTION);
        List<SourceDocument> more = new ArrayList<>();
        for (int i = 0; i < 40; i++) {
            more.add(SourceDocument.of("d" + i, "Number " + i + " is a number.")
                    .withStatements(List.of(Statement.of("number " + i, "is", "a number"))));
        }
        Callable<List<String>> asking = () -> {
            List<String> texts = new ArrayList<>();
            for (int i = 0; i < 5; i++) {
                texts.add(rag.ask(QUESTION).text());
            }
            return texts;
        };
        List<Future<List<String>>> asked = new ArrayList<>();
        try (ExecutorService threads = Executors.newFixedThreadPool(4)) {
            for (int i = 0; i < 4; i++) {
                asked.add(threads.submit(asking));
            }
            rag.add(more, IngestListener.NONE);
        }
        for (Future<List<String>> texts : asked) {
            assertThat(texts.get()).hasSize(5).allMatch(text -> text.contains("Piet Moll bakes bread from rye."));
        }
        assertThat(alone.text()).contains("Piet Moll bakes bread from rye.");
        assertThat(rag.statistics().documents()).isEqualTo(42);
    }

    @Test
    void ofTwoThreadsThatReplaceADocumentOneComesAfterTheOther() throws Exception {
        CountDownLatch both = new CountDownLatch(2);
        EmbeddingModel meeting = embeddingAfter(() -> {
            both.countDown();
            // Enough time for the other thread to come this far if nothing blocks it.
            both.await(300, TimeUnit.MILLISECONDS);
        });
        rag().add(MILL);
        GraphRag rag = builder().embeddingModel(meeting).build();
        try (ExecutorService threads = Executors.newFixedThreadPool(2)) {
            List<Future<IngestReport>> reports = new ArrayList<>();
            for (String text : List.of("The mill stands still.", "The mill burnt down.")) {
                reports.add(threads.submit(() -> rag.add(SourceDocument.of("mill", text))));
            }
            for (Future<IngestReport> report : reports) {
                assertThat(report.get().removedPassages()).isOne();
            }
        }
        assertThat(rag.statistics()).isEqualTo(new GraphStatistics(1, 1, 0, 0));
    }

    private interface Wait {
        void await() throws InterruptedException;
    }

    /** Returns a model that waits before each call. */
    private EmbeddingModel embeddingAfter(Wait wait) {
        return new EmbeddingModel() {
            @Override
            public Response<List<Embedding>> embedAll(List<TextSegment> segments) {
                try {
                    wait.await();
                } catch (InterruptedException e) {
                    throw new IllegalStateException(e);
                }
                return embeddings.embedAll(segments);
            }

            @Override
            public String modelName() {
                return embeddings.modelName();
            }
        };
    }

    /** A model that blocks until released, and signals a call. */
    private final class HeldModel {
        final CountDownLatch asked = new CountDownLatch(1);
        final CountDownLatch let = new CountDownLatch(1);

        EmbeddingModel model() {
            return embeddingAfter(() -> {
                asked.countDown();
                let.await();
            });
        }

        GraphRag rag() {
            return builder().embeddingModel(model()).build();
        }
    }

    @Test
    void documentThatIsRemovedWhileItIsReplacedDoesNotComeBack() throws Exception {
        rag().add(MILL, BAKER);
        HeldModel held = new HeldModel();
        try (ExecutorService threads = Executors.newFixedThreadPool(1)) {
            Future<IngestReport> replaced =
                    threads.submit(() -> held.rag().add(SourceDocument.of("mill", "The mill burnt down.")));
            held.asked.await();
            assertThat(rag().remove(List.of("mill"))).isOne();
            held.let.countDown();
            assertThat(replaced.get().documents()).isZero();
        }
        assertThat(store.passages(PassagesBy.DOCUMENT, List.of("mill", "baker")))
                .extracting(passage -> passage.value().documentId())
                .containsExactly("baker");
    }

    @Test
    void removalThroughAnotherStoreOfTheGraphCountsToo() throws Exception {
        GraphRag other = GraphRag.builder()
                .store(new RecordingStore(store))
                .embeddingModel(embeddings)
                .build();
        HeldModel held = new HeldModel();
        try (ExecutorService threads = Executors.newFixedThreadPool(1)) {
            Future<IngestReport> added = threads.submit(() -> held.rag().add(MILL, BAKER));
            held.asked.await();
            other.remove(List.of("mill"));
            held.let.countDown();
            assertThat(added.get().documents()).isOne();
        }
        assertThat(store.statistics().documents()).isOne();
    }

    @Test
    void largeDocumentThatIsRemovedBetweenTwoOfItsPartsIsNotWrittenOn() {
        int passages = 4 * Ingestion.PASSAGES_STORED_AT_ONCE;
        Splitter splitter = document -> IntStream.range(0, passages)
                .mapToObj(i -> "line " + i + ".")
                .map(text -> new PassageText(text, Position.ofDocument(text)))
                .toList();
        List<Integer> removed = new ArrayList<>();
        AtomicReference<GraphRag> rag = new AtomicReference<>();
        Thread remover = new Thread(() -> removed.add(rag.get().remove(List.of("book"))));
        EmbeddingModel removing = embeddingAfter(() -> {
            if (store.statistics().passages() >= 2 * Ingestion.PASSAGES_STORED_AT_ONCE
                    && remover.getState() == Thread.State.NEW) {
                remover.start();
                remover.join();
            }
        });
        rag.set(builder().embeddingModel(removing).splitter(splitter).build());

        IngestReport report = rag.get().add(SourceDocument.of("book", "lines"));

        assertThat(report.documents()).isZero();
        assertThat(removed).containsExactly(1);
        assertThat(store.statistics().passages()).isZero();
    }

    @Test
    void removalWithinAScopeLooksItsDocumentsUpWhenItIsItsTurn() throws Exception {
        RecordingStore written = new RecordingStore(store);
        GraphRag rag = GraphRag.builder()
                .store(written)
                .embeddingModel(embeddings)
                .scope(MetadataFilter.parse("tenant = \"blue\""))
                .build();
        FutureTask<Integer> removal = new FutureTask<>(() -> rag.remove(List.of("baker")));
        Thread remover = new Thread(removal);
        written.beforeCall(method -> {
            if (method.equals("write")) {
                remover.start();
                while (remover.getState() != Thread.State.WAITING) {
                    Thread.onSpinWait();
                }
            }
        });

        rag.add(BAKER.withMetadata(SourceMetadata.EMPTY.with("tenant", "blue")));

        assertThat(removal.get()).isOne();
        assertThat(store.statistics().documents()).isZero();
    }

    @Test
    void removalThatIsInterruptedBeforeItsTurnChangesNothing() throws Exception {
        rag().add(MILL, BAKER);
        HeldModel held = new HeldModel();
        GraphRag rag = held.rag();
        try (ExecutorService threads = Executors.newFixedThreadPool(1)) {
            Future<IngestReport> replaced =
                    threads.submit(() -> rag.add(SourceDocument.of("mill", "The mill burnt down.")));
            held.asked.await();
            Thread.currentThread().interrupt();
            assertThatThrownBy(() -> rag.remove(List.of("baker")))
                    .isInstanceOf(TernException.class)
                    .hasMessage("removing documents was interrupted before it began; nothing was changed");
            assertThat(Thread.interrupted())
                    .as("the thread is still interrupted")
                    .isTrue();
            held.let.countDown();
            replaced.get();
        }
        assertThat(rag.statistics().documents()).isEqualTo(2);
    }

    @Test
    void listenerCanRemoveWhileItsBatchIsMade() {
        GraphRag rag = rag();
        rag.add(MILL);
        List<Integer> removed = new ArrayList<>();

        IngestReport report = rag.add(List.of(BAKER), heard -> removed.add(rag.remove(List.of("mill"))));

        assertThat(removed).first().isEqualTo(1);
        assertThat(report.documents()).isOne();
        assertThat(rag.statistics().documents()).isOne();
    }

    @Test
    void listenerCanRemoveWhatIsInItsBatchAndItIsNotWritten() {
        GraphRag rag = rag();
        AtomicBoolean heard = new AtomicBoolean();

        IngestReport report = rag.add(List.of(MILL, BAKER), soFar -> {
            if (!heard.getAndSet(true)) {
                rag.remove(List.of("mill"));
            }
        });

        assertThat(report.documents()).isOne();
        assertThat(store.passages(PassagesBy.DOCUMENT, List.of("mill", "baker")))
                .extracting(passage -> passage.value().documentId())
                .containsExactly("baker");
    }

    @Test
    void listenerCanWaitForAnotherThreadThatRemoves() {
        GraphRag rag = rag();
        rag.add(MILL);
        try (ExecutorService threads = Executors.newSingleThreadExecutor()) {
            rag.add(List.of(BAKER), heard -> {
                Future<Integer> removal = threads.submit(() -> rag.remove(List.of("mill")));
                assertThat(removal).succeedsWithin(Duration.ofMinutes(1));
            });
        }
        assertThat(store.statistics().documents()).isOne();
    }

    @Test
    void listenerCanAddWhileItsBatchIsMadeAlsoThroughAnotherGraphRag() {
        for (GraphRag other : List.of(
                rag(),
                GraphRag.builder()
                        .store(new RecordingStore(store))
                        .embeddingModel(embeddings)
                        .build())) {
            IngestReport report = rag().add(List.of(BAKER, MILL), heard -> other.add(MILL.withTitle("The mill")));
            assertThat(report.documents()).isEqualTo(2);
            assertThat(store.statistics().documents()).isEqualTo(2);
            rag().remove(List.of("baker", "mill"));
        }
    }

    @Test
    void batchThatIsMadeFollowsAnEditThatIsMadeMeanwhile() throws Exception {
        rag().add(MILL);
        HeldModel held = new HeldModel();
        try (ExecutorService threads = Executors.newFixedThreadPool(1)) {
            Future<IngestReport> added = threads.submit(() -> held.rag()
                    .add(SourceDocument.of("owner", "Anna owns the mill.")
                            .withStatements(List.of(Statement.of("Anna", "owns", "the mill of Orla Finn")))));
            held.asked.await();
            rag().ingestion("renaming")
                    .changeNotes(NotedEdits.of(
                            new Note.Act("ada", Instant.EPOCH, ""),
                            List.of(new Edit.Rename("the mill of Orla Finn", "the red mill"))));
            held.let.countDown();
            added.get();
        }
        assertThat(store.passages(PassagesBy.DOCUMENT, List.of("owner"))
                        .getFirst()
                        .value()
                        .statements())
                .flatExtracting(Statement::entities)
                .containsExactly("Anna", "the red mill");
    }

    /** The plug-in that applies them is missing here. */
    @Test
    void pendingEditsAreLeftWhereNothingAppliesThem() {
        rag().add(MILL);
        store.changeNotes(NotedEdits.of(
                new Note.Act("ada", Instant.EPOCH, ""),
                List.of(new Edit.Rename("the mill of Orla Finn", "the red mill"))));
        assertThat(rag().add(BAKER).documents()).isOne();
        assertThat(store.notes().pending()).hasSize(1);
    }

    @Test
    void graphThatWasMadeAnewWithAnotherModelIsNotAskedWithTheFirst() {
        InMemoryGraphStore anew = new InMemoryGraphStore();
        HashingEmbeddingModel other = new HashingEmbeddingModel(32);
        GraphRag.builder().store(anew).embeddingModel(other).build().add(MILL);
        rag().add(MILL);
        AtomicReference<GraphStore> now = new AtomicReference<>(store);
        // As a store whose graph another process drops and recreates.
        GraphStore changing = (GraphStore) Proxy.newProxyInstance(
                GraphStore.class.getClassLoader(),
                new Class<?>[] {GraphStore.class},
                (proxy, method, given) -> method.invoke(now.get(), given));
        GraphRag rag =
                GraphRag.builder().store(changing).embeddingModel(embeddings).build();
        assertThat(rag.retrieve(rag.question(QUESTION)).passages()).isNotEmpty();

        now.set(anew);
        List<ThrowingCallable> asked = List.of(
                () -> rag.retrieve(rag.question(QUESTION)),
                () -> Entities.of(rag).nearest("rye", 1),
                () -> Entities.of(rag).neighbours("rye", 1));
        for (ThrowingCallable ask : asked) {
            assertThatThrownBy(ask)
                    .isInstanceOf(TernException.class)
                    .hasMessage("the graph was made with the embedding model \"" + other.modelName()
                            + "\" and cannot be used with \"" + embeddings.modelName()
                            + "\": set that model again, or index into another store or graph");
        }
    }

    @Test
    void anOwnedStoreThatDoesNotFitIsClosed() {
        rag().add(MILL);
        GraphRag.Builder builder = GraphRag.builder().ownedStore(store).embeddingModel(new HashingEmbeddingModel(32));
        assertThatThrownBy(builder::build).isInstanceOf(TernException.class);
        assertThatThrownBy(store::statistics)
                .isInstanceOf(IllegalStateException.class)
                .hasMessage("the store is closed");
    }

    @Test
    void closingClosesAnOwnedStoreAndClosingTwiceIsClosingOnce() {
        GraphRag rag =
                GraphRag.builder().ownedStore(store).embeddingModel(embeddings).build();
        rag.close();
        rag.close();

        assertThatThrownBy(store::statistics)
                .isInstanceOf(IllegalStateException.class)
                .hasMessage("the store is closed");
    }

    @Test
    void aStoreThatIsOnlyGivenStaysOpen() {
        try (GraphRag rag =
                GraphRag.builder().store(store).embeddingModel(embeddings).build()) {
            rag.add(MILL);
        }
        assertThat(store.statistics().documents()).isEqualTo(1);
        GraphRag.Builder builder = GraphRag.builder().store(store).embeddingModel(new HashingEmbeddingModel(32));
        assertThatThrownBy(builder::build).isInstanceOf(TernException.class);
        assertThat(store.statistics().documents()).isEqualTo(1);
    }
}
