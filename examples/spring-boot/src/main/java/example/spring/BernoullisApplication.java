package example.spring;

import dev.tern.GraphRag;
import dev.tern.graph.SourceDocument;
import dev.tern.query.Answer;
import java.util.List;
import org.springframework.boot.ApplicationRunner;
import org.springframework.boot.SpringApplication;
import org.springframework.boot.autoconfigure.SpringBootApplication;
import org.springframework.context.annotation.Bean;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.RestController;

/** Adds a few documents to a graph on startup, and answers {@code /ask?question=...}, offline. */
@SpringBootApplication
public class BernoullisApplication {
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

    public static void main(String[] arguments) {
        SpringApplication.run(BernoullisApplication.class, arguments);
    }

    // snippet: spring-service-documents
    @Bean
    ApplicationRunner documents(GraphRag rag) {
        return arguments -> rag.add(DOCUMENTS);
    }
    // end

    /**
     * The JSON form of an answer.
     *
     * @param text the answer
     * @param documents the sources of the answer
     */
    record Reply(String text, List<String> documents) {}

    // snippet: spring-service-questions
    @RestController
    static final class Questions {
        private final GraphRag rag;

        Questions(GraphRag rag) {
            this.rag = rag;
        }

        @GetMapping("/ask")
        Reply ask(@RequestParam String question) {
            Answer answer = rag.ask(question);
            return new Reply(
                    answer.text(),
                    answer.passages().stream()
                            .map(passage -> passage.value().documentId())
                            .toList());
        }
    }
    // end
}
