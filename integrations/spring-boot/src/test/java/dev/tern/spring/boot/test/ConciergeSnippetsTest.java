package dev.tern.spring.boot.test;

import static org.assertj.core.api.Assertions.assertThat;

import dev.langchain4j.model.embedding.EmbeddingModel;
import dev.tern.GraphRag;
import dev.tern.graph.SourceDocument;
import dev.tern.store.GraphStore;
import dev.tern.store.InMemoryGraphStore;
import org.junit.jupiter.api.Test;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.test.context.junit.jupiter.SpringJUnitConfig;

/** An application's test of a bean of its own. */
// snippet: spring-test
@SpringJUnitConfig
@AutoConfigureTestGraph
class ConciergeSnippetsTest {
    @Autowired
    Concierge concierge;

    @Autowired
    GraphRag rag;

    @Test
    void conciergeKnowsWhoGrinds() {
        rag.add(SourceDocument.of("mill", "Orla Finn grinds rye."));

        assertThat(concierge.reply("Who grinds rye?")).contains("Orla Finn");
    }
    // end

    /** Tests that the test's beans replace the application's, which would call a network. */
    @Test
    void storeAndModelTakeThePlaceOfTheApplications(
            @Autowired GraphStore store, @Autowired EmbeddingModel model, @Autowired Concierge one) {
        assertThat(store).isInstanceOf(InMemoryGraphStore.class);
        assertThat(model.modelName()).isEqualTo("words-of-tests");
        assertThat(one.rag()).isSameAs(rag);
    }

    /**
     * The bean under test.
     *
     * @param rag the graph
     */
    record Concierge(GraphRag rag) {
        String reply(String question) {
            return rag.ask(question).text();
        }
    }

    @Configuration(proxyBeanMethods = false)
    static class Application {
        @Bean
        Concierge concierge(GraphRag rag) {
            return new Concierge(rag);
        }

        @Bean
        EmbeddingModel served() {
            return new EmbeddingModel() {
                @Override
                public String modelName() {
                    return "served";
                }
            };
        }
    }
}
