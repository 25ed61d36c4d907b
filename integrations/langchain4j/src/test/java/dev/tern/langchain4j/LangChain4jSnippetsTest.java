package dev.tern.langchain4j;

import static dev.langchain4j.store.embedding.filter.MetadataFilterBuilder.metadataKey;
import static org.assertj.core.api.Assertions.assertThat;

import dev.langchain4j.data.document.Document;
import dev.langchain4j.data.document.Metadata;
import dev.langchain4j.data.message.AiMessage;
import dev.langchain4j.data.message.UserMessage;
import dev.langchain4j.data.segment.TextSegment;
import dev.langchain4j.model.chat.ChatModel;
import dev.langchain4j.model.chat.request.ChatRequest;
import dev.langchain4j.model.chat.response.ChatResponse;
import dev.langchain4j.rag.RetrievalAugmentor;
import dev.langchain4j.rag.content.Content;
import dev.langchain4j.rag.content.aggregator.DefaultContentAggregator;
import dev.langchain4j.rag.content.retriever.ContentRetriever;
import dev.langchain4j.rag.query.Query;
import dev.langchain4j.rag.query.router.DefaultQueryRouter;
import dev.langchain4j.service.AiServices;
import dev.langchain4j.store.embedding.EmbeddingStore;
import dev.tern.GraphRag;
import dev.tern.graph.Relation;
import dev.tern.ingest.IngestReport;
import dev.tern.settings.Mode;
import dev.tern.settings.Parameter;
import dev.tern.settings.Parameters;
import dev.tern.testing.Bridges;
import dev.tern.testing.HashingEmbeddingModel;
import dev.tern.testing.Tenants;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

/** The Java snippets of the page on LangChain4j, which run here and are compared. */
class LangChain4jSnippetsTest {
    private final GraphRag rag = Bridges.built();
    private final ChatModel chatModel = new ChatModel() {
        @Override
        public ChatResponse doChat(ChatRequest request) {
            return ChatResponse.builder()
                    .aiMessage(AiMessage.from("The Vale bridge."))
                    .build();
        }
    };

    interface Assistant {
        String chat(String message);
    }

    @Test
    void assistant() {
        // snippet: langchain4j-assistant
        Assistant assistant = AiServices.builder(Assistant.class)
                .chatModel(chatModel)
                .retrievalAugmentor(GraphAugmentor.of(rag))
                .build();
        String answer = assistant.chat("Which bridge did Emil Marr's daughter build?");
        // end
        assertThat(answer).isEqualTo("The Vale bridge.");
    }

    @Test
    void retriever() {
        List<String> why = new ArrayList<>();
        // snippet: langchain4j-retriever
        ContentRetriever retriever = GraphContentRetriever.builder(rag)
                .mode(Mode.LOCAL)
                .parameters(Parameters.of(Parameter.FINAL_TOP_K, 5))
                .build();
        List<Content> contents = retriever.retrieve(Query.from("Which bridge did Emil Marr's daughter build?"));
        for (Content content : contents) {
            GraphContent found = GraphContent.of(content).orElseThrow();
            why.add(found.passage().documentId() + " (" + found.score() + "): "
                    + found.relations().stream().map(Relation::text).toList());
        }
        // end
        assertThat(why)
                .anyMatch(line ->
                        line.startsWith("family ") && line.endsWith("[Lena Marr is the daughter of Emil Marr]"));
    }

    @Test
    void filters() {
        HashingEmbeddingModel embeddings = new HashingEmbeddingModel(64);
        GraphRag rag = GraphRag.builder()
                .store(Tenants.both(embeddings))
                .embeddingModel(embeddings)
                .build();
        // snippet: langchain4j-filter
        ContentRetriever since1990 = GraphContentRetriever.builder(rag)
                .filter(metadataKey("year").isGreaterThanOrEqualTo(1990))
                .dynamicFilter(query -> metadataKey("tenant")
                        .isEqualTo((String) query.metadata().chatMemoryId()))
                .build();
        // end
        dev.langchain4j.rag.query.Metadata red =
                dev.langchain4j.rag.query.Metadata.from(UserMessage.from("Who?"), "red", List.of());
        assertThat(since1990.retrieve(Query.from("Who bakes bread in Ham?", red)))
                .isNotEmpty()
                .allSatisfy(
                        content -> assertThat(content.textSegment().metadata().getString("documentId"))
                                .startsWith("red/"));
        GraphTools tools = GraphTools.of(rag, metadataKey("tenant").isEqualTo("red"));
        assertThat(tools.neighbourhood("Ham")).contains("Piet Moll").doesNotContain("HAM");
    }

    @Test
    void augmentor() {
        ContentRetriever other = query -> List.of(Content.from("Bridges are built of stone."));
        // snippet: langchain4j-augmentor
        RetrievalAugmentor augmentor = GraphAugmentor.builder(GraphContentRetriever.of(rag))
                .queryRouter(new DefaultQueryRouter(GraphContentRetriever.of(rag), other))
                .contentAggregator(new DefaultContentAggregator())
                .build();
        // end
        assertThat(AiServices.builder(Assistant.class)
                        .chatModel(chatModel)
                        .retrievalAugmentor(augmentor)
                        .build()
                        .chat("Who?"))
                .isEqualTo("The Vale bridge.");
    }

    @Test
    void tools() {
        // snippet: langchain4j-tools
        Assistant agent = AiServices.builder(Assistant.class)
                .chatModel(chatModel)
                .tools(GraphTools.of(rag))
                .build();
        // end
        assertThat(agent.chat("Who built it?")).isEqualTo("The Vale bridge.");
    }

    @Test
    void ingestor() {
        // snippet: langchain4j-ingestor
        Document document = Document.from(
                "Piet Moll repaired the Vale bridge in 1912.", Metadata.from(Document.FILE_NAME, "repairs.txt"));
        IngestReport report = GraphIngestor.of(rag).ingest(document);
        // end
        assertThat(report.passages()).isEqualTo(1);
    }

    @Test
    void store() {
        // snippet: langchain4j-store
        EmbeddingStore<TextSegment> store = GraphEmbeddingStore.of(rag, Mode.LOCAL);
        // end
        store.removeAll(List.of("mill"));
        assertThat(rag.statistics().documents()).isEqualTo(2);
    }

    @Test
    void later() throws Exception {
        // snippet: langchain4j-later
        CompletableFuture<List<Content>> later = GraphContentRetriever.of(rag)
                .retrieveAsync(Query.from("Which bridge did Emil Marr's daughter build?"))
                .orTimeout(30, TimeUnit.SECONDS);
        // end
        assertThat(later.get()).hasSize(2);
    }
}
