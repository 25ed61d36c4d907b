package dev.tern.spark;

import dev.langchain4j.model.chat.ChatModel;
import dev.langchain4j.model.embedding.EmbeddingModel;
import dev.tern.app.Backend;
import dev.tern.app.SpendingLimit;
import dev.tern.app.SpendingSettings;
import dev.tern.model.Ledger;
import dev.tern.model.ReplyCache;
import dev.tern.models.ChatModelSettings;
import dev.tern.models.EmbeddingModelSettings;
import dev.tern.models.KnownProvider;
import dev.tern.models.ModelEndpoint;
import dev.tern.models.Models;
import dev.tern.models.SharedRateLimit;
import dev.tern.models.kept.VectorCache;
import dev.tern.models.money.Budget;
import dev.tern.models.money.Money;
import dev.tern.models.money.MoneySource;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;

/** An executor's access to the driver's budget, rate limits and ledger. Thread-safe. */
final class ExecutorLimits {
    private final String run;
    private final String executor;
    private final boolean reached;
    private final Budget budget;
    private final AtomicLong sequence = new AtomicLong();

    ExecutorLimits(String run, String executor, SpendingSettings settings) {
        this.run = run;
        this.executor = executor;
        this.reached = DriverConnection.canBeAsked(run);
        this.budget = settings.maxCost().isPresent() ? Budget.from(this::draw) : Budget.unlimited();
    }

    private MoneySource.MoneyGrant draw(Money spent, Money reserved, Money wanted) {
        long[] answer = DriverConnection.ask(new DriverMessage.Draw(
                run, executor, sequence.incrementAndGet(), spent.nanos(), reserved.nanos(), wanted.nanos()));
        return new MoneySource.MoneyGrant(
                new Money(answer[0]), new Money(answer[1]), new Money(answer[2]), new Money(answer[3]));
    }

    /** Returns the spending limit of a task, within the budget of the run. */
    SpendingLimit allowance(SpendingSettings settings, ReplyCache replies) {
        Ledger ledger = expense -> {
            if (reached) {
                DriverConnection.send(new DriverMessage.Paid(
                        run,
                        expense.step(),
                        expense.documentId(),
                        expense.model(),
                        expense.inputTokens(),
                        expense.outputTokens()));
            }
        };
        return new SpendingLimit(settings, budget, ledger, replies);
    }

    /** Gives unspent money back to the driver, at the end of a task. */
    void giveBack() {
        if (sequence.get() > 0) {
            budget.giveBack();
        }
    }

    /** Returns a backend whose models keep to the rate limits of the run, if there are any. */
    Backend backend() {
        return new Backend() {
            @Override
            public EmbeddingModel embeddingModel(EmbeddingModelSettings settings, @Nullable VectorCache cache) {
                return isLimited(settings.endpoint())
                        ? Models.embeddingModel(
                                settings, pace(settings.provider(), settings.modelName(), settings.endpoint()))
                        : super.embeddingModel(settings, cache);
            }

            @Override
            public ChatModel chatModel(ChatModelSettings settings) {
                return isLimited(settings.endpoint())
                        ? Models.chatModel(
                                settings, pace(settings.provider(), settings.modelName(), settings.endpoint()))
                        : super.chatModel(settings);
            }
        };
    }

    static boolean isLimited(ModelEndpoint endpoint) {
        return endpoint.requestsPerMinute() != null || endpoint.tokensPerMinute() != null;
    }

    private SharedRateLimit pace(KnownProvider provider, String model, ModelEndpoint endpoint) {
        DriverMessage.Limits limits = new DriverMessage.Limits(
                provider + " " + endpoint.baseUrl() + " " + model,
                endpoint.requestsPerMinute(),
                endpoint.tokensPerMinute(),
                endpoint.burst().toMillis());
        return new SharedRateLimit() {
            @Override
            public Duration takeTurn(long tokens) {
                return Duration.ofNanos(DriverConnection.ask(new DriverMessage.TurnRequest(run, limits, tokens))[0]);
            }

            @Override
            public void reportExcess(long tokens) {
                DriverConnection.send(new DriverMessage.ExcessTokens(run, limits, tokens));
            }

            @Override
            public void pause(Duration time) {
                DriverConnection.send(new DriverMessage.Pause(run, limits, time.toNanos()));
            }
        };
    }
}
