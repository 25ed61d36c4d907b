package dev.tern.documents.sync;

import dev.tern.documents.DocumentLoader;
import java.util.List;
import java.util.Locale;
import java.util.function.Function;
import java.util.function.Predicate;

/**
 * How a graph is brought into step.
 *
 * @param loader reads the place, given the patterns of what is left out
 * @param dryRun whether nothing is changed, and it is only said what would be
 * @param moved whether a source of that name may have another address from now on
 * @param allowed asked before more than a tenth of a source is removed, and more than {@value SourceSync#HANDFUL} files, pages or documents
 */
public record SyncOptions(
        Function<List<String>, DocumentLoader> loader, boolean dryRun, boolean moved, Predicate<Removal> allowed) {
    /**
     * A removal that has to be allowed.
     *
     * @param source the name of the source
     * @param vanished how many of its files or pages are gone
     * @param known how many the graph has documents of
     * @param lost how many documents its changed files no longer hold
     * @param documents how many documents the graph has of it
     */
    public record Removal(String source, int vanished, int known, int lost, int documents) {
        /** What is gone, as a clause without its end. */
        public String clause() {
            String files = vanished == 0 && lost > 0 ? "" : part(vanished, known, "files or pages", "gone");
            String held = lost == 0 ? "" : part(lost, documents, "documents", "no longer in their files");
            return files + (files.isEmpty() || held.isEmpty() ? "" : ", and ") + held;
        }

        private static String part(int gone, int of, String what, String how) {
            return String.format(Locale.ROOT, "%,d of its %,d %s %s %s", gone, of, what, gone == 1 ? "is" : "are", how);
        }
    }
}
