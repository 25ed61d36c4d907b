package dev.tern.eval;

import dev.langchain4j.data.message.AiMessage;
import dev.langchain4j.data.message.SystemMessage;
import dev.langchain4j.data.message.UserMessage;
import dev.langchain4j.model.chat.ChatModel;
import dev.langchain4j.model.chat.request.ChatRequest;
import dev.langchain4j.model.chat.response.ChatResponse;
import dev.tern.graph.NameSpans;
import java.util.List;
import java.util.Random;
import java.util.function.BiFunction;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.IntStream;

/**
 * A chat model that chooses candidates by number, regardless of their text. If the prompt asks for
 * missing names, the reply has a random capitalised name of the list, if there is one.
 *
 * @param choice chooses numbers from 1 to the number of candidates; the random numbers that it
 *     receives are the same for equal lists
 */
record BlindChatModel(BiFunction<Integer, Random, IntStream> choice) implements ChatModel {
    private static final Pattern NUMBERED = Pattern.compile("^\\d+\\. ", Pattern.MULTILINE);

    /** Matches the format of a reply with missing names; captures the field name of the numbers. */
    private static final Pattern LIST = Pattern.compile("\\{\"(\\w+)\": \\[[^\\[\\]]*+\\], \"missing\"");

    @Override
    public ChatResponse doChat(ChatRequest request) {
        String list = ((UserMessage) request.messages().getLast()).singleText();
        int count = Math.max(1, (int) NUMBERED.matcher(list).results().count());
        Random random = new Random(list.hashCode());
        List<Integer> numbers = choice.apply(count, random).boxed().toList();
        Matcher asked =
                LIST.matcher(request.messages().getFirst() instanceof SystemMessage system ? system.text() : "");
        String reply = asked.find()
                ? "{\"%s\": %s, \"missing\": [\"%s\"]}".formatted(asked.group(1), numbers, name(list, random))
                : numbers.toString();
        return ChatResponse.builder().aiMessage(AiMessage.from(reply)).build();
    }

    /** Returns a random capitalised name in the list; empty if it has none. */
    private static String name(String list, Random random) {
        List<NameSpans.Span> names = NameSpans.capitalised(list);
        return names.isEmpty()
                ? ""
                : names.get(random.nextInt(names.size())).text().replace("\"", "");
    }
}
