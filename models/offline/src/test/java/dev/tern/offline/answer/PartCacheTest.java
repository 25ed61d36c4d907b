package dev.tern.offline.answer;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tern.graph.Extraction;
import dev.tern.graph.Passage;
import dev.tern.graph.SourceDocument;
import dev.tern.graph.Statement;
import dev.tern.note.Notes;
import java.util.List;
import org.junit.jupiter.api.Test;

class PartCacheTest {
    private final PartCache cache = new PartCache();

    private static Passage passage(String id, String text) {
        return Passage.of(
                SourceDocument.of(id, text), 0, text, List.of(Statement.of("Lena Marr", "built", "the mill")));
    }

    private static PassageWords words(PassageParts parts, String question) {
        return parts.words(parts.parts(), new ContentWords(question, Notes.NONE.rules()));
    }

    @Test
    void anEqualPassageHasTheSamePartsAndTheSameWordsInOneLanguage() {
        PassageParts parts = cache.of(passage("a", "Lena Marr built the mill. She died in May."));

        assertThat(cache.of(passage("a", "Lena Marr built the mill. She died in May.")))
                .isSameAs(parts);
        assertThat(parts.parts()).extracting(PassagePart::opensWithPronoun).containsExactly(false, true);
        assertThat(words(parts, "Who built the mill?")).isSameAs(words(parts, "When did she die?"));
        assertThat(words(parts, "Wer baute die Mühle?")).isNotSameAs(words(parts, "When did she die?"));
    }

    @Test
    void aPassageThatChangedUnderItsIdHasOtherParts() {
        Passage first = passage("a", "It was built in May. ".repeat(PartCache.MAX_CHARACTERS / 40));
        PassageParts parts = cache.of(first);

        Passage changed = first.with(List.of(Statement.of("Emil", "built", "it")), Extraction.GIVEN);

        assertThat(cache.of(changed)).isNotSameAs(parts);
        assertThat(cache.of(changed).passage()).isEqualTo(changed);
        // Each version takes the place of the one before, so there is room.
        Passage other = passage("b", "It was not.");
        assertThat(cache.of(other)).isSameAs(cache.of(other));
    }

    @Test
    void aFullCacheIsEmptied() {
        Passage first = passage("a", "It was built in May.");
        PassageParts parts = cache.of(first);

        cache.of(passage("b", "It was built in May. ".repeat(PartCache.MAX_CHARACTERS / 20)));

        assertThat(cache.of(first)).isNotSameAs(parts).isSameAs(cache.of(first));
    }
}
