package dev.tern.models;

import dev.langchain4j.model.embedding.EmbeddingModel;
import dev.langchain4j.model.embedding.request.EmbeddingInput;
import dev.langchain4j.model.embedding.request.EmbeddingRequest;
import dev.langchain4j.model.embedding.response.EmbeddingResponse;
import dev.langchain4j.model.output.TokenUsage;
import dev.tern.model.ForwardingEmbeddingModel;
import dev.tern.model.Ledger;
import dev.tern.model.Tokens;
import dev.tern.models.money.Budget;
import dev.tern.models.money.Money;
import dev.tern.models.money.Price;

/**
 * An embedding model that is asked only what can be paid, and whose calls are written down. Before a call twice what its
 * texts are estimated at is set aside; afterwards what it did cost. Thread-safe if the model is.
 */
public final class PaidEmbeddingModel implements ForwardingEmbeddingModel {
    private static final int MOST_TO_AN_ESTIMATED_TOKEN = 2;

    private final EmbeddingModel model;
    private final Price price;
    private final Budget budget;
    private final Ledger ledger;

    /**
     * A model within a budget, which may be that of others too.
     *
     * @param price its output tokens do not matter
     * @param ledger hears of calls for which tokens were sent
     */
    public PaidEmbeddingModel(EmbeddingModel model, Price price, Budget budget, Ledger ledger) {
        this.model = model;
        this.price = price;
        this.budget = budget;
        this.ledger = ledger;
    }

    /** The name under which a model has its price: what graphs remember of its prefixes is no part of it. */
    public static String priced(String modelName) {
        return Prefixes.without(modelName);
    }

    /**
     * Asks the model if the budget covers the call.
     *
     * @throws dev.tern.error.TernException of the fault {@code BUDGET} if the call could cost more than is left
     */
    @Override
    public EmbeddingResponse doEmbed(EmbeddingRequest request) {
        long estimated = 0;
        for (EmbeddingInput input : request.inputs()) {
            estimated += Tokens.estimate(input.text());
        }
        Money most = price.cost(MOST_TO_AN_ESTIMATED_TOKEN * estimated, 0);
        BudgetedChatModel.reserve(budget, most);
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
            budget.settle(most, cost);
        }
    }

    @Override
    public EmbeddingModel model() {
        return model;
    }
}
