package dev.tern.query;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tern.Entities;
import dev.tern.GraphRag;
import dev.tern.error.TernException;
import dev.tern.graph.Entity;
import dev.tern.graph.SourceDocument;
import dev.tern.graph.Statement;
import dev.tern.store.InMemoryGraphStore;
import dev.tern.testing.HashingEmbeddingModel;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class NeighboursTest {
    private final HashingEmbeddingModel embeddings = new HashingEmbeddingModel(64);
    private final GraphRag rag = GraphRag.builder()
            .store(new InMemoryGraphStore())
            .embeddingModel(embeddings)
            .build();

    private void addMill() {
        rag.add(SourceDocument.of("mill", "The mill of Orla Finn grinds rye. It stands in Ham. Ham is small.")
                .withStatements(List.of(
                        Statement.of("the mill of Orla Finn", "grinds", "rye"),
                        Statement.of("the mill of Orla Finn", "stands in", "Ham"),
                        Statement.of("Piet Moll", "lives in", "Ham"))));
        embeddings.forget();
    }

    @Test
    void entityOfTheNameHasItsRelationsAndTheirOtherEnds() {
        addMill();

        Neighbours ham = Entities.of(rag).neighbours("  HAM ", 10).orElseThrow();

        assertThat(ham.entity().name()).isEqualTo("Ham");
        assertThat(ham.relations())
                .extracting(relation -> relation.value().text())
                .containsExactlyInAnyOrder("the mill of Orla Finn stands in Ham", "Piet Moll lives in Ham");
        assertThat(ham.entities())
                .extracting(Entity::name)
                .containsExactlyInAnyOrder("the mill of Orla Finn", "Piet Moll");
        assertThat(ham.more()).isFalse();
        assertThat(embeddings.calls()).as("a known name is not embedded").isZero();
    }

    @Test
    void nearestRelationsStayWhereThereAreMore() {
        addMill();

        Neighbours ham = Entities.of(rag).neighbours("Ham", 1).orElseThrow();

        assertThat(ham.relations()).hasSize(1);
        assertThat(ham.entities()).hasSize(1);
        assertThat(ham.more()).isTrue();
    }

    @Test
    void relationsThatOnlyNameEntitiesTogetherTakeNoPlaceOfThoseThatStateSomething() {
        List<Statement> statements = new ArrayList<>();
        for (int i = 0; i < 50; i++) {
            statements.add(Statement.ofNames(List.of("Ham", "Ham " + i)));
        }
        statements.add(Statement.of("a ferryman of the northern marshes", "never returned to", "Ham"));
        rag.add(SourceDocument.of("marsh", "All of this is near Ham.").withStatements(statements));

        Neighbours ham = Entities.of(rag).neighbours("Ham", 1).orElseThrow();

        assertThat(ham.relations())
                .extracting(relation -> relation.value().text())
                .containsExactly("a ferryman of the northern marshes never returned to Ham");
        assertThat(ham.more()).isFalse();
    }

    @Test
    void entityWithTheNearestNameIsTakenWhereNoneHasIt() {
        addMill();

        Neighbours moll = Entities.of(rag).neighbours("Moll", 10).orElseThrow();
        assertThat(moll.entity().name()).isEqualTo("Piet Moll");
        assertThat(embeddings.calls()).isEqualTo(1);
    }

    @Test
    void emptyGraphHasNone() {
        assertThat(Entities.of(rag).neighbours("Ham", 10)).isEmpty();
    }

    @Test
    void blankNameAndLimitOutOfRangeAreTheCallersFault() {
        assertThatThrownBy(() -> Entities.of(rag).neighbours(" ", 10))
                .isInstanceOf(TernException.class)
                .hasMessage("the name of the entity is blank");
        assertThatThrownBy(() -> Entities.of(rag).neighbours("Ham", 0))
                .isInstanceOf(TernException.class)
                .hasMessage("the limit of relations around an entity is 0; it must be 1 to 1000");
        assertThatThrownBy(() -> Entities.of(rag).nearest(" ", 10))
                .isInstanceOf(TernException.class)
                .hasMessage("the name of the entity is blank");
        assertThatThrownBy(() -> Entities.of(rag).nearest("Ham", Integer.MAX_VALUE))
                .isInstanceOf(TernException.class)
                .hasMessage("the limit of entities near a name is 2147483647; it must be 1 to 1000");
        assertThat(Entities.of(rag).nearest("Ham", 10)).isEmpty();
    }
}
