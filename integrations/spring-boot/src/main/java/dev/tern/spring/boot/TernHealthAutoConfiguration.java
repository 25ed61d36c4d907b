package dev.tern.spring.boot;

import dev.tern.GraphRag;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.boot.health.autoconfigure.contributor.ConditionalOnEnabledHealthIndicator;
import org.springframework.boot.health.contributor.HealthIndicator;
import org.springframework.context.annotation.Bean;

/** Adds the graph to the health, unless {@code management.health.tern.enabled} is false. */
@AutoConfiguration(after = TernDocumentsAutoConfiguration.class)
@ConditionalOnClass({HealthIndicator.class, ConditionalOnEnabledHealthIndicator.class})
@ConditionalOnEnabledHealthIndicator("tern")
public class TernHealthAutoConfiguration {
    public TernHealthAutoConfiguration() {}

    @Bean
    @ConditionalOnBean(GraphRag.class)
    @ConditionalOnMissingBean(name = "ternHealthIndicator")
    HealthIndicator ternHealthIndicator(
            GraphRag rag, TernProperties properties, ObjectProvider<TernDocuments> documents) {
        return new TernHealthIndicator(
                rag, documents.getIfUnique(), properties.documents().required());
    }
}
