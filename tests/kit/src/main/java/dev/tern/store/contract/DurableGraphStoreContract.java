package dev.tern.store.contract;

import static dev.tern.store.contract.Samples.batch;
import static dev.tern.store.contract.Samples.passage;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tern.error.TernException;
import dev.tern.graph.Statement;
import dev.tern.note.Edit.Merge;
import dev.tern.note.EditNotes;
import dev.tern.note.Note;
import dev.tern.store.GraphBatch;
import dev.tern.store.GraphDescription;
import dev.tern.store.GraphStore;
import java.util.List;
import org.junit.jupiter.api.Test;

/** The contract of a {@link GraphStore} that keeps its graphs after it is closed. */
public abstract class DurableGraphStoreContract extends GraphStoreContract {
    protected DurableGraphStoreContract() {}

    /**
     * Opens a graph that no other test uses and that is empty at first. The same name opens the
     * same graph again, with its contents; another name opens another graph of the same store.
     *
     * @param graphName a graph's name by the rule of {@link dev.tern.store.GraphName}
     */
    protected abstract GraphStore open(String graphName);

    @Override
    public final GraphStore openEmpty() {
        return open("contract");
    }

    @Test
    void storesOfOneGraphHaveOneIdentity() {
        try (GraphStore one = open("kept");
                GraphStore same = open("kept");
                GraphStore other = open("other")) {
            assertThat(same.identity()).isEqualTo(one.identity()).isNotEqualTo(other.identity());
        }
    }

    @Test
    void reopenedGraphHoldsWhatWasWritten() {
        GraphBatch batch = batch(passage("d", 0, "Ada wrote notes.", Statement.of("Ada", "wrote", "notes")));
        Rows written;
        try (GraphStore store = open("kept")) {
            store.write(batch);
            written = Rows.of(store.latest());
        }
        try (GraphStore store = open("kept")) {
            assertThat(Rows.of(store.latest())).isEqualTo(written);
            assertThat(store.latest().description())
                    .contains(new GraphDescription(batch.embeddingModel(), batch.dimension()));
            store.write(batch(passage("e", 0, "Ada wrote letters.", Statement.of("Ada", "wrote", "letters"))));
            assertThat(store.latest().statistics().entities()).isEqualTo(3);
        }
        try (GraphStore store = open("kept")) {
            assertThat(store.removeDocuments(List.of("d"))).isOne();
        }
        try (GraphStore store = open("kept")) {
            assertThat(store.latest().statistics().passages()).isOne();
        }
    }

    @Test
    void reopenedGraphKeepsItsNotes() {
        Note alias = EditNotes.note(new Merge(List.of("Ada", "Countess of Lovelace")), NotesContract.ACT, 0);
        try (GraphStore store = open("kept")) {
            store.write(batch(passage("d", 0, "text")));
            store.changeNotes(present -> present.with(List.of(alias)));
            store.write(batch(passage("e", 0, "more")));
        }
        try (GraphStore store = open("kept")) {
            assertThat(store.latest().notes().all()).containsExactly(alias);
        }
    }

    @Test
    void reopenedGraphRefusesAnotherModelAndDimension() {
        try (GraphStore store = open("kept")) {
            store.write(batch(passage("d", 0, "text")));
        }
        try (GraphStore store = open("kept")) {
            assertThatThrownBy(() ->
                            store.write(Samples.batchOf("other-model", Samples.DIMENSION, passage("e", 0, "more"))))
                    .isInstanceOf(TernException.class)
                    .hasMessageContaining("\"" + Samples.MODEL + "\"")
                    .hasMessageContaining("\"other-model\"");
            assertThatThrownBy(() -> store.write(Samples.batchOf(Samples.MODEL, 24, passage("e", 0, "more"))))
                    .isInstanceOf(TernException.class)
                    .hasMessageContaining("16")
                    .hasMessageContaining("24");
            assertThat(store.latest().statistics().passages()).isOne();
        }
    }

    @Test
    void graphsOfOneStoreAreStrangers() {
        try (GraphStore one = open("one");
                GraphStore two = open("two")) {
            one.write(batch(passage("d", 0, "in one", Statement.of("a", "b", "c"))));
            assertThat(Rows.of(two.latest())).isEqualTo(Rows.NONE);
            two.write(Samples.batchOf("other-model", 24, passage("d", 0, "in two")));
            assertThat(one.latest().statistics().entities()).isEqualTo(2);
            assertThat(two.latest().statistics().entities()).isZero();
        }
    }
}
