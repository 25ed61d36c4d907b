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

/** An application that reads its documents, says what came of them, answers a question and ends. */
@SpringBootConfiguration(proxyBeanMethods = false)
@ImportAutoConfiguration({TernAutoConfiguration.class, TernDocumentsAutoConfiguration.class})
public class OneJarApplication {
    private static final long POLL_NANOS = 10_000_000;

    /** Starts it, asks what it is given, and ends. */
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
