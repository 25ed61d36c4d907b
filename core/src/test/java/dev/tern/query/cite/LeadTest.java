package dev.tern.query.cite;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tern.graph.Passage;
import dev.tern.graph.Relation;
import dev.tern.graph.Scored;
import dev.tern.graph.SourceDocument;
import dev.tern.graph.Statement;
import dev.tern.query.Answer;
import dev.tern.query.Question;
import dev.tern.query.Retrieval;
import dev.tern.settings.Mode;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

class LeadTest {
    private static final String QUESTION = "Who insures the maker of the booking system of Halden Ferries?";

    private static final Passage SERVICES = passage(
            "services",
            "Brask Software made it in March. Halden Ferries runs three ferries. Brask Software looks after the booking"
                    + " system of Halden Ferries. Halden Ferries has an office in Vale.",
            Statement.of("Brask Software", "made it in", "March"),
            Statement.of("Brask Software", "looks after", "Halden Ferries"),
            Statement.of("Halden Ferries", "has an office in", "Vale"));
    private static final Passage POLICY = passage(
            "policy",
            "Aldersey Assurance insures Brask Software.",
            Statement.of("Aldersey Assurance", "insures", "Brask Software"));

    private static final String QUOTE = "“Aldersey Assurance insures Brask Software.” [2]";
    private static final String SECOND = "\n“Halden Ferries has an office in Vale.” [1]";

    private static Passage passage(String id, String text, Statement... statements) {
        return Passage.of(SourceDocument.of(id, text), 0, text, List.of(statements));
    }

    private static Retrieval retrieval(String question) {
        return Retrieval.builder(Question.of(question, Mode.LOCAL))
                .passages(List.of(new Scored<>(SERVICES, 1), new Scored<>(POLICY, 1)))
                .relations(Stream.of(SERVICES, POLICY)
                        .flatMap(passage -> passage.statements().stream())
                        .map(told -> new Scored<>(
                                new Relation(told.relationKey(), told.text(), told.entityIds(), List.of()), 1))
                        .toList())
                .build();
    }

    private static List<String> leads(String question, String answer, Answer.Kind kind) {
        return Answer.builder(retrieval(question)).text(answer, kind).build().leads().stream()
                .map(lead -> lead.passage() + " " + lead.text() + " " + lead.names())
                .toList();
    }

    private static final String[] STEPS = {
        "1 Brask Software looks after the booking system of Halden Ferries. [Halden Ferries, Brask Software]",
        "2 Aldersey Assurance insures Brask Software. [Brask Software, Aldersey Assurance]"
    };

    @Test
    void leadsAreTheStepsFromTheQuestionToTheFirstQuote() {
        assertThat(leads(QUESTION, QUOTE + SECOND, Answer.Kind.EXTRACTIVE)).containsExactly(STEPS);
    }

    @Test
    void stepsToAWrittenAnswerAreToldToo() {
        assertThat(leads(QUESTION, "Aldersey Assurance [2] insures Brask Software [1].", Answer.Kind.GENERATED))
                .containsExactly(STEPS);
    }

    @Test
    void passagesThatAreNotCitedLeadNowhere() {
        assertThat(leads(QUESTION, QUOTE, Answer.Kind.EXTRACTIVE)).isEmpty();
    }

    @Test
    void withoutANameInTheQuestionNothingLedThere() {
        assertThat(leads("Who insures it?", QUOTE + SECOND, Answer.Kind.EXTRACTIVE))
                .isEmpty();
    }

    @Test
    void monthsJoinNothing() {
        assertThat(leads("What did Brask Software do?", "It was made in March [1].", Answer.Kind.GENERATED))
                .isEmpty();
    }

    @Test
    void withoutAnAnswerTheStepsToTheNamesOfThePassagesAreTold() {
        assertThat(retrieval(QUESTION).leads())
                .extracting(Lead::text)
                .containsExactly(
                        "Brask Software looks after the booking system of Halden Ferries.",
                        "Halden Ferries has an office in Vale.",
                        "Aldersey Assurance insures Brask Software.");
    }
}
