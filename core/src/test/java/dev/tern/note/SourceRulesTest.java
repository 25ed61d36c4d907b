package dev.tern.note;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tern.graph.Passage;
import dev.tern.graph.SourceDocument;
import dev.tern.graph.SourceMetadata;
import dev.tern.settings.SourcePattern;
import dev.tern.settings.SourceRule;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalInt;
import org.junit.jupiter.api.Test;

class SourceRulesTest {
    private static boolean isSeen(List<SourceRule> rules, String source) {
        SourceMetadata metadata = Passage.of(
                        SourceDocument.of("d", "text").withMetadata(SourceMetadata.EMPTY.with(Passage.SOURCE, source)),
                        0,
                        "text",
                        List.of())
                .filterMetadata();
        return new SourceRules(rules).visibleFilter().holds(metadata);
    }

    @Test
    void sourcesAreHiddenByTheRuleThatSaysMostAboutThem() {
        List<SourceRule> allowed = List.of(SourceRule.parse("handbook.txt=1"), SourceRule.parse("*=0"));
        assertThat(isSeen(allowed, "handbook.txt")).isTrue();
        assertThat(isSeen(allowed, "handbook.txt.bak")).isFalse();
        assertThat(isSeen(List.of(), "web")).isTrue();
        assertThat(isSeen(SourceRule.parseAll("*=0.5, web*=0"), "web")).isFalse();
        assertThat(isSeen(SourceRule.parseAll("*=0.5, web*=0"), "file")).isTrue();
    }

    /** Checks all sets of rules with a few nested patterns. */
    @Test
    void ruleThatHidesIsTheOneThatWeighs() {
        List<String> patterns = List.of("*", "a*", "a/*", "a/b*", "a/b/*", "a/b", "a/b/c", "z");
        List<String> sources = List.of("a", "a/", "a/b", "a/b/", "a/b/c", "a/b/cd", "a/x", "ab", "z", "zz");
        double[] weights = {0, 0.5, 1};
        int sets = (int) Math.pow(4, patterns.size());
        for (int set = 0; set < sets; set += 61) {
            List<SourceRule> rules = new ArrayList<>();
            int rest = set;
            for (String pattern : patterns) {
                if (rest % 4 < 3) {
                    rules.add(new SourceRule(new SourcePattern(pattern), weights[rest % 4], OptionalInt.empty()));
                }
                rest /= 4;
            }
            for (String source : sources) {
                assertThat(isSeen(rules, source))
                        .as(source + " by " + rules)
                        .isEqualTo(new SourceRules(rules).weight(source) > 0);
            }
            assertThat(new SourceRules(rules).visibleFilter().isEverything())
                    .as("nothing is filtered where nothing is hidden")
                    .isEqualTo(rules.stream().noneMatch(rule -> rule.weight() == 0));
        }
    }

    @Test
    void asManyRulesAsThereMayBeAreAFilterThatIsSmallEnough() {
        List<SourceRule> rules = new ArrayList<>();
        String name = "";
        for (int i = 0; i < SourceRule.MAX_RULES / 2; i++) {
            name += "a";
            rules.add(SourceRule.parse(name + "*=" + i % 2));
            rules.add(SourceRule.parse(name + "=" + (i + 1) % 2));
        }
        assertThat(isSeen(rules, "a".repeat(9))).isTrue();
        assertThat(isSeen(rules, "a".repeat(9) + "b")).isFalse();
        assertThat(isSeen(rules, "a".repeat(10))).isFalse();
        assertThat(isSeen(rules, "a".repeat(10) + "b")).isTrue();
    }

    private static String list(String kept, String asked) {
        return new SourceRules(SourceRule.parseAll(kept))
                .with(SourceRule.parseAll(asked))
                .rules()
                .toString();
    }

    @Test
    void rulesOfAQuestionTakeThePlaceOfThoseAboutTheSamePatternAndOfNoOthers() {
        assertThat(list("web/*=0, *=0.5:2", "web/a=1, *=1")).isEqualTo("[web/a=1, web/*=0, *=1]");
        assertThat(list("web/a=0", "web/*=1")).isEqualTo("[web/a=0, web/*=1]");
        assertThat(new SourceRules(SourceRule.parseAll("*=0, a=0.5, b=0"))
                        .hidingNothing()
                        .rules())
                .containsExactly(SourceRule.parse("a=0.5"));
    }
}
