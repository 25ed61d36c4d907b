package dev.tern.langchain4j;

import static dev.langchain4j.store.embedding.filter.MetadataFilterBuilder.metadataKey;
import static org.assertj.core.api.Assertions.assertThat;

import dev.langchain4j.data.message.AiMessage;
import dev.langchain4j.data.message.UserMessage;
import dev.langchain4j.memory.chat.MessageWindowChatMemory;
import dev.langchain4j.rag.content.Content;
import dev.langchain4j.rag.query.Metadata;
import dev.langchain4j.rag.query.Query;
import dev.langchain4j.service.AiServices;
import dev.langchain4j.service.MemoryId;
import dev.langchain4j.service.Result;
import dev.langchain4j.store.embedding.filter.Filter;
import dev.tern.GraphRag;
import dev.tern.graph.SourceDocument;
import dev.tern.query.Question;
import dev.tern.settings.Mode;
import dev.tern.testing.AllValues;
import dev.tern.testing.ScriptedChatModel;
import dev.tern.testing.Tenants;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** Tests that nothing leaks between two tenants of one graph with common topics. */
class TenantsTest {
    private static final Filter RED = metadataKey("tenant").isEqualTo("red");
    private static final Filter BLUE = metadataKey("tenant").isEqualTo("blue");

    /** Filters that a caller might send in order to see more. */
    private static final List<Filter> WISHES = List.of(
            BLUE,
            RED.or(BLUE),
            Filter.not(RED),
            metadataKey("tenant").isNotEqualTo("nobody"),
            metadataKey("tenant").isIn("red", "blue"),
            metadataKey("year").isGreaterThan(0),
            metadataKey("nothing").isNotIn("of it"));

    private final ScriptedChatModel chat = Tenants.eager();
    private final GraphRag rag = Tenants.graph(chat).build();

    private static GraphContentRetriever.Builder wide(GraphRag rag, Mode mode, boolean hybrid) {
        return GraphContentRetriever.builder(rag).mode(mode).parameters(Tenants.wide(hybrid));
    }

    @Test
    void nothingOfAnotherTenantReachesAContentItsMetadataOrATraceInAnyMode() {
        for (String text : Tenants.QUESTIONS) {
            for (Mode mode : Tenants.MODES) {
                for (boolean hybrid : new boolean[] {false, true}) {
                    List<Content> found =
                            wide(rag, mode, hybrid).filter(RED).build().retrieve(Query.from(text));
                    assertThat(found).as(text).isNotEmpty();
                    requireRed(found, text);
                }
            }
        }
    }

    @Test
    void noFilterWidensOneThatIsFixed() {
        GraphRag scoped = Tenants.graph(chat).scope(Tenants.tenant("red")).build();
        for (Filter wish : WISHES) {
            for (Mode mode : Tenants.MODES) {
                for (String text : Tenants.QUESTIONS) {
                    Query query = Query.from(text);
                    requireRed(wide(scoped, mode, true).filter(wish).build().retrieve(query), text);
                    requireRed(
                            wide(scoped, mode, true)
                                    .dynamicFilter(asked -> wish)
                                    .build()
                                    .retrieve(query),
                            text);
                    requireRed(
                            wide(rag, mode, true)
                                    .filter(RED)
                                    .filter(wish)
                                    .build()
                                    .retrieve(query),
                            text);
                    requireRed(
                            wide(rag, mode, true)
                                    .dynamicFilter(asked -> wish)
                                    .filter(RED)
                                    .build()
                                    .retrieve(query),
                            text);
                    requireRed(
                            GraphContentRetriever.builder(rag)
                                    .questions(asked -> Question.of(asked.text(), mode)
                                            .withParameters(Tenants.wide(true))
                                            .withFilter(FilterTranslation.of(wish)))
                                    .filter(RED)
                                    .build()
                                    .retrieve(query),
                            text);
                }
            }
        }
    }

    @Test
    void queryThatIsNotNarrowedKeepsToTheFixedFilter() {
        List<Content> found = wide(rag, Mode.LOCAL, true)
                .filter(RED)
                .dynamicFilter(query -> null)
                .build()
                .retrieve(Query.from(Tenants.QUESTIONS.getFirst()));
        assertThat(found).hasSize(2);
        requireRed(found, Tenants.QUESTIONS.getFirst());
    }

    @Test
    void dynamicFilterNarrowsByWhatIsBehindTheQuery() {
        GraphContentRetriever retriever = wide(rag, Mode.LOCAL, false)
                .filter(RED)
                .dynamicFilter(query -> metadataKey("year").isGreaterThan((Integer)
                        Optional.ofNullable(query.metadata()).orElseThrow().chatMemoryId()))
                .build();
        Metadata since2000 = Metadata.from(UserMessage.from("Who?"), 2000, List.of());
        assertThat(retriever.retrieve(Query.from("Who bakes bread in Ham?", since2000)))
                .extracting(content -> content.textSegment().metadata().getString("documentId"))
                .containsExactly("red/baker");
    }

    interface Assistant {
        Result<String> chat(@MemoryId String tenant, @dev.langchain4j.service.UserMessage String message);
    }

    @Test
    void assistantOfManyTenantsShowsEachItsOwn() {
        Assistant assistant = AiServices.builder(Assistant.class)
                .chatModel(chat)
                .chatMemoryProvider(tenant -> MessageWindowChatMemory.withMaxMessages(10))
                .retrievalAugmentor(GraphAugmentor.builder(wide(rag, Mode.LOCAL, true)
                                .conversational(true)
                                .dynamicFilter(query -> metadataKey("tenant")
                                        .isEqualTo((String) query.metadata().chatMemoryId()))
                                .build())
                        .build())
                .build();
        for (String text : Tenants.QUESTIONS) {
            requireRed(assistant.chat("red", text).sources(), text);
        }
        assertThat(chat.requests().toString()).doesNotContain("ORLA", "HAM");
        assertThat(assistant.chat("blue", "Who sold the mill?").sources())
                .extracting(content ->
                        GraphContent.of(content).orElseThrow().passage().documentId())
                .allMatch(id -> id.startsWith("blue/"));
    }

    @Test
    void followUpCarriesNoNameOfAnotherTenant() {
        GraphRag offline = Tenants.graph(chat).chatModel(null).build();
        Query followUp = Query.from(
                "And who is her rival?",
                Metadata.from(
                        UserMessage.from("And who is her rival?"),
                        "id",
                        List.of(UserMessage.from("Where does Zibet Moll bake?"), AiMessage.from("In Ham."))));
        List<Content> found = wide(offline, Mode.LOCAL, false)
                .conversational(true)
                .filter(RED)
                .build()
                .retrieve(followUp);
        assertThat(found).isNotEmpty();
        assertThat((found + AllValues.of(GraphContent.of(found.getFirst()))).toLowerCase(Locale.ROOT))
                .doesNotContain(Tenants.SECRET);
    }

    @Test
    void toolsTellOnlyOfTheTenant() {
        GraphTools tools = GraphTools.of(rag, RED);
        for (String text : Tenants.QUESTIONS) {
            assertThat(tools.ask(text)).doesNotContain("blue/", "HAM");
        }
        for (String name : List.of("Orla Finn", "HAM", "Zibet Moll")) {
            assertThat(tools.neighbourhood(name).toLowerCase(Locale.ROOT)).doesNotContain(Tenants.SECRET);
        }
        assertThat(chat.requests().toString()).doesNotContain("HAM");
        assertThat(GraphTools.of(
                                Tenants.graph(chat).scope(Tenants.tenant("red")).build(), BLUE)
                        .neighbourhood("Ham"))
                .isEqualTo("There is nothing to list: the graph is empty, or the filter hides all of it.");
    }

    @Test
    void whatTheIngestorTakesInIsFoundByItsTypedMetadata() {
        GraphRag own = Tenants.graph(chat).build();
        own.remove(Tenants.RED.stream().map(SourceDocument::id).toList());
        GraphIngestor.of(own)
                .ingest(dev.langchain4j.data.document.Document.from(
                        "Piet Moll bakes bread in Ham.",
                        dev.langchain4j.data.document.Metadata.from("tenant", "red")
                                .put("year", 2021)));
        assertThat(wide(own, Mode.LOCAL, false)
                        .filter(metadataKey("year").isGreaterThan(2020.5))
                        .build()
                        .retrieve(Query.from("Who bakes bread in Ham?")))
                .singleElement()
                .satisfies(
                        content -> assertThat(content.textSegment().text()).isEqualTo("Piet Moll bakes bread in Ham."));
    }

    /** Asserts that results, prompts and traces have no text of the other tenant. */
    private void requireRed(List<Content> found, String question) {
        assertThat(found)
                .extracting(content ->
                        GraphContent.of(content).orElseThrow().passage().documentId())
                .allMatch(id -> id.startsWith("red/"));
        StringBuilder shown = new StringBuilder(found.toString());
        found.forEach(content ->
                shown.append(content.textSegment().metadata()).append(AllValues.of(GraphContent.of(content))));
        chat.requests().forEach(request -> shown.append(request.messages()));
        assertThat(shown.toString().replace(question, "")).doesNotContain("ORLA", "HAM");
    }
}
