package dev.tern.langchain4j;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.langchain4j.data.message.AiMessage;
import dev.langchain4j.data.message.ChatMessage;
import dev.langchain4j.data.message.ImageContent;
import dev.langchain4j.data.message.SystemMessage;
import dev.langchain4j.data.message.UserMessage;
import dev.langchain4j.model.output.Response;
import dev.langchain4j.model.scoring.ScoringModel;
import dev.langchain4j.rag.content.Content;
import dev.langchain4j.rag.content.ContentMetadata;
import dev.langchain4j.rag.content.aggregator.DefaultContentAggregator;
import dev.langchain4j.rag.content.aggregator.ReRankingContentAggregator;
import dev.langchain4j.rag.content.retriever.ContentRetriever;
import dev.langchain4j.rag.content.retriever.listener.ContentRetrieverErrorContext;
import dev.langchain4j.rag.content.retriever.listener.ContentRetrieverListener;
import dev.langchain4j.rag.content.retriever.listener.ContentRetrieverRequestContext;
import dev.langchain4j.rag.content.retriever.listener.ContentRetrieverResponseContext;
import dev.langchain4j.rag.query.Metadata;
import dev.langchain4j.rag.query.Query;
import dev.tern.GraphRag;
import dev.tern.error.TernException;
import dev.tern.graph.Relation;
import dev.tern.query.Question;
import dev.tern.query.conversation.Turn;
import dev.tern.settings.Mode;
import dev.tern.settings.Parameter;
import dev.tern.settings.Parameters;
import dev.tern.testing.Bridges;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

class GraphContentRetrieverTest {
    private final GraphRag rag = Bridges.built();

    @Test
    void contentCarriesPassageDocumentScoreRelationsAndTrace() {
        List<Content> found = GraphContentRetriever.of(rag).retrieve(Query.from(Bridges.QUESTION));

        assertThat(documents(found)).containsExactlyInAnyOrder("family", "bridge");
        Content content = found.stream()
                .filter(some -> documents(List.of(some)).contains("family"))
                .findFirst()
                .orElseThrow();
        GraphContent behind = GraphContent.of(content).orElseThrow();
        assertThat(behind.passage().documentId()).isEqualTo("family");
        assertThat(behind.relations())
                .extracting(Relation::text)
                .containsExactly("Lena Marr is the daughter of Emil Marr");
        assertThat(behind.trace().steps()).extracting(step -> step.name()).contains("recognise", "expand", "collect");
        assertThat(content.metadata())
                .containsEntry(ContentMetadata.SCORE, behind.score())
                .containsEntry(ContentMetadata.EMBEDDING_ID, behind.passage().id());
    }

    @Test
    void segmentIsWhatAChatModelIsShownWithItsPlaceInSimpleValues() {
        Content content = GraphContentRetriever.builder(rag)
                .mode(Mode.NAIVE)
                .parameters(Parameters.of(Parameter.FINAL_TOP_K, 1))
                .build()
                .retrieve(Query.from("Lena Marr is the daughter of Emil Marr."))
                .getFirst();

        assertThat(content.textSegment().text()).isEqualTo("The Marr family\nLena Marr is the daughter of Emil Marr.");
        assertThat(content.textSegment().metadata().toMap())
                .containsOnlyKeys("archive", "documentId", "passageId", "title")
                .containsEntry("archive", "Vale")
                .containsEntry("documentId", "family")
                .containsEntry("title", "The Marr family");
    }

    @Test
    void contentOfAnotherRetrieverIsNotOfAGraph() {
        assertThat(GraphContent.of(Content.from("anything"))).isEmpty();
    }

    @Test
    void questionCanDependOnWhatCameWithTheQuery() {
        ContentRetriever retriever = GraphContentRetriever.builder(rag)
                .questions(query -> Question.of(query.text() + " Orla Finn", Mode.NAIVE)
                        .withParameters(Parameters.of(Parameter.FINAL_TOP_K, 1)))
                .build();

        assertThat(documents(retriever.retrieve(Query.from("rye mill")))).containsExactly("mill");
    }

    @Test
    void questionsBesideAModeAreRefused() {
        GraphContentRetriever.Builder builder =
                GraphContentRetriever.builder(rag).mode(Mode.NAIVE).questions(query -> rag.question(query.text()));

        assertThatThrownBy(builder::build)
                .isInstanceOf(IllegalStateException.class)
                .hasMessage("questions is set and replaces mode; set one of them");
    }

    @Test
    void listenersHearRequestsContentsAndFailures() {
        List<String> heard = new ArrayList<>();
        ContentRetrieverListener listener = new ContentRetrieverListener() {
            @Override
            public void onRequest(ContentRetrieverRequestContext context) {
                heard.add("asked: " + context.query().text());
            }

            @Override
            public void onResponse(ContentRetrieverResponseContext context) {
                heard.add("found: " + context.contents().size());
            }

            @Override
            public void onError(ContentRetrieverErrorContext context) {
                heard.add("failed: " + context.error().getMessage());
            }
        };
        GraphContentRetriever.of(rag).addListener(listener).retrieve(Query.from("rye"));
        ContentRetriever graph =
                GraphContentRetriever.builder(rag).mode(Mode.GRAPH).build().addListener(listener);

        assertThatThrownBy(() -> graph.retrieve(Query.from("rye"))).isInstanceOf(TernException.class);
        assertThat(heard)
                .containsExactly(
                        "asked: rye",
                        "found: 2",
                        "asked: rye",
                        "failed: graph mode needs a chat model for the task rerank and none is set; set one, or use"
                                + " the mode local, which needs none");
    }

    @Test
    void whatIsBehindAContentOutlivesReRanking() {
        Query query = Query.from(Bridges.QUESTION);
        List<Content> found = GraphContentRetriever.of(rag).retrieve(query);
        ScoringModel shorterIsBetter = new ScoringModel() {
            @Override
            public Response<List<Double>> scoreAll(
                    List<dev.langchain4j.data.segment.TextSegment> segments, String asked) {
                return Response.from(segments.stream()
                        .map(segment -> 1.0 / segment.text().length())
                        .toList());
            }
        };

        List<Content> ranked = new ReRankingContentAggregator(shorterIsBetter).aggregate(Map.of(query, List.of(found)));

        assertThat(documents(ranked)).containsExactly("bridge", "family");
        assertThat(GraphContent.of(ranked.getFirst()).orElseThrow().trace())
                .isEqualTo(GraphContent.of(found.getFirst()).orElseThrow().trace());
        assertThat(ranked.getFirst().metadata()).containsKey(ContentMetadata.RERANKED_SCORE);
    }

    @Test
    void passageThatTwoQueriesFindIsOneContentWhenFused() {
        ContentRetriever retriever = GraphContentRetriever.of(rag);
        Query one = Query.from(Bridges.QUESTION);
        Query other = Query.from("Whose daughter is Lena Marr?");

        List<Content> fused = new DefaultContentAggregator()
                .aggregate(Map.of(
                        one, List.of(retriever.retrieve(one)),
                        other, List.of(retriever.retrieve(other))));

        assertThat(documents(fused)).doesNotHaveDuplicates().contains("family", "bridge");
    }

    @Test
    void retrievesOffTheCallersThread() throws Exception {
        List<Content> found = GraphContentRetriever.of(rag)
                .retrieveAsync(Query.from(Bridges.QUESTION))
                .get(1, TimeUnit.MINUTES);

        assertThat(documents(found)).containsExactlyInAnyOrder("family", "bridge");
    }

    @Test
    void followUpLeansOnTheChatMemory() {
        List<ChatMessage> memory = List.of(
                SystemMessage.from("Be brief."),
                UserMessage.from("Who is the daughter of Emil Marr?"),
                AiMessage.from("Lena Marr."),
                UserMessage.from("And what did she build?"));
        Query followUp = Query.from(
                "And what did she build?", Metadata.from(UserMessage.from("And what did she build?"), "id", memory));

        List<Content> found =
                GraphContentRetriever.builder(rag).conversational(true).build().retrieve(followUp);

        assertThat(GraphContent.of(found.getFirst())
                        .orElseThrow()
                        .retrieval()
                        .question()
                        .text())
                .isEqualTo("And what did she build? (Emil Marr, Lena Marr)");
        assertThat(documents(found)).contains("bridge");
    }

    @Test
    void whatIsSaidToAPictureIsNoAnswerToTheQuestionBefore() {
        List<ChatMessage> memory = List.of(
                UserMessage.from("Who is the daughter of Emil Marr?"),
                AiMessage.from("Lena Marr."),
                UserMessage.from(ImageContent.from("https://example.org/a.png")),
                AiMessage.from("That is the Vale bridge."));
        Query query = Query.from("And now?", Metadata.from(UserMessage.from("And now?"), "id", memory));

        assertThat(ChatTurns.before(query))
                .containsExactly(new Turn("Who is the daughter of Emil Marr?", "Lena Marr."));
    }

    @Test
    void queryWithoutAMemoryIsAskedAsItIs() {
        ContentRetriever retriever =
                GraphContentRetriever.builder(rag).conversational(true).build();

        assertThat(GraphContent.of(retriever.retrieve(Query.from("rye")).getFirst())
                        .orElseThrow()
                        .retrieval()
                        .question()
                        .text())
                .isEqualTo("rye");
    }

    private static List<String> documents(List<Content> contents) {
        return contents.stream()
                .map(content -> GraphContent.of(content).orElseThrow().passage().documentId())
                .toList();
    }
}
