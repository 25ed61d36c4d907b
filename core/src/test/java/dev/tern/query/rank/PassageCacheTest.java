package dev.tern.query.rank;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tern.graph.ContentId;
import dev.tern.graph.Extraction;
import dev.tern.graph.Passage;
import dev.tern.graph.SourceDocument;
import dev.tern.graph.Statement;
import java.util.List;
import org.junit.jupiter.api.Test;

class PassageCacheTest {
    private final PassageCache cache = new PassageCache();

    private static Passage passage(String id, String text) {
        return Passage.of(SourceDocument.of(id, text), 0, text, List.of(Statement.of("Lena  Marr", "built", "it")));
    }

    @Test
    void anEqualPassageHasTheSameForms() {
        PassageForms forms = cache.of(passage("a", "Lena  Marr built it."));

        assertThat(cache.of(passage("a", "Lena  Marr built it."))).isSameAs(forms);
        assertThat(forms.text()).isEqualTo("lena marr built it.");
        Name name = forms.topic().getFirst();
        assertThat(name.key()).isEqualTo("lena marr");
        assertThat(name.id()).isEqualTo(ContentId.ofEntity("Lena Marr"));
    }

    @Test
    void aNameIsTheSameInAllCachedPassages() {
        Name name = cache.of(passage("a", "one")).names().getFirst();

        assertThat(cache.of(passage("b", "two")).names().getFirst()).isSameAs(name);
        assertThat(cache.name("LENA Marr")).isSameAs(name);
        assertThat(cache.name("Emil")).isNotSameAs(cache.name("Emil"));
    }

    @Test
    void aPassageThatChangedUnderItsIdHasOtherForms() {
        Passage first = passage("a", "x".repeat(PassageCache.MAX_CHARACTERS / 2));
        cache.of(first);

        Passage changed = first.with(List.of(Statement.of("Emil", "built", "it")), Extraction.GIVEN);

        assertThat(cache.of(changed).names().getFirst().key()).isEqualTo("emil");
        assertThat(cache.of(first).names().getFirst().key()).isEqualTo("lena marr");
        // Each version takes the place of the one before, so there is room.
        Passage other = passage("b", "It was not.");
        assertThat(cache.of(other)).isSameAs(cache.of(other));
    }

    @Test
    void fullCacheIsEmptiedAndPausesForManyPassages() {
        Passage first = passage("a", "It was built.");
        PassageForms forms = cache.of(first);
        cache.of(passage("b", "x".repeat(PassageCache.MAX_CHARACTERS)));

        assertThat(cache.of(first)).isNotSameAs(forms);
        for (int i = 1; i < PassageCache.PAUSE; i++) {
            cache.of(first);
        }
        PassageForms later = cache.of(first);
        assertThat(later).isNotSameAs(forms);
        assertThat(cache.of(first)).isSameAs(later);
    }
}
