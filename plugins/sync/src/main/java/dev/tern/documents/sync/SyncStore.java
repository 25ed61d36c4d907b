package dev.tern.documents.sync;

import dev.tern.graph.Passage;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.function.ToIntFunction;

/** Stores a target's sources, finds and removes their documents, and phrases advice. */
interface SyncStore {
    /** Returns the sources, by name. */
    List<SyncedSource> sources();

    /** Stores the state of a source, in place of an earlier one. */
    void keep(SyncedSource source);

    /** Forgets a source, whose documents stay. */
    void forget(String source);

    /**
     * Forgets all documents if the store has lost them; in a dry run only until the run ends.
     *
     * @return true if documents were forgotten
     */
    default boolean forgetLost(boolean dryRun) {
        return false;
    }

    /**
     * Returns the documents of a source.
     *
     * @param whole true if its last run completed, so that no document is partial
     */
    SourceItems documents(String source, boolean whole);

    /** Returns a document's passages; none if only sources can have documents. */
    List<Passage> passages(String document);

    /** Returns the name of a document's source, if it is not the given one. */
    Optional<String> otherOwner(String document, String source);

    /** Removes documents, and returns the number that were found. */
    int remove(Collection<String> documents);

    /**
     * Removes documents of a source to be forgotten, and all that is derived from these alone.
     *
     * @param removal removes documents and returns the number found
     * @return the number of documents that were found
     */
    int removeFinally(Collection<String> documents, ToIntFunction<Collection<String>> removal);

    /** Returns the name of the target in messages, such as "the graph". */
    String name();

    /** Returns advice for the message that a source of the same name has another address. */
    String adviceOnMove();

    /** Returns advice for a message on how to give a place another name. */
    String otherName(String name);

    /** Returns advice for the message that a large removal was refused. */
    String permission();
}
