package dev.tern.quarkus.deployment;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tern.GraphRag;
import dev.tern.graph.SourceDocument;
import dev.tern.store.GraphCatalog;
import dev.tern.store.Stores;
import io.quarkus.test.QuarkusUnitTest;
import jakarta.inject.Inject;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** A store that only a module on the class path knows, {@link dev.tern.testing.MemoryStores}. */
final class ThirdStoreTest {
    @RegisterExtension
    static final QuarkusUnitTest APPLICATION = new QuarkusUnitTest()
            .withApplicationRoot(jar -> jar.addClass(WordsOfTests.class))
            .overrideRuntimeConfigKey("tern.store", "memory:quarkus");

    @Inject
    GraphRag rag;

    @Test
    void applicationAddsAndAsksThere() {
        rag.add(SourceDocument.of("mill", "Orla Finn grinds rye."));
        assertThat(rag.ask("Who grinds rye?").text()).contains("Orla Finn grinds rye.");
        try (GraphCatalog catalog = Stores.open("memory:quarkus")) {
            assertThat(catalog.location()).isEqualTo("memory:quarkus");
            assertThat(catalog.graphs()).containsExactly("default");
        }
    }
}
