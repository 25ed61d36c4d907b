package dev.tern.store.milvus.benchmark;

import dev.langchain4j.model.embedding.EmbeddingModel;
import dev.tern.GraphRag;
import dev.tern.graph.Passage;
import dev.tern.query.Question;
import dev.tern.settings.Mode;
import dev.tern.settings.Parameter;
import dev.tern.settings.Parameters;
import dev.tern.store.GraphStore;
import java.util.ArrayList;
import java.util.List;

/**
 * The agreement of two stores of the same graph about the passages found.
 *
 * @param questions the number of questions, each asked in the modes naive and local
 * @param passages the number of passages that the reference found
 * @param same the number of these that the other store found too
 * @param identical the number of equal lists, in the same order
 */
public record Parity(int questions, int passages, int same, int identical) {
    private static final int FOUND = 5;
    private static final List<Mode> MODES = List.of(Mode.NAIVE, Mode.LOCAL);

    /** Questions without a filter. */
    public static List<Question> questions(List<String> texts) {
        return texts.stream().map(text -> Question.of(text, Mode.NAIVE)).toList();
    }

    /** Returns the passages found for each question, in mode naive and then in mode local. */
    public static List<List<String>> found(GraphStore store, EmbeddingModel model, List<Question> questions) {
        List<List<String>> found = new ArrayList<>();
        for (Mode mode : MODES) {
            questions.forEach(question -> found.add(found(store, model, question.withMode(mode))));
        }
        return found;
    }

    /** Asks the other store the questions of the reference. */
    public static Parity of(
            List<List<String>> reference, GraphStore other, EmbeddingModel model, List<Question> questions) {
        List<List<String>> found = found(other, model, questions);
        int passages = 0;
        int same = 0;
        int identical = 0;
        for (int i = 0; i < found.size(); i++) {
            List<String> expected = reference.get(i);
            passages += expected.size();
            same += (int) expected.stream().filter(found.get(i)::contains).count();
            identical += expected.equals(found.get(i)) ? 1 : 0;
        }
        return new Parity(questions.size(), passages, same, identical);
    }

    private static List<String> found(GraphStore store, EmbeddingModel model, Question question) {
        Parameters parameters = Parameters.of(Parameter.FINAL_TOP_K, FOUND);
        // Not closed: the store belongs to the caller.
        GraphRag rag = GraphRag.builder().store(store).embeddingModel(model).build();
        List<String> ids = new ArrayList<>();
        rag.retrieve(question.withParameters(parameters)).passages().stream()
                .map(scored -> scored.value())
                .map(Passage::id)
                .forEach(ids::add);
        return ids;
    }

    /** Returns the share of passages that both found, in per cent. */
    public double percent() {
        return 100.0 * same / Math.max(1, passages);
    }
}
