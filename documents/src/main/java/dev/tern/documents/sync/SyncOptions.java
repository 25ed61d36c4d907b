package dev.tern.documents.sync;

import dev.tern.documents.DocumentLoader;
import java.util.List;
import java.util.function.Function;
import java.util.function.Predicate;

/**
 * How a graph is brought into step.
 *
 * @param loader reads the place, given the patterns of what is left out
 * @param dryRun whether nothing is changed, and it is only said what would be
 * @param moved whether a source of that name may have another address from now on
 * @param allowed asked before more than a tenth of a source's documents is removed
 */
public record SyncOptions(
        Function<List<String>, DocumentLoader> loader, boolean dryRun, boolean moved, Predicate<Removal> allowed) {
    /**
     * A removal that has to be allowed.
     *
     * @param source the name of the source
     * @param vanished how many of its files or pages are gone
     * @param known how many the graph has documents of
     */
    public record Removal(String source, int vanished, int known) {}
}
