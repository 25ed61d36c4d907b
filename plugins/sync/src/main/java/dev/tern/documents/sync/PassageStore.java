package dev.tern.documents.sync;

import dev.tern.error.TernException;
import dev.tern.graph.Passage;
import java.util.List;

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
}
