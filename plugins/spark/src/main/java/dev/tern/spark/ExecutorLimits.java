package dev.tern.spark;

import dev.langchain4j.model.chat.ChatModel;
import dev.langchain4j.model.embedding.EmbeddingModel;
import dev.tern.app.Allowance;
import dev.tern.app.Backend;
import dev.tern.app.SpendingSettings;
import dev.tern.model.Ledger;
import dev.tern.model.ReplyCache;
import dev.tern.models.ChatModelSettings;
import dev.tern.models.EmbeddingModelSettings;
import dev.tern.models.Endpoint;
import dev.tern.models.Models;
import dev.tern.models.Pace;
import dev.tern.models.Provider;
import dev.tern.models.kept.VectorCache;
import dev.tern.models.money.Budget;
import dev.tern.models.money.Money;
import dev.tern.models.money.Purse;
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
        this.reached = Driver.canBeAsked(run);
        this.budget = settings.maxCost().isPresent() ? Budget.from(this::draw) : Budget.unlimited();
    }

    private Purse.Grant draw(Money spent, Money reserved, Money wanted) {
        long[] answer = Driver.ask(new Ask.Draw(
                run, executor, sequence.incrementAndGet(), spent.nanos(), reserved.nanos(), wanted.nanos()));
        return new Purse.Grant(new Money(answer[0]), new Money(answer[1]), new Money(answer[2]), new Money(answer[3]));
    }

    /** Returns the allowance of a task. */
    Allowance allowance(SpendingSettings settings, ReplyCache replies) {
        Ledger ledger = expense -> {
            if (reached) {
                Driver.tell(new Ask.Paid(
                        run,
                        expense.step(),
                        expense.documentId(),
                        expense.model(),
                        expense.inputTokens(),
                        expense.outputTokens()));
            }
        };
        return new Allowance(settings, budget, ledger, replies);
    }

    /** Returns unspent money at the end of a task. */
    void giveBack() {
        if (sequence.get() > 0) {
            budget.giveBack();
        }
    }

    /** Creates models that keep to the rate limits of the run, if any. */
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

    static boolean isLimited(Endpoint endpoint) {
        return endpoint.requestsPerMinute() != null || endpoint.tokensPerMinute() != null;
    }

    private Pace pace(Provider provider, String model, Endpoint endpoint) {
        Ask.Limits limits = new Ask.Limits(
                provider + " " + endpoint.baseUrl() + " " + model,
                endpoint.requestsPerMinute(),
                endpoint.tokensPerMinute(),
                endpoint.burst().toMillis());
        return new Pace() {
            @Override
            public Duration turn(long tokens) {
                return Duration.ofNanos(Driver.ask(new Ask.Turn(run, limits, tokens))[0]);
            }

            @Override
            public void more(long tokens) {
                Driver.tell(new Ask.More(run, limits, tokens));
            }

            @Override
            public void pause(Duration time) {
                Driver.tell(new Ask.Pause(run, limits, time.toNanos()));
            }
        };
    }
}
