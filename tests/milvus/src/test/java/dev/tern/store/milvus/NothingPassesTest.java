package dev.tern.store.milvus;

import static org.assertj.core.api.Assertions.assertThat;

import dev.langchain4j.data.message.AiMessage;
import dev.langchain4j.model.chat.ChatModel;
import dev.langchain4j.model.chat.request.ChatRequest;
import dev.langchain4j.model.chat.response.ChatResponse;
import dev.tern.GraphRag;
import dev.tern.graph.DocumentMetadata;
import dev.tern.graph.Entity;
import dev.tern.graph.MetadataFilter;
import dev.tern.graph.SourceDocument;
import dev.tern.graph.Statement;
import dev.tern.query.Question;
import dev.tern.query.Retrieval;
import dev.tern.settings.Mode;
import dev.tern.settings.Parameter;
import dev.tern.settings.Parameters;
import dev.tern.store.GraphStore;
import dev.tern.store.GraphView;
import dev.tern.store.GraphView.PassagesBy;
import dev.tern.store.GraphView.RelationsBy;
import dev.tern.store.contract.Samples;
import dev.tern.store.milvus.server.OnEachServer;
import dev.tern.store.milvus.server.ServerUnderTest;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;

/** A filter that no passage passes, and a question whose words or names are nowhere, find nothing in every kind of search. */
@OnEachServer
@Execution(ExecutionMode.CONCURRENT)
class NothingPassesTest {
    private static final int LIMIT = 10;
    private static final String QUESTION = "Who keeps lamp 7 at the harbour?";

    /** A value that no passage has, a field that none has, and two conditions each of which some pass. */
    private static final List<MetadataFilter> NOTHING_PASSES = List.of(
            MetadataFilter.equal("year", 1900),
            MetadataFilter.exists("nothing"),
            MetadataFilter.and(MetadataFilter.equal("year", 2001), MetadataFilter.equal("year", 2002)));

    private final OwnGraphs graphs;
    private GraphStore store;

    NothingPassesTest(ServerUnderTest server) {
        graphs = new OwnGraphs(server);
    }

    @BeforeEach
    void fill() {
        store = graphs.open("lamps");
        try (GraphRag rag = rag()) {
            rag.add(IntStream.range(0, 30)
                    .mapToObj(i -> SourceDocument.of("d" + i, "Keeper " + i + " keeps lamp " + i + " at the harbour.")
                            .withTitle("Lamp " + i)
                            .withMetadata(DocumentMetadata.EMPTY.with("year", 2000 + i % 3))
                            .withStatements(List.of(Statement.of("Keeper " + i, "keeps", "lamp " + i))))
                    .toList());
        }
    }

    @AfterEach
    void drop() {
        store.close();
        graphs.close();
    }

    private GraphRag rag() {
        return GraphRag.builder()
                .store(store)
                .embeddingModel(new SampleEmbeddings())
                .chatModel(new FirstRelation())
                .build();
    }

    @Test
    void noSearchAndNoLookUpFindsAnything() {
        String passage = store.latest()
                .passages(PassagesBy.DOCUMENT, List.of("d7"))
                .getFirst()
                .value()
                .id();
        String relation = store.latest()
                .relations(RelationsBy.PASSAGE, List.of(passage))
                .getFirst()
                .value()
                .key();
        List<String> keeper = List.of(Entity.named("Keeper 7").id());
        float[] vector = Samples.vector(QUESTION);
        for (MetadataFilter filter : NOTHING_PASSES) {
            // The second time the store knows how strict the filter is.
            for (int time = 0; time < 2; time++) {
                try (GraphView view = store.latest().visible(filter)) {
                    assertThat(view.nearestPassages(vector, LIMIT))
                            .as("%s", filter)
                            .isEmpty();
                    assertThat(view.nearestRelations(vector, LIMIT))
                            .as("%s", filter)
                            .isEmpty();
                    assertThat(view.nearestEntities(List.of(vector, vector), LIMIT))
                            .as("%s", filter)
                            .containsExactly(List.of(), List.of());
                    assertThat(view.relationsTouching(keeper, vector, LIMIT))
                            .as("%s", filter)
                            .isEmpty();
                    assertThat(view.entities(keeper)).as("%s", filter).isEmpty();
                    assertThat(view.relations(RelationsBy.KEY, List.of(relation)))
                            .as("%s", filter)
                            .isEmpty();
                    assertThat(view.passages(PassagesBy.ID, List.of(passage)))
                            .as("%s", filter)
                            .isEmpty();
                    assertThat(view.passages(PassagesBy.TITLE, List.of("Lamp 7")))
                            .as("%s", filter)
                            .isEmpty();
                    assertThat(view.statistics().passages()).as("%s", filter).isZero();
                    if (view.fullTextMissing().isEmpty()) {
                        assertThat(view.passagesByText(QUESTION, LIMIT))
                                .as("%s", filter)
                                .isEmpty();
                    }
                }
            }
        }
    }

    @Test
    void noQuestionFindsAnythingWithWordsOrWithout() {
        try (GraphRag rag = rag()) {
            for (Mode mode : List.of(Mode.NAIVE, Mode.LOCAL, Mode.GRAPH)) {
                for (boolean hybrid : List.of(true, false)) {
                    Question question =
                            Question.of(QUESTION, mode).withParameters(Parameters.of(Parameter.HYBRID, hybrid));
                    assertThat(rag.retrieve(question).passages())
                            .as("%s", question)
                            .isNotEmpty();
                    for (MetadataFilter filter : NOTHING_PASSES) {
                        assertThat(rag.retrieve(question.withFilter(filter)).passages())
                                .as("%s", question)
                                .isEmpty();
                    }
                }
            }
        }
    }

    /** Milvus 3.0.0 failed where one half of its own hybrid search found nothing; Tern asks for the halves and joins them. */
    @Test
    void questionWhoseWordsAreNowhereIsAnsweredByVectors() {
        try (GraphRag rag = rag()) {
            Question question = Question.of("zyx wvu", Mode.NAIVE);
            Question hybrid = question.withParameters(Parameters.of(Parameter.HYBRID, true));
            assertThat(documents(rag.retrieve(hybrid))).isNotEmpty().isEqualTo(documents(rag.retrieve(question)));
        }
    }

    private static List<String> documents(Retrieval retrieval) {
        return retrieval.passages().stream()
                .map(passage -> passage.value().documentId())
                .toList();
    }

    /** Chooses the first relation that it is shown. */
    private static final class FirstRelation implements ChatModel {
        @Override
        public ChatResponse chat(ChatRequest request) {
            return ChatResponse.builder()
                    .aiMessage(AiMessage.from("{\"thought\": \"\", \"relations\": [1]}"))
                    .build();
        }
    }
}
