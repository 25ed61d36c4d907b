package dev.tern.models;

import dev.langchain4j.data.message.ChatMessage;
import dev.langchain4j.model.ModelProvider;
import dev.langchain4j.model.chat.Capability;
import dev.langchain4j.model.chat.ChatModel;
import dev.langchain4j.model.chat.request.ChatRequest;
import dev.langchain4j.model.chat.request.ChatRequestParameters;
import dev.langchain4j.model.chat.response.ChatResponse;
import dev.langchain4j.model.output.TokenUsage;
import dev.tern.error.TernException;
import dev.tern.model.Budget;
import dev.tern.model.Money;
import dev.tern.model.Price;
import dev.tern.model.Tokens;
import java.util.Set;
import java.util.concurrent.CancellationException;

/**
 * A chat model that is asked only what can be paid. Before a call the most that it can cost is set aside: its messages, and
 * as many tokens in reply as the request allows; afterwards what it did cost. A call that failed costs nothing. Thread-safe
 * if the model is.
 */
public final class BudgetedChatModel implements ChatModel {
    /** The most tokens of a reply whose request names no limit. */
    private static final int TOKENS_OF_A_REPLY = 8_192;

    /** Estimates are of characters; a text of rare words may have twice the tokens. */
    private static final int MOST_TO_AN_ESTIMATED_TOKEN = 2;

    private final ChatModel model;
    private final Price price;
    private final Budget budget;

    /** A model within a budget, which may be that of others too. */
    public BudgetedChatModel(ChatModel model, Price price, Budget budget) {
        this.model = model;
        this.price = price;
        this.budget = budget;
    }

    /**
     * Asks the model.
     *
     * @throws TernException of the fault {@code BUDGET} if the call could cost more than is left
     */
    @Override
    public ChatResponse doChat(ChatRequest request) {
        long input = 0;
        for (ChatMessage message : request.messages()) {
            input += Tokens.estimate(message.toString());
        }
        int output = request.maxOutputTokens() == null ? TOKENS_OF_A_REPLY : request.maxOutputTokens();
        Money most = price.cost(MOST_TO_AN_ESTIMATED_TOKEN * input, output);
        reserve(budget, most);
        Money cost = Money.ZERO;
        try {
            ChatResponse response = model.chat(request);
            cost = cost(response.tokenUsage(), most);
            return response;
        } finally {
            budget.settle(most, cost);
        }
    }

    /** A model that does not say what it used is taken to have used all. */
    private Money cost(TokenUsage usage, Money most) {
        return usage == null || usage.inputTokenCount() == null || usage.outputTokenCount() == null
                ? most
                : price.cost(usage.inputTokenCount(), usage.outputTokenCount());
    }

    /** Sets an amount aside, or says why it cannot be. */
    static void reserve(Budget budget, Money most) {
        boolean granted;
        try {
            granted = budget.reserve(most);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new CancellationException("interrupted while waiting for the budget");
        }
        if (!granted) {
            Budget.Standing standing = budget.standing();
            throw TernException.budget("the next call of a model could cost " + most + ", and of the "
                    + standing.limit() + " that may be spent " + standing.spent() + " is spent");
        }
    }

    @Override
    public Set<Capability> supportedCapabilities() {
        return model.supportedCapabilities();
    }

    @Override
    public ChatRequestParameters defaultRequestParameters() {
        return model.defaultRequestParameters();
    }

    @Override
    public ModelProvider provider() {
        return model.provider();
    }
}
