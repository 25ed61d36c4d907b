package dev.tern.documents.sync;

import dev.tern.graph.Passage;
import dev.tern.note.SyncedSource;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.function.ToIntFunction;

/** The knowledge of a target about its sources and their documents. */
interface SyncState {
    /** Returns the sources, by name. */
    List<SyncedSource> sources();

    /** Stores the state of a source. */
    void keep(SyncedSource source);

    /** Forgets a source, whose documents stay. */
    void forget(String source);

    /**
     * Returns the documents of a source.
     *
     * @param whole true if its last run completed, so that no file of several documents is partial
     */
    SourceState documents(String source, boolean whole);

    /** Returns the passages of a document that no source has added; none where there is no such. */
    List<Passage> passages(String document);

    /** Returns the other source of a document, if any. */
    Optional<String> otherOwner(String document, String source);

    /** Removes documents, and returns the number that were found. */
    int remove(Collection<String> documents);

    /** Removes documents of a source that is forgotten. */
    int removeFinally(Collection<String> documents, ToIntFunction<Collection<String>> removal);

    /** Returns the name of the target in an error, as in "the graph". */
    String name();

    /** Returns the ways out for a source of the same name elsewhere. */
    String waysOutOfAMove();

    /** Returns the way to remove what was not permitted. */
    String permission();
}
