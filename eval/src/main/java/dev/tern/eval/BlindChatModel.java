package dev.tern.eval;

import dev.langchain4j.data.message.AiMessage;
import dev.langchain4j.data.message.UserMessage;
import dev.langchain4j.model.chat.ChatModel;
import dev.langchain4j.model.chat.request.ChatRequest;
import dev.langchain4j.model.chat.response.ChatResponse;
import java.util.List;
import java.util.Random;
import java.util.function.BiFunction;
import java.util.regex.Pattern;
import java.util.stream.IntStream;

/**
 * A chat model that chooses numbers of a list without reading it. The same list gets the same numbers.
 *
 * @param choice chooses from 1 to so many
 */
record BlindChatModel(BiFunction<Integer, Random, IntStream> choice) implements ChatModel {
    private static final Pattern NUMBERED = Pattern.compile("^\\d+\\. ", Pattern.MULTILINE);

    @Override
    public ChatResponse doChat(ChatRequest request) {
        String list = ((UserMessage) request.messages().getLast()).singleText();
        int count = Math.max(1, (int) NUMBERED.matcher(list).results().count());
        List<Integer> numbers =
                choice.apply(count, new Random(list.hashCode())).boxed().toList();
        return ChatResponse.builder()
                .aiMessage(AiMessage.from(numbers.toString()))
                .build();
    }
}
