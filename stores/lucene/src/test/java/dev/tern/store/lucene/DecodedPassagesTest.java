package dev.tern.store.lucene;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tern.graph.Passage;
import dev.tern.graph.SourceDocument;
import java.io.IOException;
import java.util.List;
import org.apache.lucene.util.BytesRef;
import org.junit.jupiter.api.Test;

class DecodedPassagesTest {
    private final DecodedPassages decoded = new DecodedPassages();
    private int reads;

    private Passage at(int doc, String text) throws IOException {
        BytesRef row = RowBytes.of(Passage.of(SourceDocument.of("a", text), 0, text, List.of()));
        return decoded.get(doc, () -> {
            reads++;
            return row;
        });
    }

    @Test
    void aPassageIsReadOnceWhileThereIsRoom() throws IOException {
        Passage passage = at(1, "Euler");

        assertThat(at(1, "Euler")).isSameAs(passage);
        assertThat(reads).isEqualTo(1);
    }

    @Test
    void aFullCacheIsEmptiedAndKeepsNothingMore() throws IOException {
        String half = "x".repeat(DecodedPassages.MAX_BYTES / 2);
        at(1, half);
        at(2, half);
        at(1, half);
        assertThat(reads).isEqualTo(3);

        at(1, half);
        assertThat(reads).isEqualTo(4);
    }
}
