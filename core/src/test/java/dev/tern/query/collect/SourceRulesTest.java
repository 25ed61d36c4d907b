package dev.tern.query.collect;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tern.graph.Document;
import dev.tern.graph.Metadata;
import dev.tern.graph.Passage;
import dev.tern.graph.Scored;
import dev.tern.settings.Parameter;
import dev.tern.settings.Parameters;
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
        List<Scored<Passage>> first = new SourceRules(parameters, List.of()).first(order, List.of(), notes::add);
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
}
