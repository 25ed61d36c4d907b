package dev.tern.spring.boot;

import dev.tern.GraphRag;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.boot.actuate.autoconfigure.endpoint.condition.ConditionalOnAvailableEndpoint;
import org.springframework.boot.actuate.endpoint.annotation.Endpoint;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.context.annotation.Bean;

/** The actuator's endpoint {@code tern}, where it is exposed ({@code management.endpoints.web.exposure.include}). */
@AutoConfiguration(after = TernDocumentsAutoConfiguration.class)
@ConditionalOnClass({Endpoint.class, ConditionalOnAvailableEndpoint.class})
@ConditionalOnAvailableEndpoint(TernEndpoint.class)
public class TernEndpointAutoConfiguration {
    /** Spring makes the one instance. */
    public TernEndpointAutoConfiguration() {}

    /** The graph, and its documents. */
    @Bean
    @ConditionalOnBean(GraphRag.class)
    @ConditionalOnMissingBean
    TernEndpoint ternEndpoint(GraphRag rag, ObjectProvider<TernDocuments> documents) {
        return new TernEndpoint(rag, documents.getIfUnique());
    }
}
