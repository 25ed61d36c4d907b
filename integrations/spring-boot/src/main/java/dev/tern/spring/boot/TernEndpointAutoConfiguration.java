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

/** Adds the actuator's endpoint {@code tern}, if exposed ({@code management.endpoints.web}). */
@AutoConfiguration(after = TernDocumentsAutoConfiguration.class)
@ConditionalOnClass({Endpoint.class, ConditionalOnAvailableEndpoint.class})
@ConditionalOnAvailableEndpoint(TernEndpoint.class)
public class TernEndpointAutoConfiguration {
    public TernEndpointAutoConfiguration() {}

    @Bean
    @ConditionalOnBean(GraphRag.class)
    @ConditionalOnMissingBean
    TernEndpoint ternEndpoint(GraphRag rag, ObjectProvider<TernDocuments> documents) {
        return new TernEndpoint(rag, documents.getIfUnique());
    }
}
