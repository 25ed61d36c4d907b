package dev.tern.spark;

import dev.tern.model.Ledger;
import dev.tern.models.money.Budget;
import dev.tern.models.money.Money;
import dev.tern.models.money.MoneySource;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Supplier;
import org.apache.spark.scheduler.SparkListener;
import org.apache.spark.scheduler.SparkListenerExecutorRemoved;

/** The budget, rate limits and ledger of a run, on the driver. Thread-safe. */
final class DriverLimits extends SparkListener {
    private static final long[] NOTHING = {};

    private final SharedBudget budget;
    private final Ledger ledger;
    private final Supplier<Set<String>> alive;
    private final Map<String, DriverRateLimits> paces = new ConcurrentHashMap<>();

    /**
     * Creates the limits of a run, of which nothing is used yet.
     *
     * @param limit the maximum to spend; empty for no limit, and then no executor may draw money
     * @param ledger records every call
     * @param alive returns the running executors; none if unknown
     */
    DriverLimits(Optional<Money> limit, Ledger ledger, Supplier<Set<String>> alive) {
        this.alive = alive;
        this.budget = new SharedBudget(limit.orElse(Money.ZERO));
        this.ledger = ledger;
    }

    long[] answer(DriverMessage ask) {
        return switch (ask) {
            case DriverMessage.Draw draw -> {
                MoneySource.MoneyGrant grant = draw(draw);
                yield new long[] {
                    grant.amount().nanos(),
                    grant.limit().nanos(),
                    grant.spent().nanos(),
                    grant.held().nanos()
                };
            }
            case DriverMessage.TurnRequest turn ->
                new long[] {pace(turn.model()).takeTurn(turn.tokens()).toNanos()};
            case DriverMessage.ExcessTokens more -> {
                pace(more.model()).reportExcess(more.tokens());
                yield NOTHING;
            }
            case DriverMessage.Pause pause -> {
                pace(pause.model()).pause(Duration.ofNanos(pause.nanos()));
                yield NOTHING;
            }
            case DriverMessage.Paid paid -> {
                ledger.record(new Ledger.Expense(
                        paid.step(), paid.document(), paid.model(), paid.inputTokens(), paid.outputTokens()));
                yield NOTHING;
            }
        };
    }

    private MoneySource.MoneyGrant draw(DriverMessage.Draw draw) {
        MoneySource.MoneyGrant grant = budget.draw(
                draw.executor(),
                draw.sequence(),
                new Money(draw.spent()),
                new Money(draw.reserved()),
                new Money(draw.wanted()));
        boolean waits = draw.wanted() > 0
                && grant.amount().equals(Money.ZERO)
                && !grant.held().equals(Money.ZERO);
        Set<String> running = waits ? alive.get() : Set.of();
        if (!running.contains(draw.executor())) {
            return grant;
        }
        // Spark may drop the message that an executor is lost; its share must not block tasks.
        budget.lostBut(running);
        Budget.BudgetState now = budget.state();
        return new MoneySource.MoneyGrant(Money.ZERO, now.limit(), now.spent(), now.reserved());
    }

    private DriverRateLimits pace(DriverMessage.Limits model) {
        return paces.computeIfAbsent(
                model.name(),
                name -> new DriverRateLimits(
                        model.requestsPerMinute(),
                        model.tokensPerMinute(),
                        Duration.ofMillis(model.burstMillis()),
                        System::nanoTime));
    }

    @Override
    public void onExecutorRemoved(SparkListenerExecutorRemoved removed) {
        budget.lost(removed.executorId());
    }
}
