package dev.tern.app;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.tuple;

import dev.langchain4j.data.message.AiMessage;
import dev.langchain4j.data.message.UserMessage;
import dev.langchain4j.model.chat.ChatModel;
import dev.langchain4j.model.chat.request.ChatRequest;
import dev.langchain4j.model.chat.response.ChatResponse;
import dev.langchain4j.model.output.TokenUsage;
import dev.tern.error.TernException;
import dev.tern.model.ChatTask;
import dev.tern.model.Ledger;
import dev.tern.model.Meter;
import dev.tern.model.StreamedChatModel;
import dev.tern.model.TaskModels;
import dev.tern.models.ChatModelSettings;
import dev.tern.models.kept.AccountBook;
import dev.tern.models.kept.CostFilter;
import dev.tern.models.kept.GroupCost;
import dev.tern.models.money.Money;
import dev.tern.models.money.Price;
import dev.tern.models.money.PriceTable;
import dev.tern.store.StoreOptions;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Tests of the common budget and the records of several tasks' models. */
class TaskSpendingTest {
    private static final ChatModelSettings CHEAP = named("cheap");
    private static final ChatSettings TASKS = new ChatSettings(
            Optional.of(CHEAP),
            Map.of(
                    ChatTask.EXTRACT, Optional.of(named("dear")),
                    ChatTask.ANSWER, Optional.of(named("dear")),
                    ChatTask.RERANK, Optional.of(CHEAP),
                    ChatTask.RECOGNISE, Optional.empty()));

    @TempDir
    private Path folder;

    private static ChatModelSettings named(String model) {
        return ChatModelSettings.builder().modelName(model).build();
    }

    /** Uses 1,000 tokens and replies with 100, to any request. */
    private static ChatModel model() {
        return new ChatModel() {
            @Override
            public ChatResponse doChat(ChatRequest request) {
                return ChatResponse.builder()
                        .aiMessage(AiMessage.from("yes"))
                        .tokenUsage(new TokenUsage(1000, 100))
                        .build();
            }
        };
    }

    private SpendingSettings settings(String most) {
        PriceTable prices = PriceTable.EMPTY.with("cheap", Price.of("1", "1")).with("dear", Price.of("100", "100"));
        return new SpendingSettings(folder, 10, prices, Optional.of(Money.of(most)));
    }

    private static void ask(TaskModels models, ChatTask task) {
        assertThat(models.chat(task, 0, new Meter()).orElseThrow().text("Say yes.", "?"))
                .isEqualTo("yes");
    }

    @Test
    void tasksOfTheSameSettingsShareOneModel() {
        List<String> made = new ArrayList<>();
        TaskModels models = TASKS.make(settings -> {
            made.add(settings.modelName());
            return model();
        });
        assertThat(made).containsExactlyInAnyOrder("cheap", "dear");
        assertThat(models.find(ChatTask.EXTRACT).orElseThrow())
                .isSameAs(models.find(ChatTask.ANSWER).orElseThrow());
        assertThat(models.has(ChatTask.RECOGNISE)).isFalse();
        assertThat(TASKS.own()).containsOnlyKeys(ChatTask.EXTRACT, ChatTask.ANSWER, ChatTask.RECOGNISE);
        assertThat(TASKS.names())
                .containsEntry("extract", "dear")
                .containsEntry("rerank", "cheap")
                .containsEntry("recognise", "none");
    }

    @Test
    void onlyTheModelsThatAreAskedNeedPrices() {
        ChatSettings tasks =
                new ChatSettings(Optional.of(CHEAP), Map.of(ChatTask.ANSWER, Optional.of(named("unpriced"))));
        SpendingSettings limits = settings("1.00");
        StoreSettings store = new StoreSettings(folder.toString(), StoreOptions.NONE);
        try (Spending spending = new Spending(limits, store, "default", "test", limits.budget(), Optional.empty())) {
            TaskModels models = spending.recorded(tasks.make(settings -> model()), tasks);
            ask(models, ChatTask.RERANK);
            assertThatThrownBy(() -> ask(models, ChatTask.ANSWER))
                    .isInstanceOf(TernException.class)
                    .hasMessageContaining("maxCost is set, and there is no price for the model \"unpriced\"");
        }
    }

    @Test
    void oneBudgetIsForAllTasksEachAtThePriceOfItsModel() {
        SpendingSettings limits = settings("1.00");
        StoreSettings store = new StoreSettings(folder.toString(), StoreOptions.NONE);
        try (Spending spending = new Spending(limits, store, "default", "test", limits.budget(), Optional.empty())) {
            TaskModels models = spending.recorded(TASKS.make(settings -> model()), TASKS);
            ask(models, ChatTask.RERANK);
            ask(models, ChatTask.RERANK);
            ask(models, ChatTask.ANSWER);
            assertThat(spending.totals().cost()).isEqualTo(Money.of("0.1122"));
            // No more than this is left for the next reply of the expensive model.
            assertThatThrownBy(() -> {
                        ask(models, ChatTask.ANSWER);
                        ask(models, ChatTask.ANSWER);
                    })
                    .isInstanceOf(TernException.class)
                    .hasMessageContaining("0.2222 of the budget of 1.00 is spent");
            ask(models, ChatTask.RERANK);
        }
        try (AccountBook book = settings("0").book()) {
            assertThat(book.costs().byStep(CostFilter.ALL))
                    .extracting(GroupCost::name, GroupCost::calls)
                    .containsExactlyInAnyOrder(tuple("answer", 2L), tuple("rerank", 3L));
            assertThat(book.costs().byModel(CostFilter.ALL))
                    .extracting(GroupCost::name, GroupCost::calls)
                    .containsExactly(tuple("dear", 2L), tuple("cheap", 3L));
        }
    }

    /** The ledger has the same amount as the budget. */
    @Test
    void whatWasHeardOfAnAnswerThatBreaksOffIsWrittenDown() {
        StreamedChatModel breaking = new StreamedChatModel() {
            @Override
            public ChatResponse chat(ChatRequest request, Consumer<String> words) {
                words.accept("four");
                throw new IllegalStateException("broke off");
            }
        };
        List<Ledger.Expense> written = new ArrayList<>();
        ChatRequest request =
                ChatRequest.builder().messages(UserMessage.from("?")).build();
        RecordedChatModel model = new RecordedChatModel(breaking, "answer", "m", written::add);
        assertThatThrownBy(() -> model.chat(request, word -> {})).hasMessage("broke off");
        assertThat(written)
                .extracting(Ledger.Expense::step, Ledger.Expense::outputTokens)
                .containsExactly(tuple("answer", 1L));
        assertThat(written.getFirst().inputTokens()).isPositive();
    }
}
