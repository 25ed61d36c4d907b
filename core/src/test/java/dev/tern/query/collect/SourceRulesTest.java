package dev.tern.query.collect;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tern.graph.Document;
import dev.tern.graph.Metadata;
import dev.tern.graph.Passage;
import dev.tern.graph.Scored;
import dev.tern.settings.Parameter;
import dev.tern.settings.Parameters;
import dev.tern.settings.SourcePattern;
import dev.tern.settings.Trust;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class SourceRulesTest {
    private final List<String> notes = new ArrayList<>();

    /** Passages of these sources, with scores that fall from 3 to below 0. */
    private static List<Scored<Passage>> order(String... sources) {
        List<Scored<Passage>> order = new ArrayList<>();
        for (String source : sources) {
            Document document = Document.of("d" + order.size(), "text " + order.size())
                    .withMetadata(Metadata.EMPTY.with(Passage.SOURCE, source));
            order.add(new Scored<>(Passage.of(document, 0, document.text(), List.of()), 3.0 - order.size()));
        }
        return order;
    }

    private List<String> first(Parameters parameters, List<Scored<Passage>> order) {
        List<Scored<Passage>> first = new SourceRules(parameters).first(order, notes::add);
        assertThat(first).extracting(Scored::score).isSortedAccordingTo((a, b) -> Double.compare(b, a));
        return first.stream().map(passage -> passage.value().documentId()).toList();
    }

    private static Parameters top(int passages) {
        return Parameters.of(Parameter.FINAL_TOP_K, passages);
    }

    private static List<Trust> trust(String rules) {
        return Trust.parseAll(rules);
    }

    @Test
    void withoutRulesTheOrderIsKept() {
        assertThat(first(top(2), order("a", "a", "b"))).containsExactly("d0", "d1");
        assertThat(notes).isEmpty();
    }

    @Test
    void passageTrustedByAFifthComesAtFiveTimesItsPlaceWhateverTheScores() {
        assertThat(first(top(5).with(Parameter.TRUST, trust("web*=0.2")), order("web1", "b", "c", "d", "e", "f")))
                .containsExactly("d1", "d2", "d3", "d4", "d0");
        assertThat(first(top(4).with(Parameter.TRUST, trust("web*=0.2")), order("web1", "web2", "c", "d", "e", "f")))
                .containsExactly("d2", "d3", "d4", "d0");
        assertThat(notes)
                .containsExactly(
                        "of the first 4 passages 1 stepped back because their sources are trusted less" + " (trust)");
    }

    @Test
    void ruleThatSaysMostAboutASourceCounts() {
        List<Trust> rules = trust("*=0.1, web/*=0.5, web/good=1");
        assertThat(first(top(3).with(Parameter.TRUST, rules), order("else", "web/bad", "web/good")))
                .containsExactly("d2", "d1", "d0");
    }

    @Test
    void limitTakesTheNextBestOfOtherSourcesAndPagesOfAHostAreOneSource() {
        assertThat(first(
                        top(3).with(Parameter.SOURCE_LIMIT, 1),
                        order("https://a.example/1", "HTTP://u@A.example:80/2", "https://b.example", "file", "file2")))
                .containsExactly("d0", "d2", "d3");
        assertThat(notes)
                .containsExactly("1 passage was left out because their source has as many places as one may have"
                        + " (sourceLimit 1)");
    }

    @Test
    void limitIsALimitWhereNothingElseIsFound() {
        assertThat(first(top(3).with(Parameter.SOURCE_LIMIT, 2), order("book", "book", "book")))
                .containsExactly("d0", "d1");
        assertThat(notes).singleElement().asString().endsWith("; nothing else was found for the places that are empty");
    }

    private static boolean isSeen(List<Trust> rules, String source) {
        Metadata metadata = Passage.of(
                        Document.of("d", "text").withMetadata(Metadata.EMPTY.with(Passage.SOURCE, source)),
                        0,
                        "text",
                        List.of())
                .filtered();
        return new SourceRules(Parameters.DEFAULT.with(Parameter.TRUST, rules))
                .seen()
                .holds(metadata);
    }

    @Test
    void sourcesAreHiddenByTheRuleThatSaysMostAboutThem() {
        List<Trust> allowed = List.of(Trust.parse("handbook.txt=1"), Trust.parse("*=0"));
        assertThat(isSeen(allowed, "handbook.txt")).isTrue();
        assertThat(isSeen(allowed, "handbook.txt.bak")).isFalse();
        assertThat(isSeen(List.of(), "web")).isTrue();
        assertThat(isSeen(trust("*=0.5, web*=0"), "web")).isFalse();
        assertThat(isSeen(trust("*=0.5, web*=0"), "file")).isTrue();
    }

    /** Over all sets of rules about a few patterns within each other. */
    @Test
    void ruleThatHidesIsTheOneThatWeighs() {
        List<String> patterns = List.of("*", "a*", "a/*", "a/b*", "a/b/*", "a/b", "a/b/c", "z");
        List<String> sources = List.of("a", "a/", "a/b", "a/b/", "a/b/c", "a/b/cd", "a/x", "ab", "z", "zz");
        double[] weights = {0, 0.5, 1};
        int sets = (int) Math.pow(4, patterns.size());
        for (int set = 0; set < sets; set += 61) {
            List<Trust> rules = new ArrayList<>();
            int rest = set;
            for (String pattern : patterns) {
                if (rest % 4 < 3) {
                    rules.add(new Trust(new SourcePattern(pattern), weights[rest % 4]));
                }
                rest /= 4;
            }
            for (String source : sources) {
                double weight = Parameters.DEFAULT.with(Parameter.TRUST, rules).get(Parameter.TRUST).stream()
                        .filter(rule -> rule.source().matches(source))
                        .findFirst()
                        .map(Trust::weight)
                        .orElse(1.0);
                assertThat(isSeen(rules, source)).as(source + " by " + rules).isEqualTo(weight > 0);
            }
            assertThat(new SourceRules(Parameters.DEFAULT.with(Parameter.TRUST, rules))
                            .seen()
                            .isEverything())
                    .as("nothing is filtered where nothing is hidden")
                    .isEqualTo(rules.stream().noneMatch(rule -> rule.weight() == 0));
        }
    }

    @Test
    void asManyRulesAsThereMayBeAreAFilterThatIsSmallEnough() {
        List<Trust> rules = new ArrayList<>();
        String name = "";
        for (int i = 0; i < Trust.MAX_RULES / 2; i++) {
            name += "a";
            rules.add(new Trust(new SourcePattern(name + "*"), i % 2));
            rules.add(new Trust(new SourcePattern(name), (i + 1) % 2));
        }
        assertThat(isSeen(rules, "a".repeat(9))).isTrue();
        assertThat(isSeen(rules, "a".repeat(9) + "b")).isFalse();
        assertThat(isSeen(rules, "a".repeat(10))).isFalse();
        assertThat(isSeen(rules, "a".repeat(10) + "b")).isTrue();
    }
}
