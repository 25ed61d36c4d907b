package dev.tern.langchain4j;

import dev.langchain4j.agent.tool.P;
import dev.langchain4j.agent.tool.Tool;
import dev.langchain4j.store.embedding.filter.Filter;
import dev.tern.Entities;
import dev.tern.GraphRag;
import dev.tern.graph.Entity;
import dev.tern.graph.MetadataFilter;
import dev.tern.graph.Passage;
import dev.tern.graph.Scored;
import dev.tern.query.Answer;
import dev.tern.query.Neighbours;
import java.util.List;
import java.util.stream.Collectors;

/**
 * A graph as tools of an agent: {@code AiServices.builder(...).tools(GraphTools.of(rag))}.
 *
 * <p>Replies are plain text. Passages in them are untrusted data: the agent's instructions should
 * say that tools' replies are no commands. Thread-safe; the caller closes the {@link GraphRag}.
 */
public final class GraphTools {
    private static final int NEIGHBOURS = 20;

    private final GraphRag rag;
    private final MetadataFilter filter;

    private GraphTools(GraphRag rag, MetadataFilter filter) {
        this.rag = rag;
        this.filter = filter;
    }

    /** Returns the tools of a graph. */
    public static GraphTools of(GraphRag rag) {
        return new GraphTools(rag, MetadataFilter.everything());
    }

    /**
     * Returns the tools of a part of a graph: the agent sees only passages that match a filter.
     *
     * @throws dev.tern.error.TernException as {@link GraphContentRetriever.Builder#filter}
     */
    public static GraphTools of(GraphRag rag, Filter filter) {
        return new GraphTools(rag, FilterTranslation.of(filter));
    }

    /**
     * Returns the graph's answer in its default mode, and the numbered sources of the answer.
     *
     * @throws dev.tern.error.TernException as {@link GraphRag#ask(String)}
     */
    @Tool(
            name = "ask_graph",
            value = "Answers a question from the documents of the knowledge graph, also where the answer is spread over"
                    + " several of them. Numbers in brackets are sources, listed at the end.")
    public String ask(@P(name = "question", description = "the whole question, with the names in it") String question) {
        Answer answer = rag.ask(rag.question(question).withFilter(filter));
        StringBuilder reply = new StringBuilder(answer.text());
        int number = 0;
        for (Scored<Passage> passage : answer.passages()) {
            number++;
            reply.append(number == 1 ? "\n\nSources:\n" : "\n")
                    .append('[')
                    .append(number)
                    .append("] ")
                    .append(source(passage.value()));
        }
        return reply.toString();
    }

    private static String source(Passage passage) {
        StringBuilder source = new StringBuilder(passage.documentId());
        if (!passage.title().isEmpty()) {
            source.append(", ").append(passage.title());
        }
        if (!passage.position().pages().isEmpty()) {
            source.append(", page ").append(passage.position().pages());
        }
        return source.toString();
    }

    /**
     * Returns at most 20 relations of an entity, a line each, and the entities at their other ends.
     * If no entity has the name, the entity with the nearest name is used.
     *
     * @throws dev.tern.error.TernException as {@link dev.tern.Entities#neighbours}
     */
    @Tool(
            name = "graph_neighbourhood",
            value = "Lists what the knowledge graph states about a person, place or thing, and which others these"
                    + " statements lead to. Use it to explore step by step.")
    public String neighbourhood(
            @P(name = "entity", description = "the name of the person, place or thing") String entity) {
        return Entities.of(rag)
                .neighbours(entity, NEIGHBOURS, filter)
                .map(GraphTools::lines)
                .orElse("There is nothing to list: the graph is empty, or the filter hides all of it.");
    }

    private static String lines(Neighbours found) {
        List<String> statements = found.relations().stream()
                .map(relation -> relation.value().text())
                .toList();
        String more = found.more() ? "\n(and more; the nearest " + statements.size() + " are shown)" : "";
        String others = found.entities().stream().map(Entity::name).collect(Collectors.joining(", "));
        return "Around " + found.entity().name() + ":\n" + String.join("\n", statements) + more
                + (others.isEmpty() ? "" : "\nLeads to: " + others);
    }
}
