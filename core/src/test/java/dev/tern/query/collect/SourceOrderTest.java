package dev.tern.query.collect;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tern.graph.Passage;
import dev.tern.graph.Scored;
import dev.tern.graph.SourceDocument;
import dev.tern.graph.SourceMetadata;
import dev.tern.note.SourceRules;
import dev.tern.settings.SourceRule;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class SourceOrderTest {
    private final List<String> notes = new ArrayList<>();

    /** Returns passages of these sources, with scores that fall from 3 to below 0. */
    private static List<Scored<Passage>> order(String... sources) {
        List<Scored<Passage>> order = new ArrayList<>();
        for (String source : sources) {
            SourceDocument document = SourceDocument.of("d" + order.size(), "text " + order.size())
                    .withMetadata(SourceMetadata.EMPTY.with(Passage.SOURCE, source));
            order.add(new Scored<>(Passage.of(document, 0, document.text(), List.of()), 3.0 - order.size()));
        }
        return order;
    }

    private List<String> first(int wanted, String rules, List<Scored<Passage>> order) {
        SourceRules list = rules.isEmpty() ? SourceRules.NONE : new SourceRules(SourceRule.parseAll(rules));
        List<Scored<Passage>> first = new SourceOrder(list, wanted).select(order, notes::add);
        assertThat(first).extracting(Scored::score).isSortedAccordingTo((a, b) -> Double.compare(b, a));
        return first.stream().map(passage -> passage.value().documentId()).toList();
    }

    @Test
    void withoutRulesTheOrderIsKept() {
        assertThat(first(2, "", order("a", "a", "b"))).containsExactly("d0", "d1");
        assertThat(notes).isEmpty();
    }

    @Test
    void passageTrustedByAFifthComesAtFiveTimesItsPlaceWhateverTheScores() {
        assertThat(first(5, "web*=0.2", order("web1", "b", "c", "d", "e", "f")))
                .containsExactly("d1", "d2", "d3", "d4", "d0");
        assertThat(first(4, "web*=0.2", order("web1", "web2", "c", "d", "e", "f")))
                .containsExactly("d2", "d3", "d4", "d0");
        assertThat(notes)
                .containsExactly("of the first 4 passages 1 were moved down because their sources are trusted less"
                        + " (trust)");
    }

    @Test
    void ruleThatSaysMostAboutASourceCounts() {
        String rules = "*=0.1, web/*=0.5, web/good=1";
        assertThat(first(3, rules, order("else", "web/bad", "web/good"))).containsExactly("d2", "d1", "d0");
    }

    @Test
    void limitTakesTheNextBestOfOtherSourcesAndPagesOfAHostAreOneSource() {
        assertThat(first(
                        3,
                        "*=1:1",
                        order("https://a.example/1", "HTTP://u@A.example:80/2", "https://b.example", "file", "file2")))
                .containsExactly("d0", "d2", "d3");
        assertThat(notes)
                .containsExactly("1 passage was left out because their source reached its passage limit (trust)");
    }

    @Test
    void limitIsALimitWhereNothingElseIsFound() {
        assertThat(first(3, "*=1:2", order("book", "book", "book"))).containsExactly("d0", "d1");
        assertThat(notes).singleElement().asString().endsWith("; no other passages were found in their place");
    }

    @Test
    void limitOfAWiderRuleHoldsUntilAMoreSpecialRuleHasOne() {
        String rules = "*=1:1, web*=0.9, web/free=1:3";
        assertThat(first(5, rules, order("web/a", "web/a", "web/free", "web/free", "else", "else")))
                .containsExactly("d0", "d2", "d3", "d4");
    }
}
