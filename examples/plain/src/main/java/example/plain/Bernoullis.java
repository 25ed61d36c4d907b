package example.plain;

import dev.tern.GraphRag;
import dev.tern.graph.SourceDocument;
import dev.tern.models.EmbeddingModelSettings;
import dev.tern.models.KnownProvider;
import dev.tern.models.Models;
import dev.tern.query.Answer;
import dev.tern.store.lucene.LuceneGraphStore;
import java.nio.file.Path;
import java.util.List;

/** Adds documents to a graph and answers a question: {@code Bernoullis FOLDER QUESTION}. */
public final class Bernoullis {
    /** The documents of the graph, for questions that no single one of them answers. */
    static final List<SourceDocument> DOCUMENTS = List.of(
            SourceDocument.of(
                            "leonhard-euler",
                            "Leonhard Euler was born in Basel in 1707, the son of a pastor. As a boy he was taught by"
                                    + " Johann Bernoulli on Saturday afternoons.")
                    .withTitle("Leonhard Euler"),
            SourceDocument.of(
                            "daniel-bernoulli",
                            "Daniel Bernoulli, a son of Johann Bernoulli, explained in his Hydrodynamica of 1738 how"
                                    + " the pressure of a moving fluid falls as its speed rises.")
                    .withTitle("Daniel Bernoulli"),
            SourceDocument.of(
                            "seven-bridges",
                            "Can one walk through Koenigsberg and cross each of its seven bridges once? Euler showed in"
                                    + " 1736 that one cannot.")
                    .withTitle("The seven bridges of Koenigsberg"),
            SourceDocument.of(
                            "jakob-bernoulli",
                            "Jakob Bernoulli held the chair of mathematics in Basel and wrote the first book that"
                                    + " treats chance as a science.")
                    .withTitle("Jakob Bernoulli"));

    private Bernoullis() {}

    /** Adds the documents to a graph in a folder, and answers a question from it. */
    static Answer ask(Path folder, String question) {
        var settings = EmbeddingModelSettings.builder()
                .provider(KnownProvider.IN_PROCESS)
                .build();
        try (var embeddings = Models.embeddingModel(settings);
                var rag = GraphRag.builder()
                        .ownedStore(LuceneGraphStore.open(folder, "default"))
                        .embeddingModel(embeddings)
                        .build()) {
            rag.add(DOCUMENTS);
            return rag.ask(question);
        }
    }

    /** Prints the answer and its sources. */
    public static void main(String[] arguments) {
        Answer answer = ask(Path.of(arguments[0]), arguments[1]);
        System.out.println(answer.text());
        answer.passages()
                .forEach(passage -> System.out.println("  " + passage.value().documentId()));
    }
}
