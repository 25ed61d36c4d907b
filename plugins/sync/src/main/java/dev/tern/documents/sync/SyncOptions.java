package dev.tern.documents.sync;

import dev.tern.documents.SourceLoader;
import java.util.List;
import java.util.Locale;
import java.util.function.Function;
import java.util.function.Predicate;

/** The options of a run; by default it makes changes but no large removals. Immutable. */
public final class SyncOptions {
    private final Function<List<String>, SourceLoader> loader;
    private final boolean dryRun;
    private final boolean moved;
    private final Predicate<Removal> allowed;

    private SyncOptions(
            Function<List<String>, SourceLoader> loader, boolean dryRun, boolean moved, Predicate<Removal> allowed) {
        this.loader = loader;
        this.dryRun = dryRun;
        this.moved = moved;
        this.allowed = allowed;
    }

    /**
     * Returns options with a loader.
     *
     * @param loader creates a loader from exclusion patterns
     */
    public static SyncOptions of(Function<List<String>, SourceLoader> loader) {
        return new SyncOptions(loader, false, false, removal -> false);
    }

    /** Returns a copy with dry run on or off; a dry run reports changes without making them. */
    public SyncOptions withDryRun(boolean value) {
        return new SyncOptions(loader, value, moved, allowed);
    }

    /** Returns a copy that permits, or forbids, a source to change its address. */
    public SyncOptions withAddressChanges(boolean value) {
        return new SyncOptions(loader, dryRun, value, allowed);
    }

    /**
     * Returns a copy with a permission for large removals.
     *
     * @param value returns true to permit a removal of more than a tenth of a source and of more
     *     than {@value SourceSync#SMALL_REMOVAL} files, pages or documents; not called for other
     *     removals, nor in a dry run
     */
    public SyncOptions withLargeRemovals(Predicate<Removal> value) {
        return new SyncOptions(loader, dryRun, moved, value);
    }

    Function<List<String>, SourceLoader> loader() {
        return loader;
    }

    boolean dryRun() {
        return dryRun;
    }

    boolean moved() {
        return moved;
    }

    Predicate<Removal> allowed() {
        return allowed;
    }

    /**
     * A removal that requires permission.
     *
     * @param source the name of the source
     * @param vanished the number of its files or pages that are gone
     * @param known the number of its files or pages in the graph
     * @param lost the number of documents that changed files no longer contain
     * @param documents the number of its documents in the graph
     */
    public record Removal(String source, int vanished, int known, int lost, int documents) {
        /** Returns a clause with the numbers, such as "7 of its 20 files or pages are gone". */
        public String clause() {
            String files = vanished == 0 && lost > 0 ? "" : part(vanished, known, "files or pages", "gone");
            String held = lost == 0 ? "" : part(lost, documents, "documents", "no longer in their files");
            return files + (files.isEmpty() || held.isEmpty() ? "" : ", and ") + held;
        }

        private static String part(int gone, int of, String noun, String how) {
            return String.format(Locale.ROOT, "%,d of its %,d %s %s %s", gone, of, noun, gone == 1 ? "is" : "are", how);
        }
    }
}
