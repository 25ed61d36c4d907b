package dev.tern.langchain4j;

import static org.assertj.core.api.Assertions.assertThat;

import dev.langchain4j.agent.tool.ToolSpecification;
import dev.langchain4j.agent.tool.ToolSpecifications;
import dev.tern.GraphRag;
import dev.tern.testing.Bridges;
import java.util.List;
import org.junit.jupiter.api.Test;

class GraphToolsTest {
    private final GraphRag rag = Bridges.built();

    @Test
    void agentIsToldBothToolsAndTheirParameters() {
        List<ToolSpecification> tools = ToolSpecifications.toolSpecificationsFrom(GraphTools.of(rag));

        assertThat(tools)
                .extracting(ToolSpecification::name)
                .containsExactlyInAnyOrder("ask_graph", "graph_neighbourhood");
        assertThat(tools)
                .allSatisfy(tool -> assertThat(tool.parameters().required()).hasSize(1));
        assertThat(tools)
                .flatExtracting(tool -> tool.parameters().properties().keySet())
                .containsExactlyInAnyOrder("question", "entity");
    }

    @Test
    void answerNamesItsSources() {
        assertThat(GraphTools.of(rag).ask("Which daughter of Emil Marr built the Vale bridge?"))
                .contains("“The Vale bridge, of stone, was built by Lena Marr.” [")
                .contains("\n\nSources:\n[1] ")
                .contains("] family, The Marr family")
                .contains("] bridge");
    }

    @Test
    void neighbourhoodListsRelationsAndWhereTheyLead() {
        assertThat(GraphTools.of(rag).neighbourhood("LENA MARR"))
                .startsWith("Around Lena Marr:\n")
                .contains("Lena Marr is the daughter of Emil Marr", "Lena Marr built the Vale bridge")
                .contains("\nLeads to: ")
                .contains("Emil Marr", "the Vale bridge");
    }

    @Test
    void nearestNameIsTakenWhereThereIsNoneLikeIt() {
        assertThat(GraphTools.of(rag).neighbourhood("Orla")).startsWith("Around Orla Finn:\n");
    }

    @Test
    void emptyGraphSaysSo() {
        assertThat(GraphTools.of(Bridges.empty()).neighbourhood("Lena Marr"))
                .isEqualTo("There is nothing to list: the graph is empty, or the filter hides all of it.");
        assertThat(GraphTools.of(Bridges.empty()).ask("Who?"))
                .isEqualTo("There is no passage to answer from: the graph is empty, or the filter hides all of it.");
    }
}
