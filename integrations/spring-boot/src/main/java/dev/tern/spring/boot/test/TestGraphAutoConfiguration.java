package dev.tern.spring.boot.test;

import dev.langchain4j.model.embedding.EmbeddingModel;
import dev.tern.spring.boot.TernAutoConfiguration;
import dev.tern.store.GraphStore;
import dev.tern.store.InMemoryGraphStore;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Primary;

/** The store and the embedding model of {@link AutoConfigureTestGraph}. */
@AutoConfiguration(before = TernAutoConfiguration.class)
public class TestGraphAutoConfiguration {
    public TestGraphAutoConfiguration() {}

    /** Creates an in-memory store that replaces the application's. */
    @Bean
    @Primary
    GraphStore ternTestStore() {
        return new InMemoryGraphStore();
    }

    /** Creates a model that needs no network and replaces the application's. */
    @Bean
    @Primary
    EmbeddingModel ternTestEmbeddingModel() {
        return new WordEmbeddingModel();
    }
}
