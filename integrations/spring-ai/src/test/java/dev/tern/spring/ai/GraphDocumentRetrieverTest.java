package dev.tern.spring.ai;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tern.GraphRag;
import dev.tern.query.Question;
import dev.tern.query.Retrieval;
import dev.tern.settings.Mode;
import dev.tern.settings.Parameter;
import dev.tern.settings.Parameters;
import dev.tern.testing.Bridges;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.springframework.ai.chat.client.ChatClient;
import org.springframework.ai.chat.messages.AssistantMessage;
import org.springframework.ai.chat.messages.SystemMessage;
import org.springframework.ai.chat.messages.UserMessage;
import org.springframework.ai.document.Document;
import org.springframework.ai.rag.Query;
import org.springframework.ai.rag.advisor.RetrievalAugmentationAdvisor;

class GraphDocumentRetrieverTest {
    private final GraphRag rag = Bridges.built();

    @Test
    void documentIsAPassageWithItsPlaceAndRelationsInSimpleValues() {
        List<Document> found = GraphDocumentRetriever.of(rag).retrieve(new Query(Bridges.QUESTION));

        assertThat(documents(found)).containsExactlyInAnyOrder("family", "bridge");
        Document family = found.stream()
                .filter(document -> "family".equals(document.getMetadata().get("documentId")))
                .findFirst()
                .orElseThrow();
        assertThat(family.getId()).hasSize(32);
        assertThat(family.getText()).isEqualTo("The Marr family\nLena Marr is the daughter of Emil Marr.");
        assertThat(family.getScore()).isNotNull();
        assertThat(family.getMetadata())
                .containsEntry("archive", "Vale")
                .containsEntry("title", "The Marr family")
                .containsEntry("relations", "Lena Marr is the daughter of Emil Marr")
                .doesNotContainKeys("page", "heading");
    }

    @Test
    void advisorShowsThePassagesToTheModel() {
        ScriptedChat chat = ScriptedChat.saying("The Vale bridge.");
        String answer = ChatClient.builder(chat)
                .defaultAdvisors(RetrievalAugmentationAdvisor.builder()
                        .documentRetriever(GraphDocumentRetriever.of(rag))
                        .documentPostProcessors(GraphDocumentPostProcessor.of(rag))
                        .build())
                .build()
                .prompt()
                .user(Bridges.QUESTION)
                .call()
                .content();

        assertThat(answer).isEqualTo("The Vale bridge.");
        assertThat(chat.prompts.getLast().getContents())
                .contains(
                        "Lena Marr is the daughter of Emil Marr.",
                        "The Vale bridge, of stone, was built by Lena Marr.");
    }

    @Test
    void modeAndParametersCanBeChosen() {
        List<Document> found = GraphDocumentRetriever.builder(rag)
                .mode(Mode.NAIVE)
                .parameters(Parameters.of(Parameter.FINAL_TOP_K, 1))
                .build()
                .retrieve(new Query("Orla Finn grinds rye at the mill."));

        assertThat(documents(found)).containsExactly("mill");
        assertThat(found.getFirst().getMetadata()).doesNotContainKey("relations");
    }

    @Test
    void questionCanDependOnTheContextOfTheQuery() {
        GraphDocumentRetriever retriever = GraphDocumentRetriever.builder(rag)
                .questions(query -> Question.of(
                                query.text() + " " + query.context().get("about"), Mode.NAIVE)
                        .withParameters(Parameters.of(Parameter.FINAL_TOP_K, 1)))
                .build();
        Query query = Query.builder()
                .text("Who?")
                .context(java.util.Map.of("about", "grinds rye at the mill"))
                .build();

        assertThat(documents(retriever.retrieve(query))).containsExactly("mill");
    }

    @Test
    void questionsBesideParametersAreRefused() {
        GraphDocumentRetriever.Builder builder = GraphDocumentRetriever.builder(rag)
                .parameters(Parameters.DEFAULT)
                .questions(query -> rag.question(query.text()));

        assertThatThrownBy(builder::build)
                .isInstanceOf(IllegalStateException.class)
                .hasMessage("questions is set and replaces parameters; set one of them");
    }

    @Test
    void listenerIsGivenTheWholeRetrieval() {
        List<Retrieval> heard = new ArrayList<>();
        GraphDocumentRetriever.builder(rag).onRetrieval(heard::add).build().retrieve(new Query(Bridges.QUESTION));

        assertThat(heard).singleElement().satisfies(retrieval -> {
            assertThat(retrieval.relations()).isNotEmpty();
            assertThat(retrieval.trace().steps()).isNotEmpty();
        });
    }

    @Test
    void followUpLeansOnTheHistory() {
        List<Retrieval> heard = new ArrayList<>();
        Query followUp = Query.builder()
                .text("And what did she build?")
                .history(
                        new SystemMessage("Be brief."),
                        new UserMessage("Who is the daughter of Emil Marr?"),
                        new AssistantMessage("Lena Marr."),
                        new UserMessage("And what did she build?"))
                .build();

        List<Document> found = GraphDocumentRetriever.builder(rag)
                .conversational(true)
                .onRetrieval(heard::add)
                .build()
                .retrieve(followUp);

        assertThat(heard.getFirst().question().text()).isEqualTo("And what did she build? (Emil Marr, Lena Marr)");
        assertThat(documents(found)).contains("bridge");
    }

    static List<Object> documents(List<Document> found) {
        return found.stream()
                .map(document -> document.getMetadata().getOrDefault("documentId", "none"))
                .toList();
    }
}
