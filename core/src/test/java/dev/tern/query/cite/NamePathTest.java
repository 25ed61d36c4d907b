package dev.tern.query.cite;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tern.graph.Extraction;
import dev.tern.graph.Passage;
import dev.tern.graph.Position;
import dev.tern.graph.Relation;
import dev.tern.graph.Scored;
import dev.tern.graph.SourceDocument;
import dev.tern.graph.Statement;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

class NamePathTest {
    private static final Statement TAUGHT = Statement.of("Johann Bernoulli", "taught", "Leonhard Euler");
    private static final Statement FATHER = Statement.of("Johann Bernoulli", "was the father of", "Daniel Bernoulli");
    private static final Statement BORN = Statement.of("Leonhard Euler", "was born in", "Basel");

    private static List<String> path(String question, String answer, List<String> marks, Statement... followed) {
        return path(SourceDocument.of("d", "text"), "", question, answer, marks, followed);
    }

    private static List<String> path(
            SourceDocument document,
            String heading,
            String question,
            String answer,
            List<String> marks,
            Statement... followed) {
        Position place = new Position(0, document.text().length(), 0, heading);
        Passage passage =
                Passage.of(document, 0, document.text(), place, List.of(TAUGHT, FATHER, BORN), Extraction.GIVEN);
        List<Scored<Relation>> relations = Stream.of(followed)
                .map(statement ->
                        new Relation(statement.relationKey(), statement.text(), statement.entityIds(), List.of()))
                .map(relation -> new Scored<>(relation, 1))
                .toList();
        return NamePath.of(question, answer, marks, List.of(), List.of(new Scored<>(passage, 1)), relations);
    }

    @Test
    void leadsOverTheFollowedRelationsToTheFirstCitedLine() {
        String question = "Who was the son of the teacher of Leonhard Euler?";
        String answer = "Found: Euler.\n“His son Daniel Bernoulli wrote of fluids.” [1]\n“Basel is a city.” [1]";
        List<String> marks = List.of("Daniel Bernoulli");
        assertThat(path(question, answer, marks, TAUGHT, FATHER, BORN))
                .containsExactly("Leonhard Euler", "Johann Bernoulli", "Daniel Bernoulli");
        assertThat(path(question, answer, marks, TAUGHT, BORN)).isEmpty();
    }

    @Test
    void stepsWithinSentencesComeBeforeRelations() {
        assertThat(NamePath.of(
                        "Where was the captain of the ship of Polarvind born?",
                        "“Anders Solli was born in Vardø.” [1]",
                        List.of("Vardø"),
                        List.of(
                                List.of("Polarvind", "Jan Mayen"),
                                List.of("Jan Mayen", "Anders Solli"),
                                List.of("Anders Solli", "Vardø")),
                        List.of(),
                        List.of()))
                .containsExactly("Polarvind", "Jan Mayen", "Anders Solli", "Vardø");
    }

    @Test
    void stepsWithinSentencesGoOnOverRelations() {
        String answer = "“The museum at the Brennan yard is run by Sile Corrigan.” [1]";
        Passage passage = Passage.of(
                SourceDocument.of("d", "text"),
                0,
                "text",
                List.of(Statement.of("The Tilda", "was built at", "Brennan")));
        Relation relation = new Relation(
                passage.statements().getFirst().relationKey(),
                "The Tilda was built at Brennan",
                passage.statements().getFirst().entityIds(),
                List.of());
        assertThat(NamePath.of(
                        "Who runs the museum at the yard that built the Tilda?",
                        answer,
                        List.of("Sile Corrigan"),
                        List.of(List.of("Brennan", "Sile Corrigan")),
                        List.of(new Scored<>(passage, 1)),
                        List.of(new Scored<>(relation, 1))))
                .containsExactly("The Tilda", "Brennan", "Sile Corrigan");
    }

    @Test
    void aLongerFormOfANameIsNoStep() {
        assertThat(overSentences(
                        "“Ragnhild Moen was the captain.” [1]",
                        List.of(),
                        List.of(
                                List.of("Polarvind", "ship of Polarvind"),
                                List.of("ship of Polarvind", "Ragnhild Moen"))))
                .isEmpty();
    }

    private static List<String> overSentences(String line, List<String> marks, List<List<String>> sentences) {
        return NamePath.of(
                "Where was the captain of the ship of Polarvind born?", line, marks, sentences, List.of(), List.of());
    }

    @Test
    void severalWaysToTheAnswerShowNone() {
        assertThat(overSentences(
                        "“Born in Vardø.” [1]",
                        List.of(),
                        List.of(
                                List.of("Polarvind", "Ragnhild Moen"),
                                List.of("Ragnhild Moen", "Vardø"),
                                List.of("Polarvind", "Anders Solli"),
                                List.of("Anders Solli", "Vardø"))))
                .isEmpty();
    }

    @Test
    void lastStepIsThatOfTheLine() {
        List<List<String>> sentences = List.of(
                List.of("Polarvind", "Ragnhild Moen"),
                List.of("Ragnhild Moen", "Vardø"),
                List.of("Anders Solli", "Vardø"));
        assertThat(overSentences("“Anders Solli was born in Vardø.” [1]", List.of("Vardø"), sentences))
                .as("nothing joins the one who is told of with the question")
                .isEmpty();
        assertThat(overSentences("“Ragnhild Moen was born in Vardø.” [1]", List.of("Vardø"), sentences))
                .containsExactly("Polarvind", "Ragnhild Moen", "Vardø");
    }

    @Test
    void lastNameInTheQuestionIsEnough() {
        assertThat(path(
                        "What did the son of Euler's teacher do?",
                        "“Daniel Bernoulli, a son of Johann Bernoulli, wrote of fluids.” [1]",
                        List.of(),
                        TAUGHT,
                        FATHER))
                .containsExactly("Leonhard Euler", "Johann Bernoulli", "Daniel Bernoulli");
    }

    @Test
    void endsAtTheNameOfTheAskedKind() {
        assertThat(path(
                        "Where was the pupil of the father of Daniel Bernoulli born?",
                        "“Leonhard Euler was born in Basel.” [1]",
                        List.of("Basel"),
                        TAUGHT,
                        FATHER,
                        BORN))
                .containsExactly("Daniel Bernoulli", "Johann Bernoulli", "Leonhard Euler", "Basel");
    }

    @Test
    void titleJoinsNothingUnlessTheTextSaysIt() {
        String question = "Who was the son of the teacher of Leonhard Euler?";
        String answer = "“His son Daniel Bernoulli wrote of fluids.” [1]";
        List<String> marks = List.of("Daniel Bernoulli");
        SourceDocument heading =
                SourceDocument.of("d", "Johann Bernoulli\nHe taught.").withTitle("Johann Bernoulli");
        assertThat(path(heading, "", question, answer, marks, TAUGHT, FATHER)).isEmpty();
        SourceDocument untitled = SourceDocument.of("d", "He taught.");
        assertThat(path(untitled, "People > Johann Bernoulli", question, answer, marks, TAUGHT, FATHER))
                .isEmpty();
        SourceDocument text = SourceDocument.of("d", "Johann Bernoulli\nJohann Bernoulli taught.")
                .withTitle("Johann Bernoulli");
        assertThat(path(text, "", question, answer, marks, TAUGHT, FATHER)).hasSize(3);
    }

    @Test
    void aSentenceWithANameOfTheQuestionNeedsNone() {
        assertThat(path(
                        "Who taught Leonhard Euler?",
                        "“Johann Bernoulli taught him.” [1]",
                        List.of("Johann Bernoulli"),
                        TAUGHT))
                .isEmpty();
        assertThat(path(
                        "Who was Leonhard Euler?",
                        "“Leonhard Euler knew Daniel Bernoulli.” [1]",
                        List.of("Daniel Bernoulli"),
                        TAUGHT,
                        FATHER))
                .isEmpty();
        assertThat(path("Who was Leonhard Euler?", "Nothing fits.", List.of(), TAUGHT, FATHER))
                .isEmpty();
    }
}
