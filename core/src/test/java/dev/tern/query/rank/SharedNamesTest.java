package dev.tern.query.rank;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tern.graph.ContentId;
import dev.tern.graph.Passage;
import dev.tern.graph.SourceDocument;
import dev.tern.graph.Statement;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;

class SharedNamesTest {
    private final Neighbourhood neighbourhood = new Neighbourhood(new PassageCache());
    private final Passage lens = passage("lens", Statement.of("the refractor", "was ground by", "Hester Maddox"));
    private final Passage house = passage("house", Statement.of("Maddox", "lived at", "Plover House"));
    private final Passage shop = passage("shop", Statement.of("Hester Maddox", "swept", "the shop"));

    private static Passage passage(String id, Statement... statements) {
        return Passage.of(SourceDocument.of(id, id), 0, id, List.of(statements));
    }

    private Map<String, Double> gains(Set<String> asked, List<Passage> best, Passage... others) {
        best.forEach(neighbourhood::addEdges);
        List.of(others).forEach(neighbourhood::addEdges);
        return new SharedNames(neighbourhood, asked).gains(List.of(others), best);
    }

    @Test
    void aShortFormOfANameOfAFirstPassageIsSharedWithIt() {
        assertThat(gains(Set.of(), List.of(lens), house)).isEqualTo(Map.of(house.id(), 0.25));
    }

    @Test
    void aLongFormIsNotSharedSinceManyHaveALastName() {
        assertThat(gains(Set.of(), List.of(house), shop)).isEmpty();
    }

    @Test
    void theMorePassagesHaveANameTheLessItGains() {
        Passage again = passage("again", Statement.of("Hester Maddox", "kept", "bees"));

        assertThat(gains(Set.of(), List.of(lens), shop, again))
                .isEqualTo(Map.of(shop.id(), 0.5 / 3, again.id(), 0.5 / 3));
    }

    @Test
    void theFirstOfThePassagesThatHaveTheNameCountsAndNoneLendsToItself() {
        Passage other = passage("other", Statement.of("Rome", "is", "a city"));

        assertThat(gains(Set.of(), List.of(other, lens), lens, shop, other))
                .isEqualTo(Map.of(shop.id(), 0.25 / Math.sqrt(2)));
        assertThat(gains(Set.of(), List.of(lens, shop), lens, shop))
                .isEqualTo(Map.of(lens.id(), 0.25 / Math.sqrt(2), shop.id(), 0.25));
    }

    @Test
    void whatTheQuestionNamesCountsNothing() {
        assertThat(gains(Set.of(ContentId.ofEntity("Hester Maddox")), List.of(lens), shop))
                .isEmpty();
    }
}
