package dev.tern.curation.alias;

import dev.tern.note.Edit;
import java.util.List;

/**
 * Two merged names that probably name different entities.
 *
 * @param merge the edit that merged the names
 * @param reasons the evidence against the merge, one clause each; at least one
 */
public record AliasDoubt(Edit merge, String name, String other, List<String> reasons) {
    public AliasDoubt {
        reasons = List.copyOf(reasons);
    }

    /** Returns the two names and the evidence. */
    @Override
    public String toString() {
        return name + " and " + other + ": " + String.join(", ", reasons);
    }
}
