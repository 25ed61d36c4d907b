package dev.tern.documents.sync;

import dev.tern.documents.PlaceScan;
import dev.tern.documents.sync.SyncedSource.Counts;
import dev.tern.graph.Passage;
import dev.tern.graph.SourceDocument;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashSet;
import java.util.Iterator;
import java.util.List;
import java.util.NoSuchElementException;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Iterates over all documents of the new and changed files or pages of a place, loaded lazily, and
 * records the result of every file or page. The results are complete after the iteration.
 */
final class ChangedDocuments implements Iterator<SourceDocument> {
    private static final PlaceScan.Loaded NOTHING =
            new PlaceScan.Loaded("", Collections.emptyIterator(), Optional.empty(), false, Optional::empty);

    private final String source;
    private final SyncStore target;
    private final SourceItems state;
    private final PlaceScan scan;
    private final Optional<SyncedSource> before;
    private final boolean dryRun;
    private final Iterator<PlaceScan.ScanResult> found;
    private final List<String> added = new ArrayList<>();
    private final List<String> replaced = new ArrayList<>();
    private final List<SyncReport.Failure> failures = new ArrayList<>();
    private final List<SyncReport.Failure> ignored = new ArrayList<>();
    private final List<String> stillFailing = new ArrayList<>();
    private final Set<String> gone = new HashSet<>();
    private final Set<String> stale = new HashSet<>();
    private long addedCount;
    private long replacedCount;
    private long unchanged;
    private long adopted;
    private long failed;
    private String item = "";
    private PlaceScan.Loaded loaded = NOTHING;
    private Set<String> earlier = new HashSet<>();
    private @Nullable SourceDocument next;

    /**
     * Creates an iterator over the documents that have changed.
     *
     * @param before the source as of its last run; empty before the first
     */
    ChangedDocuments(
            String source,
            SyncStore target,
            SourceItems state,
            PlaceScan scan,
            Optional<SyncedSource> before,
            boolean dryRun) {
        this.source = source;
        this.before = before;
        this.target = target;
        this.state = state;
        this.scan = scan;
        this.dryRun = dryRun;
        this.found = scan.compare(state::version);
    }

    @Override
    public boolean hasNext() {
        while (next == null) {
            if (loaded.documents().hasNext()) {
                SourceDocument document = loaded.documents().next();
                earlier.remove(document.id());
                next = SourceItems.marked(document, source, item, loaded);
            } else {
                endItem();
                if (!found.hasNext()) {
                    return false;
                }
                countResult(found.next());
            }
        }
        return true;
    }

    @Override
    public SourceDocument next() {
        if (!hasNext() || next == null) {
            throw new NoSuchElementException();
        }
        SourceDocument document = next;
        next = null;
        return document;
    }

    /** Iterates to the end without using the documents. */
    void compareAll() {
        while (hasNext()) {
            next();
        }
    }

    /** Marks former documents of an item as stale, unless its unreadable parts may contain them. */
    private void endItem() {
        Optional<String> unread = loaded.remark().get();
        if (unread.isPresent()) {
            fail(item, unread.get());
        } else {
            stale.addAll(earlier);
        }
        loaded = NOTHING;
        earlier = new HashSet<>();
    }

    private void countResult(PlaceScan.ScanResult one) {
        switch (one) {
            case PlaceScan.Unchanged same -> unchanged++;
            case PlaceScan.Gone nowhere -> {
                if (state.contains(one.id())) {
                    gone.add(one.id());
                } else {
                    fail(one.id(), "is listed, but its server does not find it");
                }
            }
            case PlaceScan.Failed(String id, String reason) -> fail(id, reason);
            case PlaceScan.Changed changed -> change(changed);
        }
    }

    private void change(PlaceScan.Changed changed) {
        String id = changed.id();
        boolean known = state.contains(id);
        if (!known) {
            Optional<String> owner = target.otherOwner(id, source);
            if (owner.isPresent()) {
                fail(id, "belongs to the source \"" + owner.get() + "\"");
                return;
            }
        }
        PlaceScan.Loaded now = scan.load(changed);
        if (now.failure().isPresent()) {
            if (known || !now.empty()) {
                fail(id, now.failure().get());
            } else if (ignored.size() < SyncReport.MAX_FAILURES) {
                ignored.add(new SyncReport.Failure(id, now.failure().get()));
            }
            return;
        }
        loaded = now;
        item = id;
        earlier = new HashSet<>(state.documents(id));
        count(id, known);
    }

    /** Counts a loaded item. A document that {@code tern add} wrote last becomes the source's. */
    private void count(String id, boolean known) {
        boolean ofAdd = !known || state.version(id).isEmpty();
        List<Passage> there =
                ofAdd && scan.kind() == PlaceScan.Kind.FOLDER && hasNextOf(id) ? target.passages(id) : List.of();
        adopted += known || there.isEmpty() ? 0 : 1;
        if (!there.isEmpty() && next != null && coversText(next.text(), there)) {
            unchanged++;
        } else if (known || !there.isEmpty()) {
            replacedCount++;
            addRemark(replaced, id);
        } else {
            addedCount++;
            addRemark(added, id);
        }
    }

    private boolean hasNextOf(String id) {
        return loaded.documents().hasNext()
                && hasNext()
                && next != null
                && next.id().equals(id);
    }

    /** Returns true if the passages are parts of a text at their positions and reach its end. */
    private static boolean coversText(String text, List<Passage> passages) {
        int end = 0;
        for (Passage passage : passages) {
            if (!text.startsWith(passage.text(), passage.position().start())) {
                return false;
            }
            end = Math.max(end, passage.position().end());
        }
        return text.substring(Math.min(end, text.length())).isBlank();
    }

    private void addRemark(List<String> ids, String id) {
        if (dryRun) {
            ids.add(id);
        }
    }

    /** Counts a failure; a file that failed before and has not changed since is ignored. */
    private void fail(String id, String reason) {
        SyncReport.Failure failure = new SyncReport.Failure(id, reason);
        boolean known = before.filter(
                        run -> run.hasFailure(failure.toString()) && !scan.mayHaveChanged(id, run.started()))
                .isPresent();
        failed += known ? 0 : 1;
        List<SyncReport.Failure> of = known ? ignored : failures;
        if (known) {
            stillFailing.add(failure.toString());
        }
        if (of.size() < SyncReport.MAX_FAILURES) {
            of.add(failure);
        }
    }

    /** Returns the ids of the source's pages that the server reports as gone. */
    Set<String> goneIds() {
        return gone;
    }

    /** Returns the ids of documents that their files no longer contain. */
    Set<String> staleIds() {
        return stale;
    }

    List<SyncReport.Failure> failures() {
        return failures;
    }

    /** Returns the last run's failures that still apply, then up to 1,000 new ones, as text. */
    List<String> allFailures() {
        return Stream.concat(stillFailing.stream(), failures.stream().map(SyncReport.Failure::toString))
                .toList();
    }

    /** Returns the ignored files and pages, up to {@value SyncReport#MAX_FAILURES}. */
    List<SyncReport.Failure> ignored() {
        return ignored;
    }

    Counts counts(int removed) {
        return new Counts(
                state.size() + adopted + addedCount - removed, addedCount, replacedCount, removed, unchanged, failed);
    }

    SyncReport.Plan plan(Set<String> removed) {
        return new SyncReport.Plan(added, replaced, removed.stream().sorted().toList());
    }
}
