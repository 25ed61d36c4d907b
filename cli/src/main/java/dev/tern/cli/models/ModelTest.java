package dev.tern.cli.models;

import dev.langchain4j.model.chat.ChatModel;
import dev.langchain4j.model.embedding.EmbeddingModel;
import dev.langchain4j.model.embedding.request.EmbeddingInputType;
import dev.tern.app.Backend;
import dev.tern.app.FailureCause;
import dev.tern.app.Spending;
import dev.tern.cli.command.CostCounter;
import dev.tern.cli.command.output.Phrases;
import dev.tern.error.TernException;
import dev.tern.graph.Passage;
import dev.tern.graph.SourceDocument;
import dev.tern.ingest.extract.LanguageModelExtractor;
import dev.tern.ingest.extract.UnusableReplyException;
import dev.tern.model.ChatTask;
import dev.tern.model.Meter;
import dev.tern.model.MeteredChat;
import dev.tern.model.TextEmbedder;
import dev.tern.models.ChatModelSettings;
import dev.tern.models.CloseableChatModel;
import dev.tern.models.EmbeddingModelSettings;
import dev.tern.models.money.Money;
import dev.tern.text.Redaction;
import dev.tern.text.WhiteSpace;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** Asks models small questions. Calls of chat models are recorded as step {@code test}. */
final class ModelTest {
    private static final String STEP = "test";
    private static final String SYSTEM = "Somebody tests whether you can be reached. Do only the task that follows.";
    private static final String SENTENCE =
            "Lena Olsen, an engineer of Halden, built the bridge over the Tista in 1902.";
    private static final String QUESTION = "Who built the bridge over the Tista?";
    private static final String OTHER = "The bakery in Market Street opens at seven and sells rye bread.";
    private static final int MAX_SHOWN = 100;

    private final Backend backend;
    private final Spending spending;
    private final CostCounter expenses;
    private final Redaction redaction;

    /**
     * Creates a test of models.
     *
     * @param spending limits and records calls
     * @param expenses sums up the calls of {@code spending}
     */
    ModelTest(Backend backend, Spending spending, CostCounter expenses, Redaction redaction) {
        this.backend = backend;
        this.spending = spending;
        this.expenses = expenses;
        this.redaction = redaction;
    }

    /**
     * A question to a model.
     *
     * @param kind reply, json, stream or vectors
     * @param ask asks the model, and returns the result in words
     */
    private record TestQuestion(String kind, Supplier<String> ask) {}

    /**
     * Tests a chat model: asks for a reply, for JSON, and for a streamed reply.
     *
     * @param tasks the tasks that the model has, at least one
     */
    TestedModel chat(ChatModelSettings settings, List<ChatTask> tasks) {
        AtomicReference<@Nullable ChatModel> made = new AtomicReference<>();
        Supplier<ChatModel> model = () -> {
            if (made.get() == null) {
                made.set(backend.chatModel(settings));
            }
            return spending.recorded(Objects.requireNonNull(made.get()), settings, STEP);
        };
        Supplier<MeteredChat> chat =
                () -> new MeteredChat(model.get(), tasks.getFirst(), settings.temperature(), new Meter());
        List<ModelCheck> checks = checks(List.of(
                new TestQuestion("reply", () -> reply(chat.get())),
                new TestQuestion("json", () -> json(model.get(), settings)),
                new TestQuestion("stream", () -> stream(chat.get()))));
        List<String> omittedFeatures = made.get() instanceof CloseableChatModel own ? own.omittedFeatures() : List.of();
        return new TestedModel(
                "chat",
                settings.provider().toString(),
                settings.modelName(),
                tasks.stream().map(ChatTask::toString).toList(),
                succeeded(checks),
                checks,
                omittedFeatures);
    }

    /** Tests an embedding model, with a question and two passages. */
    TestedModel embedding(EmbeddingModelSettings settings) {
        List<ModelCheck> checks = checks(List.of(new TestQuestion(
                "vectors",
                () -> vectors(
                        spending.withinLimit(backend.embeddingModel(settings, null), settings),
                        settings.batchSize()))));
        return new TestedModel(
                "embedding",
                settings.provider().toString(),
                settings.modelName(),
                List.of(),
                succeeded(checks),
                checks,
                List.of());
    }

    private static boolean succeeded(List<ModelCheck> checks) {
        return checks.stream().allMatch(ModelCheck::works);
    }

    /** Asks the questions in order, up to the first that fails. */
    private List<ModelCheck> checks(List<TestQuestion> questions) {
        List<ModelCheck> checks = new ArrayList<>();
        for (TestQuestion question : questions) {
            checks.add(check(question));
            if (!succeeded(checks)) {
                break;
            }
        }
        return checks;
    }

    private ModelCheck check(TestQuestion question) {
        long start = System.nanoTime();
        boolean works = false;
        String result;
        try {
            result = question.ask().get();
            works = true;
        } catch (UnusableReplyException e) {
            result = String.valueOf(e.getMessage());
        } catch (TernException e) {
            if (e.fault() == TernException.Fault.BUDGET || FailureCause.isInterruption(e)) {
                throw e;
            }
            result = String.valueOf(e.getMessage());
        }
        CostCounter.CostSum took = expenses.takeTotals();
        return new ModelCheck(
                question.kind(),
                works,
                redaction.of(result),
                Math.round((System.nanoTime() - start) / 1e6) / 1e3,
                took.inputTokens(),
                took.outputTokens(),
                took.cost().map(Money::toString));
    }

    private static String reply(MeteredChat chat) {
        return beginning(chat.reply(SYSTEM, "Say that you are ready, in three words."));
    }

    private String json(ChatModel model, ChatModelSettings settings) {
        int statements = LanguageModelExtractor.builder(model)
                .modelName(settings.modelName())
                .temperature(settings.temperature())
                .maxOutputTokens(settings.maxReplyTokens())
                .build()
                .extract(Passage.of(SourceDocument.of(STEP, SENTENCE), 0, SENTENCE, List.of()))
                .size();
        if (statements == 0) {
            throw TernException.model("the model answers, but finds no statement in \"" + SENTENCE + "\"");
        }
        return Phrases.count(statements, "statement") + " of a sentence"
                + (expenses.calls() > 1 ? ", on the second try" : "");
    }

    private static String stream(MeteredChat chat) {
        long start = System.nanoTime();
        List<Long> heard = new ArrayList<>();
        String result = beginning(
                chat.reply(SYSTEM, "Count from one to ten, in words.", part -> heard.add(System.nanoTime() - start)));
        return heard.size() < 2
                ? "arrived whole, not streamed: " + result
                : "in " + heard.size() + " parts, the first after " + Phrases.time(heard.getFirst() / 1e6) + ": "
                        + result;
    }

    /**
     * Returns the beginning of a reply, in quotation marks.
     *
     * @throws TernException the model's fault, if the reply is empty or truncated
     */
    private static String beginning(MeteredChat.ChatReply chatReply) {
        String text = WhiteSpace.fold(chatReply.text());
        if (text.isEmpty()) {
            throw TernException.model("the reply of the model is empty");
        }
        if (!chatReply.remarks().isEmpty()) {
            throw TernException.model(chatReply.remarks().getFirst());
        }
        boolean all = text.codePointCount(0, text.length()) <= MAX_SHOWN;
        return "\"" + (all ? text : text.substring(0, text.offsetByCodePoints(0, MAX_SHOWN)) + "…") + "\"";
    }

    private static String vectors(EmbeddingModel model, int batch) {
        TextEmbedder passages = new TextEmbedder(model, EmbeddingInputType.DOCUMENT, batch, new Meter());
        Map<String, float[]> ofPassages = passages.embed(List.of(SENTENCE, OTHER), () -> {});
        float[] question =
                vector(passages.embedding(EmbeddingInputType.QUERY).embed(List.of(QUESTION), () -> {}), QUESTION);
        double near = product(question, vector(ofPassages, SENTENCE));
        double far = product(question, vector(ofPassages, OTHER));
        String found = String.format(
                Locale.ROOT,
                "%d dimensions; a question is %s its passage (%.2f) than to another (%.2f)",
                question.length,
                near > far ? "nearer to" : "no nearer to",
                near,
                far);
        if (near <= far) {
            throw TernException.model(found + ": is it an embedding model, with the prefixes that it needs?");
        }
        return found;
    }

    private static float[] vector(Map<String, float[]> vectors, String text) {
        return Objects.requireNonNull(vectors.get(text));
    }

    private static double product(float[] one, float[] other) {
        if (one.length != other.length) {
            throw TernException.model(
                    "the vector of a question has " + one.length + " dimensions, that of a passage " + other.length);
        }
        double sum = 0;
        for (int i = 0; i < one.length; i++) {
            sum += one[i] * other[i];
        }
        return sum;
    }
}
