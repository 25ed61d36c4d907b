package dev.tern.testing;

import dev.langchain4j.model.chat.ChatModel;
import dev.langchain4j.model.embedding.EmbeddingModel;
import dev.tern.GraphRag;
import dev.tern.graph.MetadataFilter;
import dev.tern.graph.SourceDocument;
import dev.tern.graph.SourceMetadata;
import dev.tern.graph.Statement;
import dev.tern.ingest.IngestListener;
import dev.tern.settings.Mode;
import dev.tern.settings.Parameter;
import dev.tern.settings.Parameters;
import dev.tern.store.InMemoryGraphStore;
import java.util.List;

/** Two tenants of one graph with documents about the same things, each in its own spelling. */
public final class Tenants {
    /** A string in every text, name and title of the second tenant only. */
    public static final String SECRET = "zibet";

    /** The documents of the first tenant. */
    public static final List<SourceDocument> RED = List.of(
            document(
                    "red/mill",
                    "red",
                    1990,
                    "Mill",
                    "The mill of Orla Finn stands in Ham.",
                    List.of(Statement.of("Orla Finn", "owns the mill in", "Ham"))),
            document(
                    "red/baker",
                    "red",
                    2020,
                    "Baker",
                    "Piet Moll bakes bread in Ham.",
                    List.of(
                            Statement.of("Piet Moll", "bakes bread in", "Ham"),
                            Statement.of("Piet Moll", "is the son of", "Orla Finn"))));

    /** The documents of the second tenant, which has the shared names in capitals. */
    public static final List<SourceDocument> BLUE = List.of(
            document(
                    "blue/zibet-1",
                    "blue",
                    1990,
                    "Zibet Mill",
                    "ORLA FINN sold the zibet mill in HAM.",
                    List.of(
                            Statement.of("ORLA FINN", "sold the zibet mill in", "HAM"),
                            Statement.of("ORLA FINN", "is the mother of", "Zibet Moll"))),
            document(
                    "blue/zibet-2",
                    "blue",
                    2020,
                    "Ham",
                    "Zibet Moll bakes zibet bread in HAM.",
                    List.of(
                            Statement.of("Zibet Moll", "bakes bread in", "HAM"),
                            Statement.of("Zibet Moll", "is the rival of", "Piet Moll"))));

    /** The modes that need no themes; overview mode is tested beside the themes. */
    public static final List<Mode> MODES = List.of(Mode.NAIVE, Mode.GRAPH, Mode.LOCAL);

    /** Questions about both tenants. */
    public static final List<String> QUESTIONS = List.of(
            "Which bread does Zibet Moll bake in Ham?",
            "Whose son bakes bread where Orla Finn has a mill?",
            "Who sold the zibet mill?",
            "what is known about orla finn and ham?");

    private Tenants() {}

    /** Returns a store with the documents of both. */
    public static InMemoryGraphStore both(EmbeddingModel embeddings) {
        InMemoryGraphStore store = new InMemoryGraphStore();
        GraphRag rag =
                GraphRag.builder().store(store).embeddingModel(embeddings).build();
        rag.add(BLUE, IngestListener.NONE);
        rag.add(RED, IngestListener.NONE);
        return store;
    }

    /** Returns a builder over the graph of both, with models that need no network. */
    public static GraphRag.Builder graph(ChatModel chat) {
        HashingEmbeddingModel embeddings = new HashingEmbeddingModel(64);
        return GraphRag.builder()
                .store(both(embeddings))
                .embeddingModel(embeddings)
                .chatModel(chat);
    }

    /** Returns a chat model that chooses every relation, and answers with all relations it saw. */
    public static ScriptedChatModel eager() {
        return ScriptedChatModel.answering(
                request -> request.responseFormat() == null ? "Seen [1]." : "[1, 2, 3, 4, 5, 6, 7, 8, 9]");
    }

    /** Returns parameters under which a query sees everything that it may. */
    public static Parameters wide(boolean hybrid) {
        return Parameters.of(Parameter.FINAL_TOP_K, 5)
                .with(Parameter.ENTITY_TOP_K, 10)
                .with(Parameter.RELATION_TOP_K, 10)
                .with(Parameter.DEGREE, 2)
                .with(Parameter.HYBRID, hybrid);
    }

    public static SourceDocument document(
            String id, String tenant, long year, String title, String text, List<Statement> statements) {
        return SourceDocument.of(id, text)
                .withTitle(title)
                .withStatements(statements)
                .withMetadata(SourceMetadata.EMPTY.with("tenant", tenant).with("year", year));
    }

    /** Returns the scope of a tenant. */
    public static MetadataFilter tenant(String name) {
        return MetadataFilter.equal("tenant", name);
    }
}
