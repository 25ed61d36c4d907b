package dev.tern.models;

import dev.langchain4j.model.embedding.EmbeddingModel;
import dev.langchain4j.model.embedding.request.EmbeddingInput;
import dev.langchain4j.model.embedding.request.EmbeddingRequest;
import dev.langchain4j.model.embedding.response.EmbeddingResponse;
import dev.langchain4j.model.output.TokenUsage;
import dev.tern.model.ForwardingEmbeddingModel;
import dev.tern.model.Ledger;
import dev.tern.model.TokenEstimator;
import dev.tern.models.money.Budget;
import dev.tern.models.money.Money;
import dev.tern.models.money.Price;

/**
 * An embedding model that spends within a budget and records its calls. Before a call, twice the
 * estimated cost is reserved; afterwards the cost of the reported tokens is settled, or the
 * estimated cost if none are reported. A failed call counts as free. Thread-safe if the model is.
 */
public final class PaidEmbeddingModel implements ForwardingEmbeddingModel {
    private static final int MAX_TOKENS_PER_ESTIMATED = 2;

    private final EmbeddingModel model;
    private final Price price;
    private final Budget budget;
    private final Ledger ledger;

    /**
     * Creates a model within a budget, which may be shared.
     *
     * @param price the model's price, of which only the input part counts
     * @param ledger records calls that sent tokens
     */
    public PaidEmbeddingModel(EmbeddingModel model, Price price, Budget budget, Ledger ledger) {
        this.model = model;
        this.price = price;
        this.budget = budget;
        this.ledger = ledger;
    }

    /** Returns the name under which a model's price is looked up: without its text prefixes. */
    public static String priced(String modelName) {
        return TextPrefixes.plainName(modelName);
    }

    /**
     * Calls the model if the budget covers the call; waits while other reservations block it.
     *
     * @throws dev.tern.error.TernException with the fault {@code BUDGET} if the call could cost
     *     more than is left
     */
    @Override
    public EmbeddingResponse doEmbed(EmbeddingRequest request) {
        long estimated = 0;
        for (EmbeddingInput input : request.inputs()) {
            estimated += TokenEstimator.estimate(input.text());
        }
        Money max = price.cost(MAX_TOKENS_PER_ESTIMATED * estimated, 0);
        BudgetedChatModel.reserve(budget, max);
        Money cost = Money.ZERO;
        try {
            EmbeddingResponse response = model.embed(request);
            TokenUsage usage =
                    response.metadata() == null ? null : response.metadata().tokenUsage();
            long tokens = usage == null || usage.inputTokenCount() == null ? estimated : usage.inputTokenCount();
            cost = price.cost(tokens, 0);
            if (tokens > 0) {
                ledger.record(new Ledger.Expense("embed", "", priced(modelName()), tokens, 0));
            }
            return response;
        } finally {
            budget.settle(max, cost);
        }
    }

    @Override
    public EmbeddingModel model() {
        return model;
    }
}
