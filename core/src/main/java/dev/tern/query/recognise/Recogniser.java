package dev.tern.query.recognise;

import dev.tern.model.Chat;
import dev.tern.store.GraphView;
import java.util.List;

/** The door to recognition: which names a question holds. Thread-safe. */
@FunctionalInterface
public interface Recogniser {
    /**
     * The names in a question, looked up in the graph.
     *
     * @throws dev.tern.error.TernException if a model or the store fails
     */
    Recognition recognise(String question, GraphView graph);

    /** The names that the caller gives. */
    static Recogniser given(List<String> names) {
        return (question, graph) -> new NameLookup(graph).recognition(question, names);
    }

    /**
     * No model: the longest spans of the question that the graph knows as an entity or a title, in any script, and the
     * capitalised spans that are left.
     */
    static Recogniser offline() {
        return new OfflineRecogniser();
    }

    /** A chat model lists the names; if its reply cannot be used, as {@link #offline}. */
    static Recogniser model(Chat chat) {
        return new ModelRecogniser(chat, offline());
    }
}
