package dev.tern.langchain4j;

import static dev.langchain4j.data.message.ChatMessageDeserializer.messagesFromJson;
import static dev.langchain4j.data.message.ChatMessageSerializer.messagesToJson;
import static org.assertj.core.api.Assertions.assertThat;

import dev.langchain4j.agent.tool.ToolExecutionRequest;
import dev.langchain4j.data.message.AiMessage;
import dev.langchain4j.data.message.ChatMessage;
import dev.langchain4j.data.message.ToolExecutionResultMessage;
import dev.langchain4j.data.message.UserMessage;
import dev.langchain4j.data.segment.TextSegment;
import dev.langchain4j.memory.ChatMemory;
import dev.langchain4j.memory.chat.MessageWindowChatMemory;
import dev.langchain4j.model.chat.ChatModel;
import dev.langchain4j.model.chat.request.ChatRequest;
import dev.langchain4j.model.chat.response.ChatResponse;
import dev.langchain4j.model.output.Response;
import dev.langchain4j.model.scoring.ScoringModel;
import dev.langchain4j.rag.RetrievalAugmentor;
import dev.langchain4j.rag.content.Content;
import dev.langchain4j.rag.content.ContentMetadata;
import dev.langchain4j.rag.content.aggregator.ReRankingContentAggregator;
import dev.langchain4j.rag.content.retriever.ContentRetriever;
import dev.langchain4j.rag.content.retriever.listener.ContentRetrieverListener;
import dev.langchain4j.rag.content.retriever.listener.ContentRetrieverRequestContext;
import dev.langchain4j.rag.content.retriever.listener.ContentRetrieverResponseContext;
import dev.langchain4j.rag.query.router.DefaultQueryRouter;
import dev.langchain4j.rag.query.router.QueryRouter;
import dev.langchain4j.service.AiServices;
import dev.langchain4j.service.Result;
import dev.tern.GraphRag;
import dev.tern.query.conversation.Turn;
import dev.tern.testing.Bridges;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.function.Function;
import org.junit.jupiter.api.Test;

class GraphAugmentorTest {
    private final GraphRag rag = Bridges.built();

    interface Assistant {
        Result<String> chat(String message);
    }

    @Test
    void assistantIsShownThePassagesOfTheGraph() {
        RecordingChatModel chat = new RecordingChatModel(messages -> AiMessage.from("The Vale bridge."));
        Assistant assistant = AiServices.builder(Assistant.class)
                .chatModel(chat)
                .retrievalAugmentor(GraphAugmentor.of(rag))
                .build();

        Result<String> result = assistant.chat(Bridges.QUESTION);

        assertThat(result.content()).isEqualTo("The Vale bridge.");
        assertThat(result.sources())
                .extracting(source ->
                        GraphContent.of(source).orElseThrow().passage().documentId())
                .containsExactlyInAnyOrder("family", "bridge");
        assertThat(chat.asked.getLast())
                .startsWith(Bridges.QUESTION)
                .contains("Lena Marr is the daughter of Emil Marr.", "documentId: family");
    }

    @Test
    void turnsOfAMemoryThatKeepsPassagesAreWhatTheUserWrote() {
        RecordingChatModel chat = new RecordingChatModel(messages -> AiMessage.from("The Vale bridge."));
        ChatMemory memory = MessageWindowChatMemory.withMaxMessages(10);
        List<List<Turn>> before = Collections.synchronizedList(new ArrayList<>());
        ContentRetriever retriever = query -> {
            before.add(ChatTurns.before(query));
            return GraphContentRetriever.of(rag).retrieve(query);
        };
        Assistant assistant = AiServices.builder(Assistant.class)
                .chatModel(chat)
                .chatMemory(memory)
                .retrievalAugmentor(GraphAugmentor.builder(retriever).build())
                .build();

        assistant.chat(Bridges.QUESTION);
        List<ChatMessage> kept = messagesFromJson(messagesToJson(memory.messages()));
        memory.clear();
        kept.forEach(memory::add);
        assistant.chat("When did she build it?");

        assertThat(((UserMessage) kept.getFirst()).singleText()).contains("Lena Marr is the daughter of Emil Marr.");
        assertThat(before).containsExactly(List.of(), List.of(new Turn(Bridges.QUESTION, "The Vale bridge.")));
    }

    @Test
    void routerOfTheApplicationDecidesWhereToLook() {
        RecordingChatModel chat = new RecordingChatModel(messages -> AiMessage.from("Hello."));
        QueryRouter onlyQuestions = query -> query.text().endsWith("?")
                ? new DefaultQueryRouter(GraphContentRetriever.of(rag)).route(query)
                : List.of();
        RetrievalAugmentor augmentor = GraphAugmentor.builder(GraphContentRetriever.of(rag))
                .queryRouter(onlyQuestions)
                .build();
        Assistant assistant = AiServices.builder(Assistant.class)
                .chatModel(chat)
                .retrievalAugmentor(augmentor)
                .build();

        assistant.chat("Hello");
        assistant.chat(Bridges.QUESTION);

        assertThat(chat.asked.getFirst()).isEqualTo("Hello");
        assertThat(chat.asked.getLast()).contains("Lena Marr");
    }

    /** Mimics an application: a router, two retrievers, one with a listener, and a re-ranker. */
    @Test
    void contentsOfAGraphAreRoutedReRankedAndHeardBesideThoseOfAnother() {
        List<String> heard = Collections.synchronizedList(new ArrayList<>());
        ContentRetriever graph = GraphContentRetriever.of(rag).addListener(new ContentRetrieverListener() {
            @Override
            public void onRequest(ContentRetrieverRequestContext context) {
                heard.add("asked: " + context.query().text());
            }

            @Override
            public void onResponse(ContentRetrieverResponseContext context) {
                heard.add("found: " + context.contents().size());
            }
        });
        ContentRetriever other = query ->
                List.of(Content.from("Bridges are built of stone."), Content.from("Bridge is a game of cards."));
        ScoringModel longerIsBetter = new ScoringModel() {
            @Override
            public Response<List<Double>> scoreAll(List<TextSegment> segments, String asked) {
                return Response.from(segments.stream()
                        .map(segment -> (double) segment.text().length())
                        .toList());
            }
        };
        Assistant assistant = AiServices.builder(Assistant.class)
                .chatModel(new RecordingChatModel(messages -> AiMessage.from("The Vale bridge.")))
                .retrievalAugmentor(GraphAugmentor.builder(graph)
                        .queryRouter(new DefaultQueryRouter(graph, other))
                        .contentAggregator(ReRankingContentAggregator.builder()
                                .scoringModel(longerIsBetter)
                                .maxResults(3)
                                .build())
                        .build())
                .build();

        List<Content> sources = assistant.chat(Bridges.QUESTION).sources();

        assertThat(sources)
                .extracting(source -> GraphContent.of(source)
                        .map(found -> found.passage().documentId())
                        .orElse(source.textSegment().text()))
                .containsExactly("family", "bridge", "Bridges are built of stone.");
        assertThat(sources)
                .allSatisfy(
                        source -> assertThat(source.metadata()).containsEntry(ContentMetadata.RERANKED_SCORE, (double)
                                source.textSegment().text().length()));
        assertThat(heard).containsExactly("asked: " + Bridges.QUESTION, "found: 2");
    }

    @Test
    void agentCallsTheTools() {
        RecordingChatModel chat =
                new RecordingChatModel(messages -> messages.getLast() instanceof ToolExecutionResultMessage result
                        ? AiMessage.from("I read: " + result.text())
                        : AiMessage.from(ToolExecutionRequest.builder()
                                .id("1")
                                .name("graph_neighbourhood")
                                .arguments("{\"entity\": \"Emil Marr\"}")
                                .build()));
        Assistant agent = AiServices.builder(Assistant.class)
                .chatModel(chat)
                .tools(GraphTools.of(rag))
                .build();

        assertThat(agent.chat("Who is around Emil Marr?").content())
                .isEqualTo("I read: Around Emil Marr:\nLena Marr is the daughter of Emil Marr\nLeads to: Lena Marr");
    }

    /** Replies with a function of the messages, and records the last user message of each call. */
    private static final class RecordingChatModel implements ChatModel {
        final List<String> asked = new ArrayList<>();
        private final Function<List<ChatMessage>, AiMessage> script;

        RecordingChatModel(Function<List<ChatMessage>, AiMessage> script) {
            this.script = script;
        }

        @Override
        public ChatResponse doChat(ChatRequest request) {
            request.messages().stream()
                    .filter(UserMessage.class::isInstance)
                    .map(message -> ((UserMessage) message).singleText())
                    .forEach(asked::add);
            return ChatResponse.builder()
                    .aiMessage(script.apply(request.messages()))
                    .build();
        }
    }
}
