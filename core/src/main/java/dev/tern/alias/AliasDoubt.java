package dev.tern.alias;

import dev.tern.note.Edit;
import java.util.List;

/**
 * Two names of a merge that do not seem to be one thing.
 *
 * @param merge the edit that joins them
 * @param reasons the evidence against it, a sentence each; at least one
 */
public record AliasDoubt(Edit merge, String name, String other, List<String> reasons) {
    public AliasDoubt {
        reasons = List.copyOf(reasons);
    }
}
