package dev.tern.docs;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.langchain4j.data.message.AiMessage;
import dev.langchain4j.model.chat.ChatModel;
import dev.langchain4j.model.chat.request.ChatRequest;
import dev.langchain4j.model.chat.response.ChatResponse;
import dev.langchain4j.model.embedding.EmbeddingModel;
import dev.tern.Conversation;
import dev.tern.Entities;
import dev.tern.GraphRag;
import dev.tern.error.TernException;
import dev.tern.graph.MetadataFilter;
import dev.tern.graph.Passage;
import dev.tern.graph.SourceDocument;
import dev.tern.graph.SourceMetadata;
import dev.tern.graph.Statement;
import dev.tern.ingest.extract.LanguageModelExtractor;
import dev.tern.model.ChatTask;
import dev.tern.models.CloseableEmbeddingModel;
import dev.tern.models.EmbeddingModelSettings;
import dev.tern.models.KnownProvider;
import dev.tern.models.Models;
import dev.tern.query.Answer;
import dev.tern.query.QueryListener;
import dev.tern.query.Question;
import dev.tern.query.Retrieval;
import dev.tern.query.trace.Trace;
import dev.tern.settings.Mode;
import dev.tern.settings.Parameter;
import dev.tern.settings.Parameters;
import dev.tern.store.GraphCatalog;
import dev.tern.store.GraphStore;
import dev.tern.store.Stores;
import dev.tern.store.lucene.LuceneGraphStore;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The Java snippets of the pages, which run here and which {@code PagesTest} compares. */
class LibrarySnippetsTest {
    @AutoClose
    private static final CloseableEmbeddingModel SHARED = Models.embeddingModel(
            EmbeddingModelSettings.builder().provider(KnownProvider.IN_PROCESS).build());

    @TempDir
    Path folder;

    private GraphRag rag() {
        return GraphRag.builder()
                .ownedStore(LuceneGraphStore.open(folder, "default"))
                .embeddingModel(SHARED)
                .build();
    }

    private GraphRag ragOfLena() {
        GraphRag rag = rag();
        rag.add(SourceDocument.of("lena", "Lena Marr, Emil's daughter, built the Vale bridge."));
        return rag;
    }

    @Test
    void storeIsOpenedByItsAddress() {
        String address = folder.resolve("graphs").toString();
        EmbeddingModel embeddings = SHARED;
        // snippet: stores
        try (GraphCatalog catalog = Stores.open(address);
                GraphRag rag = GraphRag.builder()
                        .ownedStore(catalog.open("bridges"))
                        .embeddingModel(embeddings)
                        .build()) {
            rag.add(SourceDocument.of("lena", "Lena Marr, Emil's daughter, built the Vale bridge."));
            System.out.println(catalog.graphs());
        }
        // end
        assertThat(LuceneGraphStore.graphs(folder.resolve("graphs"))).containsExactly("bridges");
    }

    @Test
    void quickStart() {
        Path directory = folder.resolve("bridges");
        // snippet: quick-start
        var settings = EmbeddingModelSettings.builder()
                .provider(KnownProvider.IN_PROCESS)
                .build();
        try (var embeddings = Models.embeddingModel(settings);
                var rag = GraphRag.builder()
                        .ownedStore(LuceneGraphStore.open(directory, "default"))
                        .embeddingModel(embeddings)
                        .build()) {
            rag.add(SourceDocument.of("lena", "Lena Marr, Emil's daughter, built the Vale bridge."));
            Answer answer = rag.ask("Which bridge did Emil Marr's daughter build?");
            System.out.println(answer.text());
            answer.passages().forEach(System.out::println);
            // end
            assertThat(answer.text()).isEqualTo("“Lena Marr, Emil's daughter, built the Vale bridge.” [1]");
        }
    }

    @Test
    void extractor() {
        String reply = """
            {"triplets": [{"subject": "Lena Marr", "subject_type": "person", "predicate": "built",
             "object": "Vale bridge", "object_type": "structure"}]}\
            """;
        ChatModel chat = new ChatModel() {
            @Override
            public ChatResponse doChat(ChatRequest request) {
                return ChatResponse.builder().aiMessage(AiMessage.from(reply)).build();
            }
        };
        SourceDocument document = SourceDocument.of("lena", "Lena Marr, Emil's daughter, built the Vale bridge.");
        Passage passage = Passage.of(document, 0, document.text(), List.of());
        // snippet: extractor
        LanguageModelExtractor extractor = LanguageModelExtractor.builder(chat)
                .entityTypes(List.of("person", "structure"))
                .predicates(List.of("built", "is the daughter of"))
                .maxTriplets(32)
                .build();
        List<Statement> statements = extractor.extract(passage);
        // end
        assertThat(statements).containsExactly(Statement.of("Lena Marr", "built", "Vale bridge"));
    }

    @Test
    void tasks() {
        List<String> asked = new ArrayList<>();
        ChatModel small = saying("small", asked);
        ChatModel strong = saying("strong", asked);
        GraphStore store = LuceneGraphStore.open(folder, "default");
        EmbeddingModel embeddings = SHARED;
        // snippet: tasks
        GraphRag rag = GraphRag.builder()
                .store(store)
                .embeddingModel(embeddings)
                .chatModel(small)
                .chatModel(ChatTask.ANSWER, strong)
                .build();
        // end
        try (store) {
            rag.add(SourceDocument.of("lena", "Lena Marr, Emil's daughter, built the Vale bridge.")
                    .withStatements(List.of(Statement.of("Lena Marr", "built", "the Vale bridge"))));
            rag.ask("What did Lena Marr build?");
        }
        assertThat(asked).first().isEqualTo("small");
        assertThat(asked).last().isEqualTo("strong");
    }

    private static ChatModel saying(String name, List<String> asked) {
        return new ChatModel() {
            @Override
            public ChatResponse doChat(ChatRequest request) {
                asked.add(name);
                return ChatResponse.builder().aiMessage(AiMessage.from("[1]")).build();
            }
        };
    }

    @Test
    void statements() {
        try (GraphRag rag = rag()) {
            // snippet: statements
            rag.add(SourceDocument.of("lena", "Lena Marr, Emil's daughter, built the Vale bridge.")
                    .withTitle("Lena Marr")
                    .withStatements(List.of(
                            Statement.of("Lena Marr", "is the daughter of", "Emil Marr"),
                            new Statement(
                                    "Lena Marr built the Vale bridge", List.of("Lena Marr", "the Vale bridge")))));

            Parameters wider = Parameters.of(Parameter.DEGREE, 2).with(Parameter.FINAL_TOP_K, 5);
            Retrieval found = rag.retrieve(
                    Question.of("What did Emil's daughter build?", Mode.LOCAL).withParameters(wider));
            // end
            assertThat(found.relations()).hasSize(2);
        }
    }

    @Test
    void filters() {
        try (GraphRag rag = rag()) {
            // snippet: filters
            rag.add(SourceDocument.of("lena", "Lena Marr, Emil's daughter, built the Vale bridge.")
                    .withMetadata(SourceMetadata.EMPTY.with("lang", "en").with("year", 1890)));

            MetadataFilter filter =
                    MetadataFilter.atLeast("year", 1850).and(MetadataFilter.in("lang", List.of("en", "de")));
            Retrieval found = rag.retrieve(
                    Question.of("Who built the Vale bridge?", Mode.LOCAL).withFilter(filter));
            // end
            assertThat(found.passages()).hasSize(1);
            Question other = found.question().withFilter(MetadataFilter.equal("lang", "de"));
            assertThat(rag.retrieve(other).passages()).isEmpty();
        }
    }

    @Test
    void scope() {
        GraphStore store = LuceneGraphStore.open(folder, "default");
        EmbeddingModel embeddings = SHARED;
        // snippet: scope
        GraphRag ofOneTenant = GraphRag.builder()
                .store(store)
                .embeddingModel(embeddings)
                .scope(MetadataFilter.equal("tenant", "red"))
                .build();
        // end
        try (store) {
            assertThat(ofOneTenant.statistics().passages()).isZero();
        }
    }

    @Test
    void trace() {
        try (GraphRag rag = ragOfLena()) {
            List<String> lines = new ArrayList<>();
            Answer answer = rag.ask("What did Lena Marr build?");
            // snippet: trace
            answer.trace()
                    .steps()
                    .forEach(step -> lines.add(step.name() + ": " + step.inCount() + " in, "
                            + step.outCount() + " out, " + step.cost().roundTrips() + " round trips, "
                            + step.cost().millis() + " ms"));
            // end
            assertThat(lines).hasSize(answer.trace().steps().size());
        }
    }

    @Test
    void later() throws Exception {
        try (GraphRag rag = ragOfLena()) {
            StringBuilder page = new StringBuilder();
            // snippet: later
            QueryListener listener = new QueryListener() {
                @Override
                public void stepEnded(Trace.Step step) {
                    page.append(step.name()).append('\n');
                }

                @Override
                public void answerPart(String part) {
                    page.append(part);
                }
            };
            Question question = rag.question("What did Lena Marr build?")
                    .withTimeLimit(Duration.ofSeconds(30))
                    .withListener(listener);
            CompletableFuture<Answer> later = rag.askAsync(question);
            // end
            assertThat(later.get().text()).isNotEmpty();
            assertThat(page.toString()).startsWith("recognise\n").contains("Lena Marr");
        }
    }

    @Test
    void conversation() {
        try (GraphRag rag = ragOfLena()) {
            // snippet: conversation
            Conversation conversation = Conversation.of(rag);
            conversation.ask("Which bridge did Lena Marr build?");
            Answer answer = conversation.ask("And whose daughter was she?");
            String asked = answer.retrieval().question().text();
            // end
            assertThat(asked).startsWith("And whose daughter was she? (").contains("Lena Marr");
        }
    }

    @Test
    void neighbours() {
        try (GraphRag rag = ragOfLena()) {
            List<String> lines = new ArrayList<>();
            // snippet: neighbours
            Entities.of(rag)
                    .neighbours("Lena Marr", 20)
                    .ifPresent(found -> found.relations()
                            .forEach(relation -> lines.add(relation.value().text())));
            // end
            assertThat(lines).isNotEmpty();
        }
    }

    @Test
    void errors() {
        try (GraphRag rag = rag()) {
            assertThatThrownBy(() -> {
                        // snippet: errors
                        try {
                            rag.ask(Question.of("What did Lena Marr build?", Mode.GRAPH));
                        } catch (TernException e) {
                            // USER: graph mode needs a chat model for the task rerank and none is set; set one ...
                            throw new IllegalStateException(e.fault() + ": " + e.getMessage(), e);
                        }
                        // end
                    })
                    .hasMessageStartingWith(
                            "USER: graph mode needs a chat model for the task rerank and none is set; set one, or use"
                                    + " the mode local");
        }
    }
}
