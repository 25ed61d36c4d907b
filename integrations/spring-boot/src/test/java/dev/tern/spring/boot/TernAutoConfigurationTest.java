package dev.tern.spring.boot;

import static dev.tern.testing.Tenants.BLUE;
import static dev.tern.testing.Tenants.RED;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.langchain4j.model.embedding.EmbeddingModel;
import dev.tern.GraphRag;
import dev.tern.error.TernException;
import dev.tern.graph.SourceDocument;
import dev.tern.ingest.IngestListener;
import dev.tern.settings.Mode;
import dev.tern.settings.Parameter;
import dev.tern.settings.Parameters;
import dev.tern.spring.ai.GraphDocumentPostProcessor;
import dev.tern.spring.ai.GraphDocumentRetriever;
import dev.tern.store.GraphCatalog;
import dev.tern.store.GraphStore;
import dev.tern.testing.HashingEmbeddingModel;
import io.micrometer.observation.Observation;
import io.micrometer.observation.ObservationHandler;
import io.micrometer.observation.ObservationRegistry;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.springframework.ai.rag.Query;
import org.springframework.ai.rag.retrieval.search.DocumentRetriever;
import org.springframework.ai.rag.retrieval.search.VectorStoreDocumentRetriever;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.health.contributor.Health;
import org.springframework.boot.health.contributor.HealthIndicator;
import org.springframework.boot.health.contributor.Status;
import org.springframework.boot.test.context.FilteredClassLoader;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.context.ApplicationContext;
import org.springframework.core.io.ClassPathResource;

class TernAutoConfigurationTest {
    @TempDir
    Path folder;

    private ApplicationContextRunner application = new ApplicationContextRunner();

    @BeforeEach
    void configure() {
        application = new ApplicationContextRunner()
                .withConfiguration(
                        AutoConfigurations.of(TernAutoConfiguration.class, TernHealthAutoConfiguration.class))
                .withPropertyValues("tern.store=" + folder)
                .withBean(EmbeddingModel.class, () -> new HashingEmbeddingModel(256));
    }

    @Test
    void graphRetrieverAndPostProcessorAreThere() {
        application.run(context -> {
            assertThat(context).hasSingleBean(GraphRag.class);
            assertThat(context).hasSingleBean(GraphDocumentPostProcessor.class);
            context.getBean(GraphRag.class).add(SourceDocument.of("mill", "Orla Finn grinds rye."));

            assertThat(context.getBean(DocumentRetriever.class).retrieve(new Query("Who grinds rye?")))
                    .singleElement()
                    .satisfies(document -> assertThat(document.getText()).isEqualTo("Orla Finn grinds rye."));
        });
    }

    @Test
    void whatWasAddedIsThereAfterARestart() {
        application.run(
                context -> context.getBean(GraphRag.class).add(SourceDocument.of("mill", "Orla Finn grinds rye.")));

        application.run(context -> assertThat(
                        context.getBean(GraphRag.class).statistics().documents())
                .isEqualTo(1));
        application
                .withPropertyValues("tern.graph=another")
                .run(context -> assertThat(
                                context.getBean(GraphRag.class).statistics().documents())
                        .isZero());
    }

    @Test
    void propertiesSetTheParametersOfQuestions() {
        application
                .withPropertyValues(
                        "tern.query.final-top-k=5",
                        "tern.query.degree=2",
                        "tern.query.entity-top-k=4",
                        "tern.query.relation-top-k=6",
                        "tern.query.candidate-tokens=500",
                        "tern.query.hybrid=true",
                        "tern.query.temperature=0.5",
                        "tern.query.mode=naive")
                .run(context -> {
                    Parameters parameters =
                            context.getBean(GraphRag.class).question("Who?").parameters();
                    assertThat(parameters)
                            .isEqualTo(Parameters.of(Parameter.FINAL_TOP_K, 5)
                                    .with(Parameter.DEGREE, 2)
                                    .with(Parameter.ENTITY_TOP_K, 4)
                                    .with(Parameter.RELATION_TOP_K, 6)
                                    .with(Parameter.CANDIDATE_TOKENS, 500)
                                    .with(Parameter.HYBRID, true)
                                    .with(Parameter.TEMPERATURE, 0.5));
                    assertThat(context.getBean(TernProperties.class).mode()).contains(Mode.NAIVE);
                });
    }

    @Test
    void defaultsAreThoseOfTern() {
        application.run(context -> assertThat(
                        context.getBean(GraphRag.class).question("Who?").parameters())
                .isEqualTo(Parameters.DEFAULT));
    }

    @Test
    void scopeHoldsWhateverAQueryAsksFor() {
        application.run(context ->
                context.getBean(GraphRag.class).add(List.of(RED.getFirst(), BLUE.getFirst()), IngestListener.NONE));

        application.withPropertyValues("tern.scope=tenant = \"red\"").run(context -> {
            GraphRag rag = context.getBean(GraphRag.class);
            assertThat(rag.statistics().documents()).isEqualTo(1);
            Query wishing = Query.builder()
                    .text("Who sold the mill?")
                    .context(Map.of(VectorStoreDocumentRetriever.FILTER_EXPRESSION, "tenant in ['red', 'blue']"))
                    .build();
            assertThat(context.getBean(DocumentRetriever.class).retrieve(wishing))
                    .extracting(document -> document.getMetadata().getOrDefault("documentId", "none"))
                    .containsExactly("red/mill");
            assertThatThrownBy(() -> rag.add(BLUE.getLast()))
                    .isInstanceOf(TernException.class)
                    .hasMessageContaining("is outside the scope of this GraphRag, which is \"tenant\" = \"red\"");
        });
    }

    @Test
    void scopeThatIsNoFilterStopsTheStart() {
        application
                .withPropertyValues("tern.scope=tenant is red")
                .run(context -> assertThat(context)
                        .getFailure()
                        .hasStackTraceContaining(
                                "tern.scope cannot be used: the filter has \"is\" at character 8 where a comparison"
                                        + " such as =, <, in, contains or exists is expected"));
    }

    @Test
    void valueOutOfItsRangeStopsTheStartAndIsNamed() {
        application
                .withPropertyValues("tern.query.degree=9")
                .run(context -> assertThat(context).getFailure().rootCause().hasMessageStartingWith("degree is 9"));
        application
                .withPropertyValues("tern.query.degree=far")
                .run(context -> assertThat(context)
                        .getFailure()
                        .hasStackTraceContaining(
                                "tern.query.degree is \"far\"; it must be a whole number from 0 to 4"));
        application
                .withPropertyValues("tern.query.degre=1")
                .run(context -> assertThat(context)
                        .getFailure()
                        .hasStackTraceContaining(
                                "there is no property tern.query.degre; known here are mode, recognition,"));
        application
                .withPropertyValues("tern.query.mode=best")
                .run(context -> assertThat(context)
                        .getFailure()
                        .hasStackTraceContaining(
                                "tern.query.mode is \"best\"; it must be naive, local, graph or overview"));
    }

    @Test
    void applicationsOwnBeansComeFirst() {
        DocumentRetriever own = query -> List.of();
        application
                .withBean("own", DocumentRetriever.class, () -> own)
                .withBean(
                        GraphRagCustomizer.class,
                        () -> builder -> builder.parameters(Parameters.of(Parameter.FINAL_TOP_K, 7)))
                .run(context -> {
                    assertThat(context).doesNotHaveBean(GraphDocumentRetriever.class);
                    assertThat(context.getBean(GraphRag.class)
                                    .question("Who?")
                                    .parameters()
                                    .get(Parameter.FINAL_TOP_K))
                            .isEqualTo(7);
                });
    }

    @Test
    void serverWithoutItsClientSaysWhatToAdd() {
        application
                .withPropertyValues("tern.store=http://127.0.0.1:19530")
                .withClassLoader(new FilteredClassLoader(
                        new ClassPathResource("META-INF/services/dev.tern.store.StoreProvider")))
                .run(context -> assertThat(context)
                        .getFailure()
                        .rootCause()
                        .hasMessage("the store \"http://127.0.0.1:19530\" cannot be opened with the stores on the "
                                + "class path, which open nothing: dev.tern:tern-store-lucene opens paths, "
                                + "dev.tern:tern-store-milvus"
                                + " http:, https: and milvus:"));
    }

    @Test
    void storeOfAnotherModuleIsOpenedByItsAddress() {
        application
                .withPropertyValues("tern.store=memory:spring", "tern.milvus.token=of-another-store")
                .run(context -> {
                    context.getBean(GraphRag.class).add(SourceDocument.of("mill", "Orla Finn grinds rye."));
                    assertThat(context.getBean(GraphCatalog.class).location()).isEqualTo("memory:spring");
                    assertThat(context.getBean(GraphRag.class)
                                    .ask("Who grinds rye?")
                                    .text())
                            .contains("Orla Finn grinds rye.");
                });
    }

    @Test
    void serverThatDoesNotAnswerIsNamedAndNoSecretIs() {
        application
                .withPropertyValues(
                        "tern.store=http://127.0.0.1:1",
                        "tern.milvus.token=user:secret",
                        "tern.milvus.database=d",
                        "tern.milvus.timeout=3s")
                .run(context -> {
                    assertThat(context).getFailure().rootCause().isNotNull();
                    assertThat(context.getStartupFailure())
                            .hasStackTraceContaining("http://127.0.0.1:1")
                            .satisfies(failure -> assertThat(failure.toString()).doesNotContain("secret"));
                });
    }

    @Test
    void everythingOfMilvusCanBeSet() throws IOException {
        Path authority = Files.writeString(folder.resolve("ca.pem"), "no certificate");
        milvus(
                "no certificate",
                "tern.milvus.token=me:secret",
                "tern.milvus.database=d",
                "tern.milvus.ca-file=" + authority,
                "tern.milvus.timeout=5s",
                "tern.milvus.index-type=hnsw");
    }

    @Test
    void settingOfMilvusThatCannotBeIsNamed() {
        milvus(
                "milvus.indexType is \"IVF\"; it must be AUTOINDEX, HNSW, FLAT or DISKANN",
                "tern.milvus.index-type=IVF");
        milvus("the certificate file nowhere.pem cannot be read", "tern.milvus.ca-file=nowhere.pem");
        milvus("timeout is 0 ms; it must be from 1 ms to 1 hour", "tern.milvus.timeout=0s");
    }

    private void milvus(String message, String... properties) {
        application
                .withPropertyValues("tern.store=https://127.0.0.1:1")
                .withPropertyValues(properties)
                .run(context -> assertThat(context.getStartupFailure())
                        .hasStackTraceContaining(message)
                        .satisfies(failure -> assertThat(failure.toString()).doesNotContain("secret")));
    }

    @Test
    void secretsAreNotShown() {
        application
                .withPropertyValues("tern.milvus.token=user:secret", "tern.milvus.database=d")
                .run(context -> assertThat(context.getBean(TernProperties.class).toString())
                        .contains("database=d")
                        .doesNotContain("secret"));
    }

    @Test
    void healthIsUpWithWhatIsInTheGraph() {
        application.run(context -> {
            assertThat(health(context).getStatus()).isEqualTo(Status.UP);
            assertThat(health(context).getDetails()).containsEntry("graph", "empty");

            context.getBean(GraphRag.class).add(SourceDocument.of("mill", "Orla Finn grinds rye."));
            assertThat(health(context).getDetails())
                    .containsEntry("passages", 1L)
                    .containsEntry("embeddingModel", "hashing-256");
        });
    }

    @Test
    void healthIsDownWhenTheStoreIsClosed() {
        application.run(context -> {
            context.getBean(GraphStore.class).close();

            assertThat(health(context).getStatus()).isEqualTo(Status.DOWN);
        });
    }

    @Test
    void healthCanBeTurnedOffAndNeedsAnActuator() {
        application
                .withPropertyValues("management.health.tern.enabled=false")
                .run(context -> assertThat(context).doesNotHaveBean(HealthIndicator.class));
        application
                .withClassLoader(new FilteredClassLoader(HealthIndicator.class))
                .run(context ->
                        assertThat(context).hasSingleBean(GraphRag.class).doesNotHaveBean("ternHealthIndicator"));
    }

    @Test
    void queriesAreObservedInTheApplicationsRegistry() {
        List<String> observed = new ArrayList<>();
        ObservationRegistry registry = ObservationRegistry.create();
        registry.observationConfig().observationHandler(new ObservationHandler<>() {
            @Override
            public void onStop(Observation.Context context) {
                observed.add(context.getName());
            }

            @Override
            public boolean supportsContext(Observation.Context context) {
                return true;
            }
        });
        application.withBean(ObservationRegistry.class, () -> registry).run(context -> {
            context.getBean(DocumentRetriever.class).retrieve(new Query("Who grinds rye?"));

            assertThat(observed).contains("tern.query", "tern.query.step");
        });
    }

    private static Health health(ApplicationContext context) {
        return Objects.requireNonNull(context.getBean(HealthIndicator.class).health());
    }
}
