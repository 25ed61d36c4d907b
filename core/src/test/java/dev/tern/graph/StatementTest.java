package dev.tern.graph;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class StatementTest {
    @Test
    void aTripletIsAStatementAboutItsTwoEntitiesAndComesBack() {
        Triplet triplet = new Triplet(" Johann Bernoulli ", "taught", "Euler\n");

        assertThat(Statement.of(triplet))
                .isEqualTo(new Statement("Johann Bernoulli taught Euler", List.of("Johann Bernoulli", "Euler")));
        assertThat(Statement.of(triplet).asTriplet()).contains(new Triplet("Johann Bernoulli", "taught", "Euler"));
    }

    @Test
    void aTripletFromAThingToItselfTouchesOneEntityAndComesBack() {
        Statement statement = Statement.of("Euler", "admired", "Euler");

        assertThat(statement.entities()).containsExactly("Euler");
        assertThat(statement.asTriplet()).contains(new Triplet("Euler", "admired", "Euler"));
    }

    @Test
    void aTripletWhoseObjectIsItsSubjectInAnotherSpellingComesBack() {
        assertThat(Statement.of("Euler", "signed as", "EULER").asTriplet())
                .contains(new Triplet("Euler", "signed as", "EULER"));
    }

    @Test
    void partsThatRepeatEachOtherComeBack() {
        for (Triplet triplet : List.of(
                new Triplet("a", "a", "a"),
                new Triplet("is", "is is", "is"),
                new Triplet("C++", "is newer than", "C"),
                new Triplet("New York", "York New", "York"),
                new Triplet("张三", "住在", "Łódź"))) {
            assertThat(Statement.of(triplet).asTriplet()).contains(triplet);
        }
    }

    @Test
    void sentencesThatDoNotStartAndEndWithTheirNamesAreNoTriplets() {
        assertThat(new Statement("In Basel, Euler met Daniel.", List.of("Euler", "Daniel")).asTriplet())
                .isEmpty();
        assertThat(new Statement("Euler met Daniel and Nicolaus", List.of("Euler", "Daniel", "Nicolaus")).asTriplet())
                .isEmpty();
        assertThat(new Statement("Euler", List.of("Euler")).asTriplet()).isEmpty();
        assertThat(new Statement("Euler Daniel", List.of("Euler", "Daniel")).asTriplet())
                .isEmpty();
        assertThat(new Statement("Euler Euler", List.of("Euler")).asTriplet()).isEmpty();
    }

    @Test
    void aNameThatOccursTwiceKeepsItsFirstSpellingAndPlace() {
        Statement statement = new Statement("...", List.of(" Euler ", "Basel", "EULER", "basel"));

        assertThat(statement.entities()).containsExactly("Euler", "Basel");
        assertThat(statement.entityIds()).containsExactly(ContentId.ofEntity("euler"), ContentId.ofEntity("basel"));
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 32})
    void aStatementTouchesOneToThirtyTwoEntities(int count) {
        assertThat(new Statement("all of them", names(count)).entities()).hasSize(count);
    }

    @Test
    void noEntityAndThirtyThreeAreRefused() {
        assertThatThrownBy(() -> new Statement("nobody", List.of()))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("the statement \"nobody\" names 0 entities; a statement names 1 to 32");
        assertThatThrownBy(() -> new Statement("everybody", names(33)))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("the statement \"everybody\" names 33 entities; a statement names 1 to 32");
    }

    private static List<String> names(int count) {
        return IntStream.range(0, count).mapToObj(i -> "name " + i).toList();
    }

    @ParameterizedTest
    @ValueSource(strings = {"", " ", "\t\n", "\u00a0", "\u0000", "\u2003\u3000"})
    void blankPartsAreRefusedByName(String blank) {
        assertThatThrownBy(() -> new Triplet(blank, "p", "o")).hasMessage("a triplet's subject is blank");
        assertThatThrownBy(() -> new Triplet("s", blank, "o")).hasMessage("a triplet's predicate is blank");
        assertThatThrownBy(() -> new Triplet("s", "p", blank)).hasMessage("a triplet's object is blank");
        assertThatThrownBy(() -> new Statement(blank, List.of("Euler"))).hasMessage("a statement's text is blank");
        assertThatThrownBy(() -> new Statement("He left.", List.of("Euler", blank)))
                .hasMessage("the statement \"He left.\" names a blank entity");
    }

    @Test
    void theKeyIsTheSameForTheSameWordsAboutTheSameEntities() {
        assertThat(Statement.of("EULER", "lived  in", "basel").relationKey())
                .isEqualTo(Statement.of("Euler", "lived in", "Basel").relationKey())
                .isNotEqualTo(new Statement("Euler lived in Basel", List.of("Euler")).relationKey())
                .isNotEqualTo(new Statement("Euler lived in Basel", List.of("Basel", "Euler")).relationKey());
    }

    @Test
    void laterChangesOfTheCallersListDoNotReachTheStatement() {
        List<String> names = new ArrayList<>(List.of("Euler"));
        Statement statement = new Statement("Euler sang", names);
        names.add("Basel");

        assertThat(statement.entities()).containsExactly("Euler");
        assertThatThrownBy(() -> statement.entities().add("Basel")).isInstanceOf(UnsupportedOperationException.class);
    }

    @Test
    void namesAloneSayNothing() {
        assertThat(Statement.ofNames(List.of("Euler", "Basel")))
                .isEqualTo(new Statement("Euler, Basel", List.of("Euler", "Basel")))
                .matches(Statement::namesOnly);
        assertThat(Statement.of("Euler", "left", "Basel").namesOnly()).isFalse();
        assertThat(new Statement("Euler laughed", List.of("Euler")).namesOnly()).isFalse();
    }

    @Test
    void relationOfNamesAloneIsTold() {
        assertThat(relation(Statement.ofNames(List.of("Euler", "Paris, Texas", "Basel")))
                        .namesOnly())
                .isTrue();
        assertThat(relation(Statement.ofNames(List.of("Euler"))).namesOnly()).isTrue();
        assertThat(relation(Statement.of("Euler", "left", "Basel")).namesOnly()).isFalse();
        assertThat(relation(new Statement("Euler, Basel and others", List.of("Euler", "Basel")))
                        .namesOnly())
                .isFalse();
        assertThat(relation(new Statement("Euler, Basel, others", List.of("Euler", "Basel")))
                        .namesOnly())
                .isFalse();
    }

    private static Relation relation(Statement statement) {
        return new Relation(statement.relationKey(), statement.text(), statement.entityIds(), List.of());
    }
}
