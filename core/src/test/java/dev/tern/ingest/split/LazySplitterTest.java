package dev.tern.ingest.split;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tern.graph.SourceDocument;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

class LazySplitterTest {
    @Test
    void isMadeForTheFirstDocumentAndKept() {
        AtomicInteger made = new AtomicInteger();
        Splitter splitter = Splitter.lazy(() -> {
            made.incrementAndGet();
            return Splitter.keepWhole(100);
        });
        assertThat(made).hasValue(0);

        splitter.split(SourceDocument.of("a", "Ada wrote notes."));

        assertThat(splitter.split(SourceDocument.of("b", "Byron wrote verse.")))
                .extracting(PassageText::text)
                .containsExactly("Byron wrote verse.");
        assertThat(made).hasValue(1);
    }
}
