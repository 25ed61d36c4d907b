package dev.tern.spring.boot;

import static org.assertj.core.api.Assertions.assertThat;

import dev.langchain4j.model.embedding.EmbeddingModel;
import dev.tern.GraphRag;
import dev.tern.graph.SourceDocument;
import dev.tern.ingest.extract.TripletExtractor;
import dev.tern.query.Answer;
import dev.tern.settings.Mode;
import dev.tern.spring.ai.GraphDocumentPostProcessor;
import dev.tern.spring.ai.GraphDocumentRetriever;
import dev.tern.spring.ai.GraphObservations;
import dev.tern.spring.ai.GraphVectorStore;
import dev.tern.spring.ai.SpringModels;
import dev.tern.store.InMemoryGraphStore;
import dev.tern.testing.HashingEmbeddingModel;
import dev.tern.testing.Tenants;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.springframework.ai.chat.client.ChatClient;
import org.springframework.ai.chat.messages.AssistantMessage;
import org.springframework.ai.chat.model.ChatModel;
import org.springframework.ai.chat.model.ChatResponse;
import org.springframework.ai.chat.model.Generation;
import org.springframework.ai.rag.advisor.RetrievalAugmentationAdvisor;
import org.springframework.ai.rag.retrieval.search.VectorStoreDocumentRetriever;
import org.springframework.ai.vectorstore.VectorStore;
import org.springframework.ai.vectorstore.filter.FilterExpressionBuilder;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

/** The Java snippets of the page on Spring, which run here and are compared. */
class SpringSnippetsTest {
    private static final ChatModel CHAT =
            prompt -> new ChatResponse(List.of(new Generation(new AssistantMessage("The Vale bridge."))));

    @TempDir
    Path folder;

    @Configuration(proxyBeanMethods = false)
    static class Assistants {
        // snippet: spring-client
        @Bean
        ChatClient assistant(ChatModel model, GraphDocumentRetriever retriever) {
            return ChatClient.builder(model)
                    .defaultAdvisors(RetrievalAugmentationAdvisor.builder()
                            .documentRetriever(retriever)
                            .build())
                    .build();
        }
        // end

        // snippet: spring-vector-store
        @Bean
        VectorStore vectorStore(GraphRag rag) {
            return GraphVectorStore.of(rag, Mode.LOCAL);
        }
        // end

        // snippet: spring-customizer
        @Bean
        GraphRagCustomizer sentences() {
            return builder -> builder.extractor(TripletExtractor.sentences());
        }
        // end
    }

    @Test
    void applicationAnswers() {
        new ApplicationContextRunner()
                .withConfiguration(AutoConfigurations.of(TernAutoConfiguration.class))
                .withUserConfiguration(Assistants.class)
                .withPropertyValues("tern.store=" + folder)
                .withBean(ChatModel.class, () -> CHAT)
                .withBean(EmbeddingModel.class, () -> new HashingEmbeddingModel(256))
                .run(context -> {
                    GraphRag rag = context.getBean(GraphRag.class);
                    GraphObservations observations = context.getBean(GraphObservations.class);
                    assertThat(context.getBean(VectorStore.class)).isInstanceOf(GraphVectorStore.class);
                    rag.add(SourceDocument.of("lena", "Lena Marr, Emil's daughter, built the Vale bridge."));
                    assertThat(context.getBean(ChatClient.class)
                                    .prompt("Which bridge did Lena Marr build?")
                                    .call()
                                    .content())
                            .isEqualTo("The Vale bridge.");
                    // snippet: spring-observed
                    Answer answer = observations.ask(rag, rag.question("Which bridge did Lena Marr build?"));
                    // end
                    assertThat(answer.text()).isEqualTo("The Vale bridge.");
                });
    }

    @Test
    void filters() {
        GraphRag rag = GraphRag.builder()
                .store(Tenants.both(new HashingEmbeddingModel(256)))
                .embeddingModel(new HashingEmbeddingModel(256))
                .build();
        // snippet: spring-filter
        GraphDocumentRetriever retriever = GraphDocumentRetriever.builder(rag)
                .filterExpression(
                        new FilterExpressionBuilder().eq("tenant", "red").build())
                .build();
        // end
        List<String> shown = new ArrayList<>();
        ChatModel model = prompt -> {
            shown.add(prompt.getContents());
            return CHAT.call(prompt);
        };
        ChatClient client = ChatClient.builder(model)
                .defaultAdvisors(RetrievalAugmentationAdvisor.builder()
                        .documentRetriever(retriever)
                        .build())
                .build();
        // snippet: spring-filter-of-a-call
        String answer = client.prompt("Who bakes bread in Ham?")
                .advisors(advisor ->
                        advisor.param(VectorStoreDocumentRetriever.FILTER_EXPRESSION, "year >= 2000 && lang is null"))
                .call()
                .content();
        // end
        assertThat(answer).isEqualTo("The Vale bridge.");
        assertThat(shown.getFirst()).contains("Piet Moll bakes bread").doesNotContain("HAM", "The mill of Orla Finn");
    }

    @Test
    void withoutBoot() {
        ChatModel chatModel = CHAT;
        org.springframework.ai.embedding.EmbeddingModel embeddingModel = new ModelChoiceTest.Ones();
        // snippet: spring-without-boot
        GraphRag rag = GraphRag.builder()
                .store(new InMemoryGraphStore())
                .embeddingModel(SpringModels.embeddingModel(embeddingModel, "text-embedding-3-small"))
                .chatModel(SpringModels.chatModel(chatModel))
                .build();
        RetrievalAugmentationAdvisor advisor = RetrievalAugmentationAdvisor.builder()
                .documentRetriever(GraphDocumentRetriever.of(rag))
                .documentPostProcessors(GraphDocumentPostProcessor.of(rag).withLimit(3))
                .build();
        // end
        rag.add(SourceDocument.of("lena", "Lena Marr, Emil's daughter, built the Vale bridge."));
        assertThat(ChatClient.builder(chatModel)
                        .defaultAdvisors(advisor)
                        .build()
                        .prompt("Which bridge did Lena Marr build?")
                        .call()
                        .content())
                .isEqualTo("The Vale bridge.");
    }
}
