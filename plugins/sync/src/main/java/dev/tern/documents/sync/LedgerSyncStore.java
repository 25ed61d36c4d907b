package dev.tern.documents.sync;

import dev.tern.graph.ContentId;
import dev.tern.graph.Extraction;
import dev.tern.graph.Passage;
import dev.tern.graph.SourceDocument;
import dev.tern.graph.SourceMetadata;
import dev.tern.graph.SyncMetadata;
import dev.tern.ingest.IngestReport;
import dev.tern.ingest.split.PassageText;
import dev.tern.ingest.split.Splitter;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.function.ToIntFunction;

/**
 * Keeps the sources and documents of a store of passages in a ledger.
 *
 * <p>The ledger is written ahead: before the store changes, it records all passages that a document
 * may have, with an empty version, and afterwards the actual ones. So after a kill the document is
 * loaded again, and passages that may exist are removed before they are added. Ids are made from
 * content, so that only changed passages are embedded. Not thread-safe.
 */
final class LedgerSyncStore implements SyncStore, AutoCloseable {
    private static final int WRITTEN_AT_ONCE = 100;

    private final PassageStore store;
    private final SyncLedger ledger;
    private final Splitter splitter;

    LedgerSyncStore(PassageStore store, SyncLedger ledger, Splitter splitter) {
        this.store = store;
        this.ledger = ledger;
        this.splitter = splitter;
    }

    /**
     * A new or changed document.
     *
     * @param entry the document as the ledger records it after the write
     * @param passages the passages of the document
     * @param before the ids of the passages that the store may have
     * @param sure true if the last write was complete: the store has the passages in {@code before}
     */
    private record Change(SyncLedger.Entry entry, List<Passage> passages, List<String> before, boolean sure) {
        SyncLedger.Entry begun() {
            Set<String> all = new LinkedHashSet<>(before);
            all.addAll(entry.passages());
            return entry.begun(List.copyOf(all));
        }

        List<Passage> added() {
            Set<String> there = sure ? Set.copyOf(before) : Set.of();
            return passages.stream()
                    .filter(passage -> !there.contains(passage.id()))
                    .toList();
        }

        List<String> stale() {
            Set<String> kept = Set.copyOf(entry.passages());
            return before.stream().filter(id -> !kept.contains(id)).toList();
        }
    }

    /** Adds documents, and writes whenever {@value #WRITTEN_AT_ONCE} or more passages wait. */
    IngestReport add(Iterable<SourceDocument> documents) {
        List<Change> batch = new ArrayList<>();
        int waiting = 0;
        long[] written = new long[3];
        long start = System.nanoTime();
        for (SourceDocument document : documents) {
            Change change = change(document);
            batch.add(change);
            waiting += change.passages().size();
            if (waiting >= WRITTEN_AT_ONCE) {
                write(batch, written);
                batch.clear();
                waiting = 0;
            }
        }
        write(batch, written);
        return IngestReport.of(written[0], written[1], written[2], 0, 0, 0, false, (System.nanoTime() - start) / 1e6);
    }

    private Change change(SourceDocument document) {
        SourceMetadata metadata = document.metadata();
        SourceDocument unmarked = document.withMetadata(SyncMetadata.withoutVersion(metadata));
        Map<String, Passage> passages = new LinkedHashMap<>();
        for (PassageText piece : splitter.split(unmarked)) {
            Passage passage =
                    Passage.of(unmarked, passages.size(), piece.text(), piece.position(), List.of(), Extraction.GIVEN);
            String id = id(passage);
            passages.putIfAbsent(id, passage.withId(id));
        }
        Optional<SyncLedger.Entry> known = ledger.document(document.id());
        return new Change(
                new SyncLedger.Entry(
                        document.id(),
                        metadata.text(SyncMetadata.SOURCE).orElse(""),
                        metadata.text(SyncMetadata.ITEM).orElse(document.id()),
                        metadata.text(SyncMetadata.VERSION).orElse(""),
                        List.copyOf(passages.keySet())),
                List.copyOf(passages.values()),
                known.map(SyncLedger.Entry::passages).orElse(List.of()),
                known.filter(entry -> !entry.version().isEmpty()).isPresent());
    }

    /** Returns an id made from all that is stored; a UUID, as some vector stores take no other. */
    private static String id(Passage passage) {
        String content = ContentId.ofPassage(
                passage.documentId(),
                passage.textToEmbed(),
                passage.position().pages() + "\n" + passage.metadata().values());
        return UUID.nameUUIDFromBytes(content.getBytes(StandardCharsets.UTF_8)).toString();
    }

    /**
     * Writes a batch to the store, between two writes of the ledger.
     *
     * @param written the counts to increase: documents, added passages and removed passages
     */
    private void write(List<Change> batch, long[] written) {
        SyncLedger.requireUninterrupted();
        ledger.put(batch.stream().map(Change::begun).toList());
        List<Passage> added =
                batch.stream().flatMap(change -> change.added().stream()).toList();
        for (int start = 0; start < added.size(); start += WRITTEN_AT_ONCE) {
            List<Passage> some = added.subList(start, Math.min(start + WRITTEN_AT_ONCE, added.size()));
            // A killed run, or a run whose ledger was lost, may have added these passages.
            store.remove(some.stream().map(Passage::id).toList());
            store.add(some);
            SyncLedger.requireUninterrupted();
        }
        List<String> stale =
                batch.stream().flatMap(change -> change.stale().stream()).toList();
        removePassages(stale);
        ledger.put(batch.stream().map(Change::entry).toList());
        written[0] += batch.size();
        written[1] += added.size();
        written[2] += stale.size();
    }

    private void removePassages(List<String> ids) {
        for (int start = 0; start < ids.size(); start += WRITTEN_AT_ONCE) {
            store.remove(ids.subList(start, Math.min(start + WRITTEN_AT_ONCE, ids.size())));
        }
    }

    @Override
    public int remove(Collection<String> documents) {
        List<SyncLedger.Entry> known = documents.stream()
                .flatMap(document -> ledger.document(document).stream())
                .toList();
        ledger.put(known.stream().map(entry -> entry.begun(entry.passages())).toList());
        removePassages(
                known.stream().flatMap(entry -> entry.passages().stream()).toList());
        ledger.put(known.stream().map(entry -> entry.begun(List.of())).toList());
        return known.size();
    }

    @Override
    public int removeFinally(Collection<String> documents, ToIntFunction<Collection<String>> removal) {
        return removal.applyAsInt(documents);
    }

    @Override
    public List<SyncedSource> sources() {
        return SyncedSource.in(ledger.notes());
    }

    @Override
    public void keep(SyncedSource source) {
        ledger.notes(source.putInto(ledger.notes()));
    }

    @Override
    public void forget(String source) {
        ledger.notes(SyncedSource.without(ledger.notes(), source));
    }

    @Override
    public boolean forgetLost(boolean dryRun) {
        boolean lost = !ledger.documents().isEmpty() && store.isEmpty();
        if (lost) {
            ledger.forgetDocuments(!dryRun);
        }
        return lost;
    }

    @Override
    public SourceItems documents(String source, boolean whole) {
        SourceItems state = new SourceItems();
        for (SyncLedger.Entry entry : ledger.documents()) {
            if (entry.source().equals(source)) {
                state.add(
                        entry.item(),
                        entry.id(),
                        entry.version(),
                        entry.version().isEmpty());
            }
        }
        return state.read(whole);
    }

    @Override
    public List<Passage> passages(String document) {
        return List.of();
    }

    @Override
    public Optional<String> otherOwner(String document, String source) {
        return ledger.document(document).map(SyncLedger.Entry::source).filter(owner -> !owner.equals(source));
    }

    @Override
    public String name() {
        return "the ledger";
    }

    @Override
    public String adviceOnMove() {
        return "give this one another name in its SyncPlace, or allow address changes in the SyncOptions if the source"
                + " moved";
    }

    @Override
    public String otherName(String name) {
        return "name it so in the SyncPlace";
    }

    @Override
    public String permission() {
        return "allow large removals in the SyncOptions to remove them from the store";
    }

    @Override
    public void close() {
        ledger.close();
    }
}
