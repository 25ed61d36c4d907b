package dev.tern.models;

import dev.langchain4j.data.message.ChatMessage;
import dev.langchain4j.model.chat.ChatModel;
import dev.langchain4j.model.chat.request.ChatRequest;
import dev.langchain4j.model.chat.response.ChatResponse;
import dev.langchain4j.model.output.TokenUsage;
import dev.tern.error.TernException;
import dev.tern.model.ForwardingChatModel;
import dev.tern.model.StreamedChatModel;
import dev.tern.model.TokenEstimator;
import dev.tern.models.money.Budget;
import dev.tern.models.money.Money;
import dev.tern.models.money.Price;
import java.util.Objects;
import java.util.concurrent.CancellationException;
import java.util.function.Consumer;
import java.util.function.Supplier;
import java.util.stream.Stream;

/**
 * A chat model that spends within a budget. Thread-safe if the model and the price supplier are.
 *
 * <p>Before each call, the maximum cost is estimated from the messages and the reply limit, and
 * reserved. After the call, the cost of the reported tokens is settled, or the reserved cost if
 * none are reported. A failed call counts as free, unless a stream fails after its first part.
 */
public final class BudgetedChatModel implements StreamedChatModel, ForwardingChatModel {
    /** The reply tokens to assume if neither the request nor the model has a limit. */
    private static final int ASSUMED_REPLY_TOKENS = 8_192;

    /** The assumed maximum of tokens per estimated token; rare words take more than estimated. */
    private static final int MAX_TOKENS_PER_ESTIMATED = 2;

    private final ChatModel model;
    private final Supplier<Price> price;
    private final Budget budget;

    /**
     * Creates a model within a budget, which may be shared.
     *
     * @param price supplies the price when a call needs it, so that unused models need none
     */
    public BudgetedChatModel(ChatModel model, Supplier<Price> price, Budget budget) {
        this.model = model;
        this.price = price;
        this.budget = budget;
    }

    /**
     * Calls the model if the budget covers the call. Waits while reservations of other calls, which
     * may turn out cheaper, block this one.
     *
     * @throws TernException with the fault {@code BUDGET} if the call could cost more than is left
     */
    @Override
    public ChatResponse doChat(ChatRequest request) {
        return callWithinBudget(request, () -> model.chat(request), () -> Money.ZERO);
    }

    /**
     * Streams a reply, under the same conditions as {@link #doChat}. If the stream fails after its
     * first part, the request and the received parts are charged, both estimated.
     */
    @Override
    public ChatResponse chat(ChatRequest request, Consumer<String> words) {
        StringBuilder heard = new StringBuilder();
        Consumer<String> hearing = part -> {
            heard.append(part);
            words.accept(part);
        };
        return callWithinBudget(
                request,
                () -> StreamedChatModel.ask(model, request, hearing),
                () -> heard.isEmpty()
                        ? Money.ZERO
                        : price.get().cost(input(request), TokenEstimator.estimate(heard.toString())));
    }

    private ChatResponse callWithinBudget(
            ChatRequest request, Supplier<ChatResponse> ask, Supplier<Money> costOfFailure) {
        Money max = price.get().cost(MAX_TOKENS_PER_ESTIMATED * input(request), output(request));
        reserve(budget, max);
        ChatResponse response = null;
        try {
            response = ask.get();
            return response;
        } finally {
            budget.settle(max, response == null ? costOfFailure.get() : cost(response.tokenUsage(), max));
        }
    }

    private static long input(ChatRequest request) {
        long input = 0;
        for (ChatMessage message : request.messages()) {
            input += TokenEstimator.estimate(message.toString());
        }
        return input;
    }

    private int output(ChatRequest request) {
        return Stream.of(request.maxOutputTokens(), defaultRequestParameters().maxOutputTokens())
                .filter(Objects::nonNull)
                .findFirst()
                .orElse(ASSUMED_REPLY_TOKENS);
    }

    /** Returns the cost of the reported usage, or the maximum if the usage is unknown. */
    private Money cost(TokenUsage usage, Money max) {
        return usage == null || usage.inputTokenCount() == null || usage.outputTokenCount() == null
                ? max
                : price.get().cost(usage.inputTokenCount(), usage.outputTokenCount());
    }

    /**
     * Reserves an amount, and waits while other reservations, which may turn out cheaper, block it.
     *
     * @throws TernException with the fault {@code BUDGET} if the amount is more than is left
     * @throws CancellationException if the thread is interrupted
     */
    static void reserve(Budget budget, Money max) {
        boolean granted;
        try {
            granted = budget.reserve(max);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new CancellationException("interrupted while waiting for the budget");
        }
        if (!granted) {
            Budget.BudgetState budgetState = budget.sharedState();
            throw TernException.budget("the next model call could cost " + max + ", and " + budgetState.spent()
                    + " of the budget of " + budgetState.limit() + " is spent");
        }
    }

    @Override
    public ChatModel model() {
        return model;
    }
}
