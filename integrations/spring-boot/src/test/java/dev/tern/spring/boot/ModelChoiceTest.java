package dev.tern.spring.boot;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tern.GraphRag;
import dev.tern.QuestionMapping;
import dev.tern.graph.SourceDocument;
import dev.tern.ingest.split.Splitter;
import dev.tern.models.CloseableChatModel;
import dev.tern.models.KnownProvider;
import dev.tern.models.Models;
import dev.tern.models.ProviderKey;
import dev.tern.settings.Mode;
import dev.tern.settings.Parameter;
import dev.tern.settings.Parameters;
import dev.tern.spring.boot.TernProperties.ChatProvider;
import dev.tern.store.GraphCatalog;
import dev.tern.store.InMemoryGraphStore;
import dev.tern.testing.HashingEmbeddingModel;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.springframework.ai.chat.messages.AssistantMessage;
import org.springframework.ai.chat.model.ChatModel;
import org.springframework.ai.chat.model.ChatResponse;
import org.springframework.ai.chat.model.Generation;
import org.springframework.ai.chat.prompt.ChatOptions;
import org.springframework.ai.embedding.Embedding;
import org.springframework.ai.embedding.EmbeddingModel;
import org.springframework.ai.embedding.EmbeddingRequest;
import org.springframework.ai.embedding.EmbeddingResponse;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.context.ApplicationContext;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.test.util.ReflectionTestUtils;

/** Tests of an application's choice of models. */
class ModelChoiceTest {
    @TempDir
    Path folder;

    private ApplicationContextRunner application = new ApplicationContextRunner();

    @BeforeEach
    void configure() {
        application = new ApplicationContextRunner()
                .withConfiguration(AutoConfigurations.of(TernAutoConfiguration.class))
                .withPropertyValues("tern.store=" + folder);
    }

    private static String madeBy(GraphRag rag) {
        return rag.store("reading").latest().description().orElseThrow().embeddingModel();
    }

    @Test
    void modelInProcessIsTheDefaultAndNoChatModel() {
        application.run(context -> {
            GraphRag rag = context.getBean(GraphRag.class);
            rag.add(SourceDocument.of("mill", "Orla Finn grinds rye."));

            assertThat(madeBy(rag)).contains("MiniLM");
            assertThat(QuestionMapping.modes(rag)).containsExactly(Mode.NAIVE, Mode.LOCAL);
        });
    }

    @Test
    void prefixesAreRememberedWithTheModel() {
        application
                .withPropertyValues("tern.embedding.question-prefix=query: ", "tern.embedding.passage-prefix=passage: ")
                .run(context -> {
                    GraphRag rag = context.getBean(GraphRag.class);
                    rag.add(SourceDocument.of("mill", "Orla Finn grinds rye."));

                    assertThat(madeBy(rag))
                            .isEqualTo("all-MiniLM-L6-v2-q (questions \"query:\", passages \"passage:\")");
                });
    }

    @Test
    void modelsOfSpringAiAreTakenWhereTheApplicationHasThem() {
        application
                .withPropertyValues("tern.embedding.name=ones")
                .withBean(EmbeddingModel.class, Ones::new)
                .withBean(
                        ChatModel.class,
                        () -> prompt -> new ChatResponse(List.of(new Generation(new AssistantMessage("Rye [1].")))))
                .run(context -> {
                    GraphRag rag = context.getBean(GraphRag.class);
                    rag.add(SourceDocument.of("mill", "Orla Finn grinds rye."));

                    assertThat(madeBy(rag)).isEqualTo("ones");
                    assertThat(QuestionMapping.modes(rag)).contains(Mode.GRAPH);
                    assertThat(rag.ask("What does Orla Finn grind?").text()).isEqualTo("Rye [1].");
                });
    }

    @Test
    void limitsOfTheChatReachTheModelOfSpringAi() {
        List<ChatOptions> asked = new ArrayList<>();
        application
                .withPropertyValues("tern.chat.max-reply-tokens=99", "tern.chat.answer.temperature=0.7")
                .withBean(ChatModel.class, () -> prompt -> {
                    asked.add(Objects.requireNonNull(prompt.getOptions()));
                    return new ChatResponse(List.of(new Generation(new AssistantMessage("Rye [1]."))));
                })
                .run(context -> {
                    GraphRag rag = context.getBean(GraphRag.class);
                    rag.add(SourceDocument.of("mill", "Orla Finn grinds rye."));
                    rag.ask(rag.question("What does Orla Finn grind?").withMode(Mode.LOCAL));

                    assertThat(asked.getLast().getMaxTokens()).isEqualTo(99);
                    assertThat(asked.getLast().getTemperature()).isEqualTo(0.7);
                });
        application
                .withPropertyValues("tern.chat.max-reply-tokens=0")
                .withBean(ChatModel.class, () -> prompt -> new ChatResponse(List.of()))
                .run(context -> assertThat(context).getFailure().rootCause().hasMessageContaining("maxReplyTokens"));
    }

    @Test
    void whatTheChatModelOfSpringAiHasAlreadyIsRefusedByName() {
        ApplicationContextRunner chat =
                application.withBean(ChatModel.class, () -> prompt -> new ChatResponse(List.of()));
        chat.withPropertyValues("tern.chat.model=large", "tern.chat.api-key=secret-1")
                .run(context -> assertThat(context)
                        .getFailure()
                        .rootCause()
                        .hasMessage("tern.chat.model, tern.chat.api-key cannot be set where tern.chat.provider is"
                                + " spring-ai, as it is unless set in an application with a chat model of Spring AI:"
                                + " configure that model, or set tern.chat.provider to one of openai, anthropic,"
                                + " gemini, mistral, azure, bedrock, ollama"));
        for (String refused : List.of(
                "tern.chat.reasoning-effort=low",
                "tern.chat.base-url=http://127.0.0.1:1",
                "tern.chat.requests-per-minute=9",
                "tern.chat.tokens-per-minute=9",
                "tern.chat.recognise.model=small")) {
            String name = refused.substring(0, refused.indexOf('='));
            chat.withPropertyValues(refused)
                    .run(context -> assertThat(context)
                            .getFailure()
                            .rootCause()
                            .hasMessageStartingWith(name + " cannot be set where "));
        }
    }

    @Test
    void modelOfSpringAiNeedsTheNameThatTheGraphRemembers() {
        application
                .withBean(EmbeddingModel.class, Ones::new)
                .run(context -> assertThat(context)
                        .getFailure()
                        .rootCause()
                        .hasMessageStartingWith("tern.embedding.name is not set"));
        application
                .withBean(EmbeddingModel.class, Ones::new)
                .withPropertyValues("tern.embedding.provider=in-process")
                .run(context -> assertThat(context).hasSingleBean(GraphRag.class));
    }

    @Test
    void modelOfSpringAiThatIsNotThereIsNamed() {
        application
                .withPropertyValues("tern.embedding.provider=spring-ai")
                .run(context -> assertThat(context)
                        .getFailure()
                        .rootCause()
                        .hasMessageStartingWith("tern.embedding.provider is spring-ai, and the application has no"));
        application
                .withPropertyValues("tern.chat.provider=spring-ai")
                .run(context -> assertThat(context)
                        .getFailure()
                        .rootCause()
                        .hasMessage("tern.chat.provider is spring-ai, and the application has no chat model of Spring"
                                + " AI; add one, or choose none or one of openai, anthropic, gemini, mistral, azure,"
                                + " bedrock, ollama"));
    }

    @Test
    void severalModelsOfSpringAiAreNamedUnlessOneIsPrimaryOrThePropertiesChoose() {
        ChatModel silent = prompt -> new ChatResponse(List.of());
        ApplicationContextRunner chats = application
                .withBean("small", ChatModel.class, () -> silent)
                .withBean("large", ChatModel.class, () -> silent);
        String message =
                "the application has several chat models of Spring AI, large, small, and none is chosen for the graph:"
                        + " mark one @Primary, or set tern.chat.provider to none or one of openai, anthropic, gemini,"
                        + " mistral, azure, bedrock, ollama";
        for (String unclear : List.of("tern.graph=one", "tern.chat.provider=spring-ai")) {
            chats.withPropertyValues(unclear)
                    .run(context -> assertThat(context).getFailure().hasStackTraceContaining(message));
        }
        chats.withPropertyValues("tern.chat.provider=none")
                .run(context -> assertThat(QuestionMapping.modes(context.getBean(GraphRag.class)))
                        .doesNotContain(Mode.GRAPH));
        chats.withBean("usual", ChatModel.class, () -> silent, definition -> definition.setPrimary(true))
                .run(context -> assertThat(QuestionMapping.modes(context.getBean(GraphRag.class)))
                        .contains(Mode.GRAPH));

        ApplicationContextRunner embeddings = application
                .withPropertyValues("tern.embedding.name=ones")
                .withBean("small", EmbeddingModel.class, Ones::new)
                .withBean("large", EmbeddingModel.class, Ones::new);
        embeddings.run(context -> assertThat(context)
                .getFailure()
                .hasStackTraceContaining(
                        "the application has several embedding models of Spring AI, large, small, and none is chosen"
                                + " for the graph: mark one @Primary, or set tern.embedding.provider to one of "));
        embeddings
                .withPropertyValues("tern.embedding.provider=in-process")
                .run(context -> assertThat(context).hasSingleBean(GraphRag.class));
    }

    @Test
    void graphOfTheApplicationsOwnNeedsNoModelAndNoStoreOfTheProperties() throws IOException {
        Path noFolder = Files.createFile(folder.resolve("file"));
        application
                .withPropertyValues("tern.store=" + noFolder)
                .withBean(EmbeddingModel.class, Ones::new)
                .withBean(
                        GraphRag.class,
                        () -> GraphRag.builder()
                                .store(new InMemoryGraphStore())
                                .embeddingModel(new HashingEmbeddingModel(64))
                                .build())
                .run(context -> assertThat(context).hasSingleBean(GraphRag.class));
    }

    @Test
    void graphOfTheApplicationsOwnMayTakeTheModelAndTheStoreOfTheProperties() {
        application.withUserConfiguration(OwnGraph.class).run(context -> {
            GraphRag rag = context.getBean(GraphRag.class);
            rag.add(SourceDocument.of("mill", "Orla Finn grinds rye."));

            assertThat(context).hasSingleBean(GraphRag.class);
            assertThat(madeBy(rag)).contains("MiniLM");
        });
    }

    @Configuration(proxyBeanMethods = false)
    static class OwnGraph {
        @Bean
        GraphRag ownGraph(GraphCatalog catalog, dev.langchain4j.model.embedding.EmbeddingModel model) {
            return GraphRag.builder()
                    .store(catalog.open("own"))
                    .embeddingModel(model)
                    .build();
        }
    }

    @Test
    void servedModelsAreChosenByPropertiesAndShowNoKey() {
        application
                .withPropertyValues(
                        "tern.embedding.provider=openai",
                        "tern.embedding.model=text-embedding-3-large",
                        "tern.embedding.base-url=http://127.0.0.1:1",
                        "tern.embedding.api-key=secret-1",
                        "tern.chat.provider=ollama",
                        "tern.chat.model=small",
                        "tern.chat.base-url=http://127.0.0.1:1",
                        "tern.chat.api-key=secret-2")
                .run(context -> {
                    assertThat(context.getBean(dev.langchain4j.model.embedding.EmbeddingModel.class)
                                    .modelName())
                            .contains("text-embedding-3-large");
                    assertThat(QuestionMapping.modes(context.getBean(GraphRag.class)))
                            .contains(Mode.GRAPH);
                    assertThat(context.getBean(TernProperties.class).toString()).doesNotContain("secret");
                });
    }

    @Test
    void everyProviderOfEmbeddingModelsIsAProperty() {
        assertThat(Arrays.stream(TernProperties.EmbeddingProvider.values())
                        .map(Enum::name)
                        .filter(name -> !name.equals("SPRING_AI")))
                .containsExactlyInAnyOrderElementsOf(
                        KnownProvider.ofEmbedding().stream().map(Enum::name).toList());
        application
                .withPropertyValues("tern.embedding.provider=cohere", "tern.embedding.api-key=secret-1")
                .run(context -> {
                    assertThat(context.getBean(dev.langchain4j.model.embedding.EmbeddingModel.class)
                                    .modelName())
                            .contains("embed-v4.0");
                    assertThat(textsAtOnce(context)).as("of 96 a request").isEqualTo(4 * 96);
                });
    }

    @Test
    void tasksHaveModelsOfTheirOwn() {
        TernProperties.TaskChat usual =
                taskChat(ChatProvider.OPENAI, "usual", "https://one.example/v1", ProviderKey.of("secret-1"));
        assertThat(taskChat(null, "strong", null, null).over(usual))
                .isEqualTo(
                        taskChat(ChatProvider.OPENAI, "strong", "https://one.example/v1", ProviderKey.of("secret-1")));
        assertThat(taskChat(null, null, "https://two.example/v1", null).over(usual))
                .isEqualTo(taskChat(ChatProvider.OPENAI, "usual", "https://two.example/v1", null));
        TernProperties.TaskChat own = taskChat(ChatProvider.OPENAI, "usual", null, ProviderKey.of("secret-1"));
        assertThat(taskChat(null, null, "https://api.openai.com/v1", null)
                        .over(own)
                        .apiKey())
                .isEqualTo(own.apiKey());
        assertThat(taskChat(null, null, "https://two.example/v1", null)
                        .over(own)
                        .apiKey())
                .isNull();
        TernProperties.TaskChat another = taskChat(ChatProvider.OLLAMA, "llama", null, null);
        assertThat(another.over(usual)).isEqualTo(another);
        application
                .withPropertyValues("tern.chat.rerank.provider=ollama", "tern.chat.rerank.model=small")
                .run(context -> assertThat(QuestionMapping.modes(context.getBean(GraphRag.class)))
                        .contains(Mode.GRAPH));
        application
                .withPropertyValues("tern.chat.answer.provider=ollama", "tern.chat.answer.model=small")
                .run(context -> assertThat(QuestionMapping.modes(context.getBean(GraphRag.class)))
                        .doesNotContain(Mode.GRAPH));
        application
                .withPropertyValues("tern.chat.recognise.model=small")
                .run(context -> assertThat(context)
                        .getFailure()
                        .rootCause()
                        .hasMessage(
                                "tern.chat.recognise.provider is not set, and that of tern.chat is none: choose one of"
                                        + " openai, anthropic, gemini, mistral, azure, bedrock, ollama"));
    }

    @Test
    void settingsOfNoChatModelAreRefused() {
        application
                .withPropertyValues("tern.chat.model=small", "tern.chat.base-url=https://one.example/v1")
                .run(context -> assertThat(context)
                        .getFailure()
                        .rootCause()
                        .hasMessage("tern.chat.provider is needed for tern.chat.model, tern.chat.base-url, because the"
                                + " application has no chat model of Spring AI: set it to none or one of openai,"
                                + " anthropic, gemini, mistral, azure, bedrock, ollama"));
        application
                .withPropertyValues("tern.chat.model=small", "tern.chat.provider=none")
                .run(context -> assertThat(QuestionMapping.modes(context.getBean(GraphRag.class)))
                        .doesNotContain(Mode.GRAPH));
    }

    @Test
    void chatModelsThatTheStarterMadeAreClosedWithTheApplication() {
        List<CloseableChatModel> made = new ArrayList<>();
        application
                .withPropertyValues(
                        "tern.chat.provider=ollama", "tern.chat.model=small", "tern.chat.recognise.model=large")
                .run(context -> {
                    context.getBean(GraphRag.class);
                    made.addAll(
                            context.getBean(ApplicationModels.ChatModels.class).made());
                });
        assertThat(made)
                .hasSize(2)
                .allSatisfy(model -> assertThatThrownBy(() -> model.chat("Orla Finn grinds rye."))
                        .hasMessageContaining("closed"));
    }

    private static TernProperties.TaskChat taskChat(
            @Nullable ChatProvider provider,
            @Nullable String model,
            @Nullable String baseUrl,
            @Nullable ProviderKey key) {
        return new TernProperties.TaskChat(provider, model, null, null, null, baseUrl, key, null, null);
    }

    @Test
    void servedModelsTakeWhatTheyDoInTheCommandLine() {
        application
                .withPropertyValues(
                        "tern.embedding.provider=openai",
                        "tern.embedding.dimensions=256",
                        "tern.embedding.api-key=secret-1",
                        "tern.request-timeout=20s",
                        "tern.max-retries=1",
                        "tern.parallel-requests=8",
                        "tern.query.embed-batch=100")
                .run(context -> {
                    assertThat(context.getBean(dev.langchain4j.model.embedding.EmbeddingModel.class)
                                    .dimension())
                            .isEqualTo(256);
                    assertThat(textsAtOnce(context))
                            .as("eight requests of a hundred")
                            .isEqualTo(800);
                });
        application
                .withPropertyValues("tern.parallel-requests=8", "tern.query.embed-batch=100")
                .run(context ->
                        assertThat(textsAtOnce(context)).as("in process").isEqualTo(100));
        for (String wrong : List.of(
                "tern.request-timeout=0s",
                "tern.max-retries=21",
                "tern.parallel-requests=0",
                "tern.embedding.requests-per-minute=0",
                "tern.embedding.tokens-per-minute=0",
                "tern.chat.requests-per-minute=0",
                "tern.chat.tokens-per-minute=0")) {
            String name = wrong.replaceFirst(".*[.](.*)=.*", "$1");
            application
                    .withPropertyValues(
                            "tern.embedding.provider=ollama",
                            "tern.embedding.model=m",
                            "tern.chat.provider=ollama",
                            wrong)
                    .run(context -> assertThat(context.getStartupFailure())
                            .as(wrong)
                            .rootCause()
                            .message()
                            .containsIgnoringCase(name.replace("-", "")));
        }
    }

    private static Object textsAtOnce(ApplicationContext context) {
        Object parameters = ReflectionTestUtils.getField(context.getBean(GraphRag.class), "parameters");
        return ((Parameters) Objects.requireNonNull(parameters)).get(Parameter.EMBED_BATCH);
    }

    @Test
    void documentsAreCutIntoWhatTheModelInProcessReads() {
        application.run(context -> {
            SourceDocument rare = SourceDocument.of(
                    "rare",
                    IntStream.range(0, 60)
                            .mapToObj(i -> "Zwxqvk prtzgk qvxlm kjtrwp " + i + ".")
                            .collect(Collectors.joining(" ")));
            GraphRag rag = context.getBean(GraphRag.class);
            rag.add(rare);

            Splitter ofModel = Models.splitter(
                    context.getBean(dev.langchain4j.model.embedding.EmbeddingModel.class), Parameters.DEFAULT);
            assertThat(rag.statistics().passages())
                    .isEqualTo(ofModel.split(rare).size())
                    .isGreaterThan(
                            Models.splitter(new dev.langchain4j.model.embedding.EmbeddingModel() {}, Parameters.DEFAULT)
                                    .split(rare)
                                    .size());
        });
    }

    @Test
    void chatModelOfSpringAiCanBeLeftAlone() {
        application
                .withPropertyValues("tern.chat.provider=none")
                .withBean(ChatModel.class, () -> prompt -> new ChatResponse(List.of()))
                .run(context -> assertThat(QuestionMapping.modes(context.getBean(GraphRag.class)))
                        .doesNotContain(Mode.GRAPH));
    }

    /** Embeds all texts the same. */
    static final class Ones implements EmbeddingModel {
        @Override
        public EmbeddingResponse call(EmbeddingRequest request) {
            List<String> texts = request.getInstructions();
            return new EmbeddingResponse(IntStream.range(0, texts.size())
                    .mapToObj(i -> new Embedding(new float[] {1, 1, 1}, i))
                    .toList());
        }

        @Override
        public float[] embed(org.springframework.ai.document.Document document) {
            return new float[] {1, 1, 1};
        }
    }
}
