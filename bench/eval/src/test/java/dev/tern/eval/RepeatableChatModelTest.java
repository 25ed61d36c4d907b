package dev.tern.eval;

import static org.assertj.core.api.Assertions.assertThat;

import dev.langchain4j.data.message.AiMessage;
import dev.langchain4j.data.message.UserMessage;
import dev.langchain4j.model.chat.ChatModel;
import dev.langchain4j.model.chat.request.ChatRequest;
import dev.langchain4j.model.chat.response.ChatResponse;
import dev.langchain4j.model.output.FinishReason;
import dev.langchain4j.model.output.TokenUsage;
import dev.tern.model.ReplyCache;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

final class RepeatableChatModelTest {
    private final AtomicInteger calls = new AtomicInteger();
    private final Map<String, ReplyCache.CachedReply> kept = new HashMap<>();
    private final ReplyCache cache = new ReplyCache() {
        @Override
        public Optional<CachedReply> find(String key) {
            return Optional.ofNullable(kept.get(key));
        }

        @Override
        public void keep(String key, CachedReply reply) {
            kept.put(key, reply);
        }
    };
    private final ChatModel counting = new ChatModel() {
        @Override
        public ChatResponse doChat(ChatRequest request) {
            return ChatResponse.builder()
                    .aiMessage(AiMessage.from("reply " + calls.incrementAndGet()))
                    .tokenUsage(new TokenUsage(7, 3))
                    .build();
        }
    };

    private static ChatRequest request(String text, double temperature) {
        return ChatRequest.builder()
                .messages(UserMessage.from(text))
                .temperature(temperature)
                .build();
    }

    @Test
    void saysAgainWhatItSaidWithItsTokens() {
        ChatModel model = new RepeatableChatModel(counting, "m", cache);
        ChatResponse first = model.chat(request("a", 0));
        ChatResponse again = new RepeatableChatModel(counting, "m", cache).chat(request("a", 0));
        assertThat(again.aiMessage().text()).isEqualTo(first.aiMessage().text()).isEqualTo("reply 1");
        assertThat(again.tokenUsage().inputTokenCount()).isEqualTo(7);
        assertThat(again.tokenUsage().outputTokenCount()).isEqualTo(3);
        assertThat(calls).hasValue(1);
    }

    @Test
    void usageThatTheModelDidNotSayIsNotSaidAgain() {
        ChatModel silent = new ChatModel() {
            @Override
            public ChatResponse doChat(ChatRequest request) {
                return ChatResponse.builder().aiMessage(AiMessage.from("reply")).build();
            }
        };
        ChatModel model = new RepeatableChatModel(silent, "m", cache);
        assertThat(model.chat(request("a", 0)).tokenUsage()).isNull();
        assertThat(model.chat(request("a", 0)).tokenUsage()).isNull();
    }

    @Test
    void anotherRequestOrModelIsAskedAnew() {
        ChatModel model = new RepeatableChatModel(counting, "m", cache);
        model.chat(request("a", 0));
        model.chat(request("b", 0));
        model.chat(request("a", 1));
        new RepeatableChatModel(counting, "n", cache).chat(request("a", 0));
        assertThat(calls).hasValue(4);
    }

    @Test
    void theUsualLimitOfAReplyIsNoOtherRequestAndACutReplyIsNotKept() {
        FinishReason[] ends = {FinishReason.LENGTH, FinishReason.CONTENT_FILTER, FinishReason.STOP};
        ChatModel model = new ChatModel() {
            @Override
            public ChatResponse doChat(ChatRequest request) {
                return ChatResponse.builder()
                        .aiMessage(AiMessage.from("so far"))
                        .finishReason(ends[calls.getAndIncrement()])
                        .build();
            }
        };
        ChatModel repeatable = new RepeatableChatModel(model, "m", cache);
        repeatable.chat(request("a", 0));
        repeatable.chat(request("a", 0));
        assertThat(kept).isEmpty();
        repeatable.chat(request("a", 0));
        repeatable.chat(ChatRequest.builder()
                .messages(UserMessage.from("a"))
                .temperature(0.0)
                .maxOutputTokens(4096)
                .build());
        assertThat(calls).hasValue(3);
    }

    @Test
    void replyWithoutWordsIsNotKept() {
        ChatModel silent = new ScriptedChatModel(" ");
        new RepeatableChatModel(silent, "m", cache).chat(request("a", 0));
        assertThat(kept).isEmpty();
    }
}
