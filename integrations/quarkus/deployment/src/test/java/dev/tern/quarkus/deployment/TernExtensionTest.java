package dev.tern.quarkus.deployment;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tern.GraphRag;
import dev.tern.documents.sync.BackgroundSync;
import dev.tern.graph.MetadataFilter;
import dev.tern.graph.SourceDocument;
import dev.tern.ingest.extract.TripletExtractor;
import dev.tern.quarkus.GraphCustomizer;
import dev.tern.quarkus.GraphMetrics;
import dev.tern.settings.Parameter;
import dev.tern.store.GraphStore;
import dev.tern.store.GraphView;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import io.quarkus.test.QuarkusUnitTest;
import io.smallrye.health.SmallRyeHealthReporter;
import jakarta.enterprise.inject.Produces;
import jakarta.inject.Inject;
import jakarta.inject.Singleton;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** An application of Quarkus with a model of its own, documents, health and metrics. */
final class TernExtensionTest {
    private static final Path FOLDER =
            Path.of("target", "applications", "extension").toAbsolutePath();

    @RegisterExtension
    static final QuarkusUnitTest APPLICATION = new QuarkusUnitTest()
            .setBeforeAllCustomizer(() -> FoldersOfTests.docs(FoldersOfTests.empty("extension")))
            .withApplicationRoot(jar -> jar.addClasses(WordsOfTests.class, Beans.class))
            .overrideRuntimeConfigKey("quarkus.http.test-port", "0")
            .overrideRuntimeConfigKey("tern.store", FOLDER.resolve("store").toString())
            .overrideRuntimeConfigKey(
                    "tern.documents.locations", FOLDER.resolve("docs").toString())
            .overrideRuntimeConfigKey("tern.scope", "tenant = \"red\" or sync_source exists")
            .overrideRuntimeConfigKey("tern.load.parsers", "1")
            .overrideRuntimeConfigKey("tern.query.final-top-k", "5")
            .overrideRuntimeConfigKey("tern.query.degree", "2");

    @Inject
    GraphRag rag;

    @Inject
    GraphStore store;

    @Inject
    BackgroundSync documents;

    @Inject
    GraphMetrics metrics;

    @Inject
    MeterRegistry registry;

    @Inject
    SmallRyeHealthReporter health;

    @Test
    void documentsAreReadBesideTheStartAndAnswered() throws InterruptedException {
        read();

        assertThat(rag.ask("Who grinds rye?").text()).contains("Orla Finn grinds rye.");
        assertThat(store.latest().description().orElseThrow().embeddingModel()).isEqualTo("letters");
        assertThat(rag.read(MetadataFilter.everything(), GraphView::description))
                .isEqualTo(store.latest().description());
        assertThat(documents.progress().places())
                .singleElement()
                .satisfies(place -> assertThat(place.place())
                        .isEqualTo(FOLDER.resolve("docs").toString()));
    }

    @Test
    void configurationSaysHowQuestionsAreAsked() {
        assertThat(rag.question("Who?").parameters().get(Parameter.FINAL_TOP_K)).isEqualTo(5);
        assertThat(rag.question("Who?").parameters().get(Parameter.DEGREE)).isEqualTo(2);
    }

    @Test
    void scopeHoldsForTheWholeApplication() {
        assertThatThrownBy(() -> rag.add(SourceDocument.of("blue", "Nobody reads this.")))
                .hasMessageContaining("is outside the scope of this GraphRag");
    }

    @Test
    void readinessTellsOfTheGraphAndItsDocuments() throws InterruptedException {
        read();

        assertThat(health.getReadiness().getPayload().toString())
                .contains("\"name\":\"tern\"", "\"status\":\"UP\"", "\"passages\":1", "\":\"done\"");
    }

    @Test
    void queriesAreMeasuredWithTheirSteps() {
        metrics.ask(rag, rag.question("Who grinds rye?"));

        assertThat(registry.get(GraphMetrics.QUERY)
                        .tags("tern.kind", "ask", "tern.mode", "local", "outcome", "success")
                        .timer()
                        .count())
                .isEqualTo(1);
        assertThat(registry.get(GraphMetrics.STEP)
                        .tags("tern.step", "seed")
                        .timer()
                        .count())
                .isEqualTo(1);
    }

    private void read() throws InterruptedException {
        for (int tries = 0; documents.progress().isUnderWay() && tries < 600; tries++) {
            TimeUnit.MILLISECONDS.sleep(50);
        }
        assertThat(documents.progress().isUnderWay()).isFalse();
    }

    /** The beans of the application. */
    public static final class Beans {
        @Produces
        @Singleton
        MeterRegistry registry() {
            return new SimpleMeterRegistry();
        }

        @Produces
        @Singleton
        GraphCustomizer sentences() {
            return builder -> builder.extractor(TripletExtractor.sentences());
        }
    }
}
