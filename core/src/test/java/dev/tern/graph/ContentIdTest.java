package dev.tern.graph;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

class ContentIdTest {
    @Test
    void idsNeverChangeBetweenVersions() {
        assertThat(ContentId.ofEntity("Euler")).isEqualTo("15f61a7b393a0104cf7ad4ee22b673b3");
        assertThat(ContentId.ofRelation("Johann taught Euler", List.of("a", "b")))
                .isEqualTo("91fd4e2a41a658be7845b5a6a03debf7");
        assertThat(ContentId.ofRelationRow("key", "passage")).isEqualTo("e804cbfe07015f37c335c3a20ab98ca3");
        assertThat(ContentId.ofPassage("euler.txt", "Euler was born in Basel."))
                .isEqualTo("0cbd67d807626c3897b8c2851391b1f1");
        assertThat(Statement.of("张三", "住在", "Łódź").relationKey()).isEqualTo("86027ee8c914189a845d4de0bc287945");
    }

    @Test
    void anIdIsThirtyTwoHexadecimalDigits() {
        for (String name : List.of("", "'\"\\%", "张三", "\uD83D\uDE00", "x".repeat(100_000))) {
            assertThat(ContentId.ofEntity(name)).matches("[0-9a-f]{32}");
        }
    }

    @Test
    void spellingDoesNotCount() {
        assertThat(ContentId.ofEntity(" LEONHARD\u00a0Euler ")).isEqualTo(ContentId.ofEntity("leonhard euler"));
        assertThat(ContentId.ofRelation("Johann  TAUGHT Euler", List.of("a")))
                .isEqualTo(ContentId.ofRelation("johann taught euler", List.of("a")));
    }

    @Test
    void theTextOfAPassageCountsToTheLetter() {
        assertThat(ContentId.ofPassage("d", "Euler")).isNotEqualTo(ContentId.ofPassage("d", "euler"));
        assertThat(ContentId.ofPassage("d", "Euler")).isNotEqualTo(ContentId.ofPassage("D", "Euler"));
    }

    @Test
    void partsNeverRunTogether() {
        assertThat(ContentId.ofPassage("ab", "c")).isNotEqualTo(ContentId.ofPassage("a", "bc"));
        assertThat(ContentId.ofRelationRow("ab", "c")).isNotEqualTo(ContentId.ofRelationRow("a", "bc"));
        assertThat(ContentId.ofRelation("a b", List.of("c")))
                .isNotEqualTo(ContentId.ofRelation("a", List.of("b", "c")));
        assertThat(ContentId.ofRelationRow("a", "b")).isNotEqualTo(ContentId.ofPassage("a", "b"));
    }

    @Test
    void theOrderOfEntitiesCounts() {
        assertThat(ContentId.ofRelation("met", List.of("a", "b")))
                .isNotEqualTo(ContentId.ofRelation("met", List.of("b", "a")));
    }

    @Test
    void theSameWordsCutElsewhereAreAnotherRelation() {
        assertThat(Statement.of("New York", "City is", "big").relationKey())
                .isNotEqualTo(Statement.of("New York City", "is", "big").relationKey());
    }
}
