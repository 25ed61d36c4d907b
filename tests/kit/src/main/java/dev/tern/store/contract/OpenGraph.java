package dev.tern.store.contract;

import dev.tern.store.GraphStore;

/** What each part of the contract needs: an empty graph. */
interface OpenGraph {
    /** An empty graph that no other test uses; closed by the caller. */
    GraphStore openEmpty();
}
