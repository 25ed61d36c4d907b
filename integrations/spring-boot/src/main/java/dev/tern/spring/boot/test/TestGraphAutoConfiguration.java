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
    /** Spring makes the one instance. */
    public TestGraphAutoConfiguration() {}

    /** A store in memory, before what the application has. */
    @Bean
    @Primary
    GraphStore ternTestStore() {
        return new InMemoryGraphStore();
    }

    /** A model without network, before what the application has. */
    @Bean
    @Primary
    EmbeddingModel ternTestEmbeddingModel() {
        return new WordEmbeddingModel();
    }
}
