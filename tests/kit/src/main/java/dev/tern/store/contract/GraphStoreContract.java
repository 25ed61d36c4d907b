package dev.tern.store.contract;

import dev.tern.store.GraphStore;

/**
 * The contract of every {@link GraphStore}. A store's test class extends this one and opens an
 * empty graph; JUnit finds the tests.
 *
 * <p>No test is ever skipped. An unreachable backend is a failure.
 */
public abstract class GraphStoreContract
        implements WritingContract,
                RemovalContract,
                SearchContract,
                TextContract,
                LookupContract,
                ViewContract,
                LifecycleContract,
                ConcurrencyContract,
                ModelContract,
                FilterContract,
                SourceRulesContract,
                NotesContract,
                FilteredEditsContract {
    protected GraphStoreContract() {}

    /** Opens an empty graph that no other test uses; the contract closes it. */
    @Override
    public abstract GraphStore openEmpty();
}
