package dev.tern.query.rank;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.tern.graph.Passage;
import dev.tern.graph.SourceDocument;
import dev.tern.graph.SourceMetadata;
import dev.tern.graph.Statement;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class TitleBridgeTest {
    private final Neighbourhood neighbourhood = new Neighbourhood(new PassageCache());
    private final Passage film = passage("film", "The Vale Song", "The Vale Song was directed by Lena Marr.");
    private final Passage town = passage("town", "Vale", "Vale has a bridge by Emil Marr and Lena Marr.");

    private static Passage passage(String id, String title, String text, Statement... statements) {
        return Passage.of(SourceDocument.of(id, text).withTitle(title), 0, text, List.of(statements));
    }

    private Map<String, Double> gains(List<Passage> best, Passage... passages) {
        for (Passage passage : passages) {
            neighbourhood.addEdges(passage);
        }
        return TitleBridge.gains(List.of(passages), best, neighbourhood);
    }

    @Test
    void aPassageNamesEveryTitleInItsTextButItsOwn() {
        assertThat(TitleBridge.titles(List.of(film, town), neighbourhood))
                .contains("lena marr", "emil marr")
                .doesNotContain("the vale song");
    }

    @Test
    void theFirstPassageThatNamesATitleDecidesItsGain() {
        Passage lena = passage("lena", "Lena Marr", "She made films.");
        Passage emil = passage("emil", "Emil Marr (engineer)", "He built bridges.");
        Passage other = passage("other", "Rome", "A city.");

        Map<String, Double> gains = gains(List.of(film, town), lena, emil, other);

        double once = 1 / (1 + Math.log(2));
        assertThat(gains).containsOnlyKeys(lena.id(), emil.id());
        assertThat(gains.get(lena.id())).isEqualTo(once, within(1e-12));
        assertThat(gains.get(emil.id())).isEqualTo(once / Math.sqrt(2), within(1e-12));
    }

    @Test
    void passagesWithoutATitleShareWhatTheirTopicGains() {
        Passage one = passage("one", "", "Lena Marr made films.", Statement.of("Lena Marr", "made", "films"));
        Passage two = passage("two", "", "Lena Marr made bread.", Statement.of("Lena Marr", "made", "bread"));

        double alone = gains(List.of(film), one).getOrDefault(one.id(), 0.0);
        assertThat(alone).isEqualTo(0.4 / (1 + Math.log(2)), within(1e-12));

        double about = 1 + Math.log(3);
        assertThat(gains(List.of(film), one, two))
                .hasEntrySatisfying(one.id(), gain -> assertThat(gain).isEqualTo(0.4 / about / 2, within(1e-12)))
                .hasEntrySatisfying(two.id(), gain -> assertThat(gain).isEqualTo(0.4 / about / 2, within(1e-12)));
    }

    @Test
    void publishersOfTheVerySameTitleShareWhatItGains() {
        Passage lena = passage("lena", "Lena Marr", "She made films.");
        Passage more = chunk("lena", 1, "Lena Marr", "And bread.");
        Passage singer = passage("singer", "Lena Marr (singer)", "She sang.");
        double alone = 1 / (1 + Math.log(2));

        assertThat(gains(List.of(film), lena, more, singer).values())
                .as("one article, and another of the name")
                .hasSize(3)
                .allSatisfy(gain -> assertThat(gain).isEqualTo(alone, within(1e-12)));

        Passage forged = page("https://one.example/a", "Lena  MARR");
        Passage again = page("https://one.example/b", "lena marr");
        Map<String, Double> gains = gains(List.of(film), lena, more, singer, forged, again);
        for (Passage sharing : List.of(lena, more, forged, again)) {
            assertThat(gains.get(sharing.id())).isEqualTo(alone / 2, within(1e-12));
        }
        assertThat(gains.get(singer.id())).isEqualTo(alone, within(1e-12));

        Map<String, Double> three =
                gains(List.of(film), lena, more, singer, forged, again, page("https://two.example/a", "Lena Marr"));
        assertThat(three.get(forged.id())).isEqualTo(alone / 3, within(1e-12));
    }

    private static Passage chunk(String id, int ordinal, String title, String text) {
        return Passage.of(SourceDocument.of(id, text).withTitle(title), ordinal, text, List.of());
    }

    private static Passage page(String address, String title) {
        SourceDocument document = SourceDocument.of(address, "A page.")
                .withTitle(title)
                .withMetadata(SourceMetadata.EMPTY.with(Passage.SOURCE, address));
        return Passage.of(document, 0, "A page.", List.of());
    }
}
