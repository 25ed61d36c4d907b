package dev.tern.query.choose;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tern.graph.Relation;
import dev.tern.model.TokenEstimator;
import dev.tern.query.choose.CandidateList.Candidate;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class CandidateListTest {
    private static Candidate candidate(String text, String title, int rank) {
        Relation relation = new Relation(text, text, List.of("e"), List.of(new Relation.Mention("p" + rank, "d")));
        return new Candidate(relation, title, rank, -rank);
    }

    @Test
    void whatSharesATitleStandsUnderItAndTheRestComesLast() {
        CandidateList list = new CandidateList(
                List.of(
                        candidate("Lena Marr built the Vale bridge", "Lena Marr", 1),
                        candidate("Otto Falk had the mentor Emil Marr", "Otto Falk (surveyor)", 0),
                        candidate("It rained when Lena Marr came", "Lena Marr", 1),
                        candidate("Lena Marriott sang", "Lena Marr", 2)),
                1_000);

        assertThat(list.text()).isEqualTo("""
            # Lena Marr
            1. built the Vale bridge
            2. It rained when Lena Marr came
            3. Lena Marriott sang
            #
            4. Otto Falk had the mentor Emil Marr
            """);
        assertThat(list.relations())
                .extracting(Relation::text)
                .containsExactly(
                        "Lena Marr built the Vale bridge",
                        "It rained when Lena Marr came",
                        "Lena Marriott sang",
                        "Otto Falk had the mentor Emil Marr");
    }

    @Test
    void aLineThatEndsWithTheSignOfAHeadingIsNone() {
        CandidateList list = new CandidateList(
                List.of(
                        candidate("Vale wrote it in C#", "Vale", 0),
                        candidate("Vale sold it", "Vale", 0),
                        candidate("Otto Falk bought it", "Otto Falk", 1)),
                1_000);

        assertThat(list.text()).isEqualTo("# Vale\n1. wrote it in C#\n2. sold it\n#\n3. Otto Falk bought it\n");
    }

    @Test
    void aTitleWithItsBracketIsTakenFromTheLines() {
        CandidateList list = new CandidateList(
                List.of(
                        candidate("Mercury is hot", "Mercury (planet)", 0),
                        candidate("mercury's year is short", "Mercury (planet)", 0)),
                1_000);

        assertThat(list.text()).isEqualTo("# Mercury (planet)\n1. is hot\n2. 's year is short\n");
    }

    @Test
    void withoutTitlesThereAreOnlyLines() {
        CandidateList list =
                new CandidateList(List.of(candidate("Euler taught", "", 0), candidate("Daniel flowed", "", 1)), 1_000);

        assertThat(list.text()).isEqualTo("1. Euler taught\n2. Daniel flowed\n");
    }

    @Test
    void theBudgetIsKeptAndWhatIsTooLongGivesWay() {
        List<Candidate> many = new ArrayList<>();
        for (int i = 0; i < 500; i++) {
            String length = "word ".repeat(i % 40).strip();
            many.add(candidate("Fact " + i + " says " + length, "Title " + i / 3, i / 3));
        }
        for (int budget : new int[] {100, 250, 1_000, 3_000}) {
            CandidateList list = new CandidateList(many, budget);
            assertThat(list.tokens())
                    .isEqualTo(TokenEstimator.estimate(list.text()))
                    .isLessThanOrEqualTo(budget)
                    .isGreaterThan(budget * 9 / 10);
            assertThat(list.count()).isEqualTo(500);
        }
    }

    @Test
    void theFirstIsShownWhateverItsLength() {
        CandidateList list = new CandidateList(List.of(candidate("文".repeat(2_000), "", 0)), 100);

        assertThat(list.relations()).hasSize(1);
        assertThat(list.text()).startsWith("1. 文文").endsWith("...\n").hasSizeLessThan(260);
    }
}
