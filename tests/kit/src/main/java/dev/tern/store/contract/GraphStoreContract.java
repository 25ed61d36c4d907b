package dev.tern.store.contract;

import dev.tern.store.GraphStore;

/**
 * What every {@link GraphStore} does. A store's test class extends this one and says how to open an empty graph; JUnit
 * finds the tests.
 *
 * <p>Nothing in it is ever skipped. A backend that cannot be reached is a failure.
 */
public abstract class GraphStoreContract
        implements WritingContract,
                RemovalContract,
                SearchContract,
                TextContract,
                LookupContract,
                ViewContract,
                LifeContract,
                ConcurrencyContract,
                ModelContract,
                FilterContract,
                SourceRulesContract,
                NotesContract,
                EditsContract,
                FilteredEditsContract {
    protected GraphStoreContract() {}

    /** An empty graph that no other test uses; the contract closes it. */
    @Override
    public abstract GraphStore openEmpty();
}
