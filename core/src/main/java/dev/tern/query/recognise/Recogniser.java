package dev.tern.query.recognise;

import dev.tern.model.MeteredChat;
import dev.tern.store.GraphView;
import java.util.List;

/** Recognises the names in a question. Thread-safe. */
@FunctionalInterface
public interface Recogniser {
    /**
     * Returns the names in a question, looked up in the graph.
     *
     * @throws dev.tern.error.TernException if a model or the store fails
     */
    Recognition recognise(String question, GraphView graph);

    /** Returns a recogniser of the given names, which are looked up in the graph. */
    static Recogniser given(List<String> names) {
        return (question, graph) -> new NameLookup(graph).recognition(question, names);
    }

    /**
     * Returns a recogniser without a model: the longest spans that are an entity or a title of the
     * graph, in any script, and the other capitalised spans.
     */
    static Recogniser offline() {
        return new OfflineRecogniser();
    }

    /** Returns a recogniser that asks a chat model; {@link #offline} if the reply has no names. */
    static Recogniser model(MeteredChat chat) {
        return new ModelRecogniser(chat, offline());
    }
}
