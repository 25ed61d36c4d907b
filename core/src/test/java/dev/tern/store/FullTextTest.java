package dev.tern.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.tern.graph.Embedded;
import dev.tern.graph.Passage;
import dev.tern.graph.Scored;
import dev.tern.graph.SourceDocument;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class FullTextTest {
    private static List<Embedded<Passage>> passages(String... texts) {
        List<Embedded<Passage>> passages = new ArrayList<>();
        for (String text : texts) {
            SourceDocument document = SourceDocument.of("d" + passages.size(), text);
            passages.add(new Embedded<>(Passage.of(document, 0, text, List.of()), new float[] {1}));
        }
        return passages;
    }

    @Test
    void scoresAreThoseOfTheFormula() {
        List<Scored<Passage>> found = new FullText(passages("kestrel kestrel owl", "owl", "owl rain rain rain"))
                .search("The kestrel, the owl", 10);

        // Three passages of 3, 1 and 4 words, 8/3 on average; "kestrel" in one, "owl" in all.
        double kestrel = Math.log(1 + 2.5 / 1.5);
        double owl = Math.log(1 + 0.5 / 3.5);
        assertThat(found).extracting(scored -> scored.value().documentId()).containsExactly("d0", "d1", "d2");
        assertThat(found.get(0).score())
                .isCloseTo(
                        kestrel * 2 / (2 + 1.2 * (0.25 + 0.75 * 3 / (8 / 3.0)))
                                + owl / (1 + 1.2 * (0.25 + 0.75 * 3 / (8 / 3.0))),
                        within(1e-12));
        assertThat(found.get(1).score()).isCloseTo(owl / (1 + 1.2 * (0.25 + 0.75 / (8 / 3.0))), within(1e-12));
        assertThat(found.get(2).score()).isCloseTo(owl / (1 + 1.2 * (0.25 + 0.75 * 4 / (8 / 3.0))), within(1e-12));
    }

    @Test
    void passagesWithoutWordsDoNotCount() {
        List<Scored<Passage>> found = new FullText(passages("owl", "?!", "...")).search("owl", 10);

        assertThat(found)
                .singleElement()
                .satisfies(scored ->
                        assertThat(scored.score()).isCloseTo(Math.log(1 + 0.5 / 1.5) / 2.2, within(1e-12)));
        assertThat(new FullText(List.of()).search("owl", 10)).isEmpty();
    }
}
