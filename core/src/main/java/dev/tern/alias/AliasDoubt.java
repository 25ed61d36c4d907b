package dev.tern.alias;

import dev.tern.note.Edit;
import java.util.List;

/**
 * Two names of a merge that do not seem to be one thing.
 *
 * @param merge the edit that joins them
 * @param name one name of it
 * @param other another name of it
 * @param reasons what speaks against it, a sentence each; at least one
 */
public record AliasDoubt(Edit merge, String name, String other, List<String> reasons) {
    /** Copies the list, so that the record is immutable. */
    public AliasDoubt {
        reasons = List.copyOf(reasons);
    }
}
