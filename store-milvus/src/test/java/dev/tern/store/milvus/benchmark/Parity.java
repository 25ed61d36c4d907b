package dev.tern.store.milvus.benchmark;

import dev.langchain4j.model.embedding.EmbeddingModel;
import dev.tern.GraphRag;
import dev.tern.graph.Passage;
import dev.tern.query.Mode;
import dev.tern.query.Question;
import dev.tern.settings.Parameters;
import dev.tern.store.GraphStore;
import java.util.ArrayList;
import java.util.List;

/**
 * How far two stores of the same graph find the same passages.
 *
 * @param questions how many questions were asked, each in the modes naive and local
 * @param passages how many passages the reference found
 * @param same how many of them the other found too
 * @param identical how many lists were the same, in the same order
 */
public record Parity(int questions, int passages, int same, int identical) {
    private static final int FOUND = 5;

    /** Asks both. */
    public static Parity of(GraphStore reference, GraphStore other, EmbeddingModel model, List<String> questions) {
        int passages = 0;
        int same = 0;
        int identical = 0;
        for (Mode mode : List.of(Mode.NAIVE, Mode.LOCAL)) {
            for (String question : questions) {
                List<String> expected = found(reference, model, question, mode);
                List<String> actual = found(other, model, question, mode);
                passages += expected.size();
                same += (int) expected.stream().filter(actual::contains).count();
                identical += expected.equals(actual) ? 1 : 0;
            }
        }
        return new Parity(questions.size(), passages, same, identical);
    }

    private static List<String> found(GraphStore store, EmbeddingModel model, String question, Mode mode) {
        Parameters parameters = Parameters.builder().finalTopK(FOUND).build();
        // Not closed: the store belongs to the caller.
        GraphRag rag = GraphRag.builder().store(store).embeddingModel(model).build();
        List<String> ids = new ArrayList<>();
        rag.retrieve(Question.of(question, mode).withParameters(parameters)).passages().stream()
                .map(scored -> scored.value())
                .map(Passage::id)
                .forEach(ids::add);
        return ids;
    }

    /** The share of passages that both found, in per cent. */
    public double percent() {
        return 100.0 * same / Math.max(1, passages);
    }
}
