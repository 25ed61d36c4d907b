package dev.tern.eval;

import static org.assertj.core.api.Assertions.assertThat;

import dev.langchain4j.data.message.AiMessage;
import dev.langchain4j.model.chat.ChatModel;
import dev.langchain4j.model.chat.request.ChatRequest;
import dev.langchain4j.model.chat.response.ChatResponse;
import dev.langchain4j.model.output.TokenUsage;
import dev.tern.models.money.Money;
import dev.tern.models.money.Price;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

final class ModelClockTest {
    private final AtomicLong nanos = new AtomicLong();
    private final ModelClock clock = new ModelClock(() -> nanos.getAndAdd(1_000));
    private final ChatModel model = new ChatModel() {
        @Override
        public ChatResponse doChat(ChatRequest request) {
            return ChatResponse.builder()
                    .aiMessage(AiMessage.from("yes"))
                    .tokenUsage(new TokenUsage(1_000, 10))
                    .build();
        }
    };

    @Test
    void callsAreTimedAndPricedUntilTheyAreTaken() {
        ChatModel priced = clock.timed(model, Optional.of(Price.of("2", "10")));
        priced.chat("one?");
        priced.chat("two?");

        assertThat(clock.takeSpent()).isEqualTo(new ModelClock.ModelCost(2_000, Optional.of(Money.of("0.0042"))));
        assertThat(clock.takeSpent()).isEqualTo(new ModelClock.ModelCost(0, Optional.of(Money.ZERO)));
    }

    @Test
    void whatOneModelCostsIsNotKnownIfAnotherHasNoPrice() {
        clock.timed(model, Optional.of(Price.of("2", "10"))).chat("one?");
        clock.timed(model, Optional.empty()).chat("two?");

        assertThat(clock.takeSpent()).isEqualTo(new ModelClock.ModelCost(2_000, Optional.empty()));
    }
}
