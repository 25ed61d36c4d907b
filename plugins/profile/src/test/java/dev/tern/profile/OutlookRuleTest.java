package dev.tern.profile;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tern.profile.GraphProfile.Duplicates;
import dev.tern.profile.GraphProfile.EdgeKind;
import dev.tern.profile.GraphProfile.EdgeKind.Kind;
import dev.tern.profile.GraphProfile.Links;
import dev.tern.profile.GraphProfile.SuspectNames;
import dev.tern.profile.GraphProfile.Verdict;
import dev.tern.profile.GraphProfile.Verdict.Outlook;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

final class OutlookRuleTest {
    private static Verdict verdict(
            int passages, double linked, double beyond, double nearer, double junk, double alike) {
        return OutlookRule.of(
                passages,
                new Links(linked, linked, 0, 0, beyond, 0, 20, List.of()),
                List.of(new EdgeKind(Kind.READING_ORDER, 9, 0.1), new EdgeKind(Kind.NAME, 9, nearer)),
                new SuspectNames(junk, Map.of(), List.of()),
                new Duplicates(0, alike, List.of(), OptionalInt.empty()));
    }

    /** The figures of the measured sets, with the results of local. */
    @ParameterizedTest
    @CsvSource({
        "musique-openie, 1892, 0.83, 0.74, 0.82, 0.03, 0.02",
        "2wikimultihopqa, 976, 0.92, 0.54, 0.84, 0.02, 0.00",
        "hotpotqa, 1521, 0.96, 0.40, 0.90, 0.01, 0.01",
        "musique, 2460, 0.95, 0.57, 0.86, 0.01, 0.03",
        "2wiki-train, 4279, 0.97, 0.67, 0.85, 0.01, 0.00",
        "lihua, 2537, 0.79, 0.82, 0.82, 0.00, 0.00",
        "novel, 13051, 0.77, 0.77, 0.89, 0.00, 0.00",
        "German, 201, 0.50, 0.62, 0.77, 0.00, 0.00",
        "Japanese, 201, 0.70, 0.74, 0.68, 0.00, 0.00"
    })
    void aGraphLikeThoseOfTheSetsHelps(
            String set, int passages, double linked, double beyond, double nearer, double junk, double alike) {
        assertThat(verdict(passages, linked, beyond, nearer, junk, alike).outlook())
                .as(set)
                .isEqualTo(Outlook.HELPS);
    }

    @ParameterizedTest
    @CsvSource({
        "0, 0 of 100",
        "0.003, <1 of 100",
        "0.005, 1 of 100",
        "0.07, 7 of 100",
        "0.994, 99 of 100",
        "0.997, >99 of 100",
        "1, 100 of 100"
    })
    void aShareIsAllOrNoneOnlyWhereItIs(double share, String words) {
        assertThat(GraphProfile.formatShare(share)).isEqualTo(words);
    }

    @Test
    void theSentenceSaysWhy() {
        assertThat(verdict(1521, 0.96, 0.4, 0.9, 0.01, 0.01).sentence())
                .isEqualTo("Mode local will probably find more than plain vector search: 96 of 100 passages have a"
                        + " name in common with another, and of passages joined so 40 of 100 are not among the ten"
                        + " nearest.");
        assertThat(verdict(1000, 0.3, 0.4, 0.9, 0.01, 0.01))
                .isEqualTo(new Verdict(
                        Outlook.MAY_HELP,
                        "Mode local may find more than plain vector search, on some questions: 30 of 100 passages"
                                + " have a name in common with another, and of passages joined so 40 of 100 are not"
                                + " among the ten nearest: about the others it will probably find"
                                + " no more."));
        assertThat(verdict(1000, 0.9, 0.4, 0.52, 0.01, 0.01).sentence())
                .startsWith("Mode local may find more")
                .endsWith(", but they are hardly more alike than any two passages.");
        assertThat(verdict(1000, 0.9, 0.4, 0.9, 0.41, 0.01).sentence())
                .startsWith("Mode local may find more")
                .endsWith(", but 41 of 100 names look wrong.");
        assertThat(verdict(1000, 0.9, 0.04, 0.9, 0.01, 0.01).sentence())
                .startsWith("Mode local may find more")
                .endsWith(" 4 of 100 are not among the ten nearest, so similarity finds many of the joined passages"
                        + " anyway.");
    }
}
