package dev.tern.spring.boot;

import static org.assertj.core.api.Assertions.assertThat;

import dev.langchain4j.model.embedding.EmbeddingModel;
import dev.tern.GraphRag;
import dev.tern.documents.sync.BackgroundSync;
import dev.tern.documents.sync.SyncProgress;
import dev.tern.store.GraphStore;
import dev.tern.store.InMemoryGraphStore;
import dev.tern.testing.GatedEmbeddingModel;
import dev.tern.testing.HashingEmbeddingModel;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.springframework.boot.SpringApplication;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.context.event.ApplicationReadyEvent;
import org.springframework.boot.health.contributor.Health;
import org.springframework.boot.health.contributor.HealthIndicator;
import org.springframework.boot.health.contributor.Status;
import org.springframework.boot.test.context.FilteredClassLoader;
import org.springframework.boot.test.context.assertj.AssertableApplicationContext;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;

/** Tests of documents named in an application's properties. */
class TernDocumentsTest {
    private static final long POLL_NANOS = 10_000_000;

    @TempDir
    Path folder;

    private Path docs = Path.of("");
    private ApplicationContextRunner application = new ApplicationContextRunner();

    @BeforeEach
    void configure() throws IOException {
        docs = Files.createDirectory(folder.resolve("docs"));
        Files.writeString(docs.resolve("mill.txt"), "Orla Finn grinds rye.");
        application = new ApplicationContextRunner()
                .withConfiguration(AutoConfigurations.of(
                        TernAutoConfiguration.class,
                        TernDocumentsAutoConfiguration.class,
                        TernEndpointAutoConfiguration.class,
                        TernHealthAutoConfiguration.class))
                .withPropertyValues(
                        "tern.store=" + folder.resolve("store"),
                        "tern.documents.locations=" + docs,
                        "management.endpoints.web.exposure.include=tern")
                .withBean(EmbeddingModel.class, () -> new HashingEmbeddingModel(256));
    }

    @Test
    void documentsAreReadWhenTheApplicationIsReadyAndOnlyWhatHasChangedTheNextTime() throws IOException {
        application.run(context -> {
            assertThat(context.getBean(GraphRag.class).statistics().documents()).isZero();
            read(context);

            assertThat(context.getBean(GraphRag.class).ask("Who grinds rye?").text())
                    .contains("Orla Finn grinds rye.");
            assertThat(report(context)).extracting("added", "unchanged").containsExactly(1L, 0L);
        });

        Files.writeString(docs.resolve("bridge.txt"), "Lena Marr built the Vale bridge.");
        application.run(context -> {
            read(context);

            assertThat(report(context)).extracting("added", "unchanged").containsExactly(1L, 1L);
        });
    }

    @Test
    void startDoesNotWaitForDocumentsAndTheEndBreaksThemOff() {
        CountDownLatch begun = new CountDownLatch(1);
        application
                .withBean(
                        "gated",
                        EmbeddingModel.class,
                        () -> new GatedEmbeddingModel(() -> {
                            begun.countDown();
                            try {
                                Thread.sleep(Duration.ofHours(1));
                            } catch (InterruptedException e) {
                                Thread.currentThread().interrupt();
                                throw new IllegalStateException(e);
                            }
                        }),
                        definition -> definition.setPrimary(true))
                .run(context -> {
                    context.publishEvent(ready(context));
                    assertThat(begun.await(30, TimeUnit.SECONDS)).isTrue();
                    BackgroundSync sync = context.getBean(BackgroundSync.class);
                    assertThat(sync.progress().isUnderWay()).isTrue();
                    assertThat(sync.start()).as("a second run beside it").isFalse();

                    context.getSourceApplicationContext().close();

                    assertThat(sync.progress().places())
                            .extracting(place -> place.state().name())
                            .containsExactly("STOPPED");
                    assertThat(sync.start()).as("a run after the end").isFalse();
                });
    }

    @Test
    void endpointShowsTheGraphAndReadsTheDocumentsAgain() throws IOException {
        application.run(context -> {
            TernEndpoint endpoint = context.getBean(TernEndpoint.class);
            assertThat(endpoint.summary().embeddingModel()).isNull();
            assertThat(endpoint.summary().documents())
                    .singleElement()
                    .satisfies(place -> assertThat(place.state()).isEqualTo("waiting"));
            assertThat(endpoint.readDocuments().started()).isTrue();
            await(context);
            assertThat(endpoint.summary())
                    .satisfies(summary -> assertThat(summary.passages()).isEqualTo(1))
                    .satisfies(summary -> assertThat(summary.embeddingModel()).isEqualTo("hashing-256"));

            Files.writeString(docs.resolve("mill.txt"), "Orla Finn grinds oats.");
            assertThat(endpoint.readDocuments().started()).isTrue();
            await(context);

            assertThat(report(context)).extracting("replaced").isEqualTo(1L);
        });
    }

    /** Stored passages stay, even if the folder is empty or gone. */
    @Test
    void folderThatIsGoneFailsNamesWhoCanMendItAndTakesNothingAway() throws IOException {
        application.run(context -> {
            read(context);
            Files.delete(docs.resolve("mill.txt"));
            context.getBean(TernEndpoint.class).readDocuments();
            await(context);
            assertThat(report(context).remark())
                    .isEqualTo("no unlisted document was removed: it is empty, where the graph has 1 files or pages of"
                            + " it");
            assertThat(context.getBean(GraphRag.class).statistics().documents()).isEqualTo(1);
        });
        Files.delete(docs);
        String error = "tern.documents.locations names \"" + docs + "\", and there is no folder " + docs
                + ": create the folder, or set the property to another folder or the address of a site";

        application.run(context -> {
            read(context);

            assertThat(context.getBean(TernEndpoint.class).summary().documents())
                    .singleElement()
                    .satisfies(place -> assertThat(place.lastError()).isEqualTo(error));
            assertThat(context.getBean(GraphRag.class).statistics().documents()).isEqualTo(1);
            Health health = Objects.requireNonNull(
                    context.getBean(HealthIndicator.class).health());
            assertThat(health.getStatus()).isEqualTo(Status.UNKNOWN);
            assertThat(health.getDetails()).containsEntry("documents", Map.of(docs.toString(), error));
        });
        application
                .withPropertyValues("tern.documents.required=true")
                .run(context -> assertThat(context).getFailure().rootCause().hasMessage(error));
    }

    @Test
    void folderThatGoesWhileItIsRequiredIsDown() {
        application.withPropertyValues("tern.documents.required=true").run(context -> {
            read(context);
            assertThat(Objects.requireNonNull(
                                    context.getBean(HealthIndicator.class).health())
                            .getStatus())
                    .isEqualTo(Status.UP);
            Files.delete(docs.resolve("mill.txt"));
            Files.delete(docs);
            context.getBean(BackgroundSync.class).start();
            await(context);

            assertThat(Objects.requireNonNull(
                                    context.getBean(HealthIndicator.class).health())
                            .getStatus())
                    .isEqualTo(Status.DOWN);
        });
    }

    @Test
    void folderOfTheSameNameElsewhereIsRefusedUnlessItIsSaidToHaveMoved() throws IOException {
        application.run(TernDocumentsTest::read);
        Path elsewhere = Files.createDirectories(folder.resolve("elsewhere").resolve("docs"));
        Files.copy(docs.resolve("mill.txt"), elsewhere.resolve("mill.txt"));
        ApplicationContextRunner moved = application.withPropertyValues("tern.documents.locations=" + elsewhere);

        moved.run(context -> {
            read(context);
            assertThat(context.getBean(BackgroundSync.class).progress().places())
                    .extracting(SyncProgress.PlaceProgress::error)
                    .containsExactly("tern.documents.locations names \"" + elsewhere + "\", which is " + elsewhere
                            + ", and the graph has a source \"docs\" at " + docs
                            + ": set tern.documents.moved to true if it moved, or give the folder another name");
        });
        moved.withPropertyValues("tern.documents.moved=true").run(context -> {
            read(context);
            assertThat(report(context).unchanged()).isEqualTo(1);
        });
    }

    @Test
    void propertyThatCannotBeStopsTheStart() {
        failing(
                "tern.documents.locations names \"" + docs
                        + "\" and \"x/docs\", and both would have the name \"docs\": rename one of the folders, or"
                        + " give their parent folder",
                "tern.documents.locations=" + docs + ",x/docs");
        failing(
                "there is no property tern.load.pages; known here are maxFileBytes, maxScannedPages,",
                "tern.load.pages=1");
        failing("tern.load.parsers is \"0\"; it must be a whole number from 1 to 256", "tern.load.parsers=0");
        failing("tern.load.allow-private is \"perhaps\"; it must be true or false", "tern.load.allow-private=perhaps");
    }

    private void failing(String message, String property) {
        application
                .withPropertyValues(property)
                .run(context -> assertThat(context).getFailure().hasStackTraceContaining(message));
    }

    @Test
    void applicationWithoutTheParsersStartsUnlessItNamesDocuments() {
        ApplicationContextRunner without = application.withClassLoader(new FilteredClassLoader("dev.tern.documents"));

        without.withPropertyValues("tern.documents.locations=").run(context -> {
            assertThat(context).hasNotFailed();
            assertThat(context.getBean(TernEndpoint.class).readDocuments().started())
                    .isFalse();
        });
        without.run(context -> assertThat(context)
                .getFailure()
                .hasStackTraceContaining(
                        "tern.documents.locations is set, and dev.tern:tern-sync is not on the class path; add"
                                + " the dependency"));
    }

    @Test
    void applicationWithAGraphOfItsOwnSaysWhichStoreItHas() {
        InMemoryGraphStore own = new InMemoryGraphStore();
        ApplicationContextRunner withGraph = application.withBean(
                GraphRag.class,
                () -> GraphRag.builder()
                        .store(own)
                        .embeddingModel(new HashingEmbeddingModel(64))
                        .build());

        withGraph.run(context -> assertThat(context)
                .getFailure()
                .hasStackTraceContaining("the application has a GraphRag bean of its own and no GraphStore bean"));
        withGraph
                .withPropertyValues("tern.documents.locations=")
                .run(context ->
                        assertThat(context).hasSingleBean(GraphRag.class).doesNotHaveBean(GraphStore.class));
        withGraph.withBean(GraphStore.class, () -> own).run(context -> {
            read(context);
            assertThat(report(context).added()).isEqualTo(1);
        });
    }

    private static TernDocuments.Report report(AssertableApplicationContext context) {
        return Objects.requireNonNull(
                context.getBean(TernDocuments.class).places().getFirst().lastReport());
    }

    private static ApplicationReadyEvent ready(AssertableApplicationContext context) {
        return new ApplicationReadyEvent(
                new SpringApplication(), new String[0], context.getSourceApplicationContext(), Duration.ZERO);
    }

    /** Starts like a ready application, and waits for its documents. */
    private static void read(AssertableApplicationContext context) {
        context.publishEvent(ready(context));
        await(context);
    }

    private static void await(AssertableApplicationContext context) {
        BackgroundSync sync = context.getBean(BackgroundSync.class);
        while (sync.progress().isUnderWay()) {
            LockSupport.parkNanos(POLL_NANOS);
        }
    }
}
