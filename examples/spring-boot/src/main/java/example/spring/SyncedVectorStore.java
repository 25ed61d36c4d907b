package example.spring;

import dev.tern.spring.ai.VectorStoreTarget;
import java.nio.file.Path;
import org.springframework.ai.vectorstore.VectorStore;
import org.springframework.beans.factory.annotation.Value;
import org.springframework.boot.ApplicationRunner;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Profile;

/** Keeps the application's vector store in step with a folder or site, without a graph. */
// snippet: spring-sync
@Configuration
@Profile("vector-store")
class SyncedVectorStore {
    @Bean
    ApplicationRunner synchronise(
            VectorStore store, @Value("${docs}") String docs, @Value("${docs.ledger}") Path ledger) {
        return arguments ->
                System.out.println(VectorStoreTarget.of(store, ledger).sync(docs));
    }
}
// end
