package dev.tern.spring.ai;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tern.GraphRag;
import dev.tern.error.TernException;
import dev.tern.query.Question;
import dev.tern.query.Retrieval;
import dev.tern.settings.Mode;
import dev.tern.testing.AllValues;
import dev.tern.testing.ScriptedChatModel;
import dev.tern.testing.Tenants;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.springframework.ai.chat.client.ChatClient;
import org.springframework.ai.chat.messages.AssistantMessage;
import org.springframework.ai.chat.messages.UserMessage;
import org.springframework.ai.document.Document;
import org.springframework.ai.rag.Query;
import org.springframework.ai.rag.advisor.RetrievalAugmentationAdvisor;
import org.springframework.ai.rag.retrieval.search.VectorStoreDocumentRetriever;
import org.springframework.ai.vectorstore.filter.Filter.Expression;
import org.springframework.ai.vectorstore.filter.FilterExpressionBuilder;

/** Tests that nothing leaks between two tenants of one graph with common topics. */
class TenantsTest {
    private static final FilterExpressionBuilder IS = new FilterExpressionBuilder();
    private static final Expression RED = IS.eq("tenant", "red").build();

    /** Filters that a caller might send in order to see more. */
    private static final List<Object> WISHES = List.of(
            IS.eq("tenant", "blue").build(),
            IS.not(IS.eq("tenant", "red")).build(),
            IS.isNotNull("tenant").build(),
            "tenant in ['red', 'blue']",
            "tenant == 'red' || tenant == 'blue'",
            "nothing is null",
            " ");

    private final ScriptedChatModel chat = Tenants.eager();
    private final List<Retrieval> heard = new ArrayList<>();
    private final GraphRag rag = Tenants.graph(chat).build();

    private GraphDocumentRetriever.Builder wide(GraphRag graph, Mode mode, boolean hybrid) {
        return GraphDocumentRetriever.builder(graph)
                .mode(mode)
                .parameters(Tenants.wide(hybrid))
                .onRetrieval(heard::add);
    }

    private static Query wishing(String text, Object wish) {
        return Query.builder()
                .text(text)
                .context(Map.of(VectorStoreDocumentRetriever.FILTER_EXPRESSION, wish))
                .build();
    }

    @Test
    void nothingOfAnotherTenantReachesADocumentItsMetadataOrATraceInAnyMode() {
        for (String text : Tenants.QUESTIONS) {
            for (Mode mode : Tenants.MODES) {
                for (boolean hybrid : new boolean[] {false, true}) {
                    List<Document> fixed = wide(rag, mode, hybrid)
                            .filterExpression(RED)
                            .build()
                            .retrieve(new Query(text));
                    List<Document> ofContext = wide(rag, mode, hybrid).build().retrieve(wishing(text, RED));
                    List<Document> ofText = wide(rag, mode, hybrid).build().retrieve(wishing(text, "tenant == 'red'"));

                    assertThat(fixed).as(text).isNotEmpty().isEqualTo(ofContext).isEqualTo(ofText);
                    requireRed(fixed, text);
                }
            }
        }
    }

    @Test
    void noFilterWidensOneThatIsFixed() {
        GraphRag scoped = Tenants.graph(chat).scope(Tenants.tenant("red")).build();
        for (Object wish : WISHES) {
            for (Mode mode : Tenants.MODES) {
                for (String text : Tenants.QUESTIONS) {
                    Query query = wishing(text, wish);
                    requireRed(wide(scoped, mode, true).build().retrieve(query), text);
                    requireRed(
                            wide(rag, mode, true).filterExpression(RED).build().retrieve(query), text);
                    requireRed(
                            wide(rag, mode, true)
                                    .filterExpression(() -> RED)
                                    .filterExpression(() -> null)
                                    .build()
                                    .retrieve(query),
                            text);
                    requireRed(
                            GraphDocumentRetriever.builder(rag)
                                    .questions(asked -> Question.of(asked.text(), mode)
                                            .withParameters(Tenants.wide(true))
                                            .withFilter(SpringFilters.ofContext(asked)))
                                    .filterExpression(RED)
                                    .build()
                                    .retrieve(query),
                            text);
                }
            }
        }
    }

    @Test
    void rerankOfAPostProcessorSeesOnlyTheTenant() {
        List<Document> documents = List.of(new Document("ORLA FINN sold the zibet mill in HAM."), new Document("Ham"));
        for (Mode mode : Tenants.MODES) {
            for (String text : Tenants.QUESTIONS) {
                GraphDocumentRetriever.Builder red =
                        GraphDocumentRetriever.builder(rag).mode(mode);
                GraphDocumentPostProcessor.of(red.build()).process(wishing(text, RED), documents);
                GraphDocumentPostProcessor.of(red.filterExpression(RED).build())
                        .process(wishing(text, "tenant == 'red' or tenant == 'blue'"), documents);
                red = GraphDocumentRetriever.builder(rag).mode(mode).filterExpression(() -> RED);
                GraphDocumentPostProcessor.of(red.build()).process(new Query(text), documents);
                requireRed(List.of(), text);
            }
        }
    }

    @Test
    void callOfAChatClientNarrowsByItsParameter() {
        ScriptedChat model = ScriptedChat.saying("Seen.");
        ChatClient client = ChatClient.builder(model)
                .defaultAdvisors(RetrievalAugmentationAdvisor.builder()
                        .documentRetriever(wide(rag, Mode.LOCAL, true)
                                .filterExpression(RED)
                                .build())
                        .build())
                .build();
        client.prompt()
                .user("Who bakes bread in Ham?")
                .advisors(advisor -> advisor.param(
                        VectorStoreDocumentRetriever.FILTER_EXPRESSION, "year > 2000 or tenant == 'blue'"))
                .call()
                .content();
        assertThat(model.prompts.getLast().getContents())
                .contains("Piet Moll bakes bread in Ham.")
                .doesNotContain("HAM", "The mill of Orla Finn");
    }

    @Test
    void followUpCarriesNoNameOfAnotherTenant() {
        Query followUp = Query.builder()
                .text("And who is her rival?")
                .history(new UserMessage("Where does Zibet Moll bake?"), new AssistantMessage("In Ham."))
                .build();
        List<Document> found = wide(Tenants.graph(chat).chatModel(null).build(), Mode.LOCAL, false)
                .conversational(true)
                .filterExpression(RED)
                .build()
                .retrieve(followUp);
        assertThat(found).isNotEmpty();
        assertThat((found + AllValues.of(heard)).toLowerCase(Locale.ROOT)).doesNotContain(Tenants.SECRET);
    }

    @Test
    void contextWithoutAnExpressionIsRefused() {
        GraphDocumentRetriever retriever = GraphDocumentRetriever.of(rag);
        assertThatThrownBy(() -> retriever.retrieve(wishing("Who?", "tenant is red")))
                .isInstanceOf(TernException.class)
                .hasMessage("\"vector_store_filter_expression\" in the context of a query is not a filter expression:"
                        + " tenant is red");
        assertThatThrownBy(() -> retriever.retrieve(wishing("Who?", IS.eq("tenant", "red"))))
                .isInstanceOf(TernException.class)
                .hasMessage("\"vector_store_filter_expression\" in the context of a query is of type"
                        + " org.springframework.ai.vectorstore.filter.FilterExpressionBuilder$Op; it must be a"
                        + " filter expression or its text");
    }

    /** Asserts that results, prompts and traces have no text of the other tenant. */
    private void requireRed(List<Document> found, String question) {
        assertThat(found)
                .extracting(document -> String.valueOf(document.getMetadata().get("documentId")))
                .allMatch(id -> id.startsWith("red/"));
        StringBuilder shown = new StringBuilder(found.toString());
        shown.append(AllValues.of(heard));
        heard.clear();
        chat.requests().forEach(request -> shown.append(request.messages()));
        assertThat(shown.toString().replace(question, "")).doesNotContain("ORLA", "HAM");
    }
}
