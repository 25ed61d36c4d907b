package dev.tern.documents.sync;

import dev.tern.error.TernException;
import dev.tern.graph.Passage;
import dev.tern.graph.Position;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** A store of passages by their ids, such as a vector store of a framework. */
public interface PassageStore {
    /**
     * Adds passages whose ids the store does not have yet.
     *
     * @throws TernException if they cannot be embedded or stored; its fault names the cause
     */
    void add(List<Passage> passages);

    /**
     * Removes passages by their ids. Ids that the store lacks are ignored.
     *
     * @throws TernException if they cannot be removed; its fault names the cause
     */
    void remove(List<String> passageIds);

    /**
     * Returns true if the store has no passage, as a store in memory after a restart. The next run
     * then adds every document again. A store that cannot tell returns false.
     *
     * @throws TernException if the store cannot be asked; its fault names the cause
     */
    default boolean isEmpty() {
        return false;
    }

    /**
     * Returns the text by which a store without a graph finds and shows a passage: title and
     * headings on lines of their own, down to the one with which the text begins, and the text.
     */
    static String text(Passage passage) {
        Stream<String> headings = Stream.of(passage.position().heading().split(Position.BETWEEN_HEADINGS));
        String text = passage.text();
        Stream<String> above = Stream.concat(Stream.of(passage.title()), headings)
                .distinct()
                .filter(line -> !line.isEmpty())
                .takeWhile(line -> !(text + "\n").startsWith(line + "\n"));
        return Stream.concat(above, Stream.of(text)).collect(Collectors.joining("\n"));
    }
}
