package dev.tern.spring.boot;

import dev.langchain4j.model.embedding.EmbeddingModel;
import dev.tern.GraphRag;
import dev.tern.documents.sync.BackgroundSync;
import dev.tern.testing.HashingEmbeddingModel;
import java.util.concurrent.locks.LockSupport;
import org.springframework.boot.SpringApplication;
import org.springframework.boot.SpringBootConfiguration;
import org.springframework.boot.autoconfigure.ImportAutoConfiguration;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.context.annotation.Bean;

/** Reads its documents, prints the result, answers a question and ends. */
@SpringBootConfiguration(proxyBeanMethods = false)
@ImportAutoConfiguration({TernAutoConfiguration.class, TernDocumentsAutoConfiguration.class})
public class OneJarApplication {
    private static final long POLL_NANOS = 10_000_000;

    /** Starts it, asks the given question, and ends. */
    public static void main(String[] arguments) {
        try (ConfigurableApplicationContext context = SpringApplication.run(OneJarApplication.class, arguments)) {
            BackgroundSync sync = context.getBean(BackgroundSync.class);
            while (sync.progress().isUnderWay()) {
                LockSupport.parkNanos(POLL_NANOS);
            }
            System.out.println(context.getBean(TernDocuments.class).places());
            System.out.println("Answer: "
                    + context.getBean(GraphRag.class)
                            .ask("When did she leave Basel?")
                            .text());
        }
    }

    @Bean
    EmbeddingModel model() {
        return new HashingEmbeddingModel(256);
    }
}
