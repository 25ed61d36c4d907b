package dev.tern.transfer;

import dev.tern.error.TernException;
import dev.tern.graph.Embedded;
import dev.tern.graph.Passage;
import dev.tern.note.Edit;
import dev.tern.note.Notes;
import dev.tern.store.GraphBatch;
import dev.tern.store.GraphDescription;
import dev.tern.store.GraphStore;
import dev.tern.store.GraphView;
import dev.tern.store.GraphView.PassagesBy;
import dev.tern.store.shared.StoreWriter;
import dev.tern.store.shared.StoreWriter.Draft;
import dev.tern.store.shared.StoreWriter.DraftKind;
import dev.tern.transfer.TransferListener.TransferStep;
import dev.tern.transfer.scan.Cancellation;
import dev.tern.transfer.scan.PageReader;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CancellationException;
import java.util.function.Supplier;
import java.util.stream.Collectors;

/**
 * Transfers a graph into a store.
 *
 * <pre>
 *   source  --page of passages-->  missing passages  --batch with its vectors-->  target
 * </pre>
 *
 * <p>The missing passages of a page are written as one batch, with their statements and entities,
 * so an interrupted transfer leaves whole passages. A second one resumes, as equal passages are not
 * written again. Documents that other writers of this process write or remove meanwhile are left
 * to them. Not thread-safe.
 */
final class GraphTransfer {
    private final TransferSource source;
    private final GraphStore target;
    private final TransferListener listener;
    private final StoreWriter writer;
    private final Draft draft;
    private final BatchWriter batches;
    private final boolean filled;
    private final long total;
    private long unchanged;
    private final ImportedNotes choice;
    private boolean takesNotes;
    private boolean lacksNotes;
    private Set<String> takenBack = Set.of();

    GraphTransfer(TransferSource source, GraphStore target, ImportedNotes choice, TransferListener listener) {
        this.source = source;
        this.target = target;
        this.choice = choice;
        this.listener = listener;
        this.writer = StoreWriter.of(target);
        this.draft = writer.begin(this, DraftKind.GRAPH, Set.of());
        this.batches = new BatchWriter(writer, draft);
        try (GraphView view = target.view()) {
            this.filled = view.description().isPresent() && view.statistics().passages() > 0;
            this.total = source.passageCount();
        } catch (RuntimeException | Error e) {
            writer.end(this);
            throw e;
        }
    }

    /**
     * Returns the passages that only the target has, and the statements added by an edit that was
     * undone in only one of the two graphs.
     */
    ExtraPassages extras() {
        return ExtraPassages.of(target, source);
    }

    /**
     * Copies the notes if that was chosen, writes missing passages, and removes outdated passages
     * and undone statements.
     */
    void run(ExtraPassages extras) {
        takesNotes = switch (choice) {
            case ALWAYS -> true;
            case NEVER -> false;
            case IF_EMPTY -> extras.count() == 0 && hasNoNotesOfItsOwn();
        };
        boolean followsSource = takesNotes && extras.count() == 0 && hasNoNotesOfItsOwn();
        copyNotes();
        try (batches) {
            source.pages((read, vectors) -> {
                Cancellation.check("reading the graph");
                List<Embedded<Passage>> page = takesNotes ? read : withoutRules(read);
                if (source.readsTarget()) {
                    batches.finish();
                }
                List<Embedded<Passage>> stored = storedPassages(page);
                List<Embedded<Passage>> missing = missing(page, stored);
                unchanged += page.size() - missing.size();
                if (!missing.isEmpty()) {
                    Set<String> fresh = new HashSet<>(ids(missing));
                    ids(stored).forEach(fresh::remove);
                    GraphBatch batch = source.batch(missing, stored, vectors);
                    batches.write(batch.after(new GraphBatch.PriorState(fresh, Set.of())));
                    if (lacksNotes) {
                        batches.finish();
                        copyNotes();
                    }
                }
                report();
            });
            batches.finish();
        }
        report();
        if (!followsSource && !target.latest().notes().rules().isEmpty()) {
            writer.changeNotes(Notes::withAllPending);
        }
        remove(extras.passages());
        // A statement undone in the target does not come back. A statement undone in the source
        // stays if the notes were left out.
        takenBack = extras.takenBack().stream()
                .filter(edit -> takesNotes || edit.isInEffect())
                .map(Edit::document)
                .collect(Collectors.toSet());
        if (!takenBack.isEmpty()) {
            writer.remove(() -> takenBack);
        }
    }

    /** Keeps statements as changed by naming rules, since the rules are not copied. */
    private static List<Embedded<Passage>> withoutRules(List<Embedded<Passage>> page) {
        return page.stream()
                .map(passage -> new Embedded<>(passage.value().withoutRules(), passage.vector()))
                .toList();
    }

    private boolean hasNoNotesOfItsOwn() {
        return target.latest().notes().all().stream()
                .allMatch(note -> source.notes().find(note.id()).isPresent());
    }

    /** Returns the numbers of the source's notes, and whether they were copied. */
    TransferredNotes carried() {
        return TransferredNotes.of(source.notes(), takesNotes);
    }

    /**
     * Adds the source's notes to the target's. A target without rows cannot store notes, so this is
     * repeated after the first page. Until then, readers see its passages even if notes hide them.
     */
    private void copyNotes() {
        Notes notes = source.notes();
        lacksNotes = takesNotes && !notes.isEmpty();
        if (!lacksNotes || target.latest().description().isEmpty()) {
            return;
        }
        writer.changeNotes(present -> present.with(notes.all()));
        lacksNotes = false;
    }

    private List<Embedded<Passage>> storedPassages(List<Embedded<Passage>> page) {
        return filled ? target.latest().passages(PassagesBy.ID, ids(page)) : List.of();
    }

    /** Returns the passages that the target does not have, or has with other content. */
    private List<Embedded<Passage>> missing(List<Embedded<Passage>> page, List<Embedded<Passage>> stored) {
        Map<String, Embedded<Passage>> byId = new HashMap<>();
        stored.forEach(passage -> byId.put(passage.value().id(), passage));
        return page.stream()
                .filter(passage -> {
                    Embedded<Passage> same = byId.get(passage.value().id());
                    return same == null || !source.isSame(passage, same);
                })
                .toList();
    }

    private static List<String> ids(List<Embedded<Passage>> passages) {
        return passages.stream().map(passage -> passage.value().id()).toList();
    }

    /** Removes outdated passages, given with their documents. */
    private void remove(Map<String, String> stale) {
        List<String> ids = new ArrayList<>(stale.keySet());
        for (int start = 0; start < ids.size(); start += PageReader.PASSAGES) {
            Cancellation.check("writing the graph");
            List<String> some = ids.subList(start, Math.min(start + PageReader.PASSAGES, ids.size()));
            String model = target.latest()
                    .description()
                    .map(GraphDescription::embeddingModel)
                    .orElseThrow();
            writer.write(
                    draft,
                    lost -> new GraphBatch(
                            model,
                            List.of(),
                            Map.of(),
                            Map.of(),
                            some.stream()
                                    .filter(id -> !lost.contains(stale.get(id)))
                                    .collect(Collectors.toSet())));
        }
    }

    private void report() {
        listener.progress(TransferStep.WRITING_GRAPH, transferredPassages(), total);
    }

    /**
     * Runs steps of this transfer, and ends its draft.
     *
     * @param doing the activity, such as "copying"
     * @param act the noun of the activity, such as "copy"
     * @throws TernException if a step fails, or the thread is interrupted; then with the progress
     */
    <T> T orInterrupted(String doing, String act, Supplier<T> steps) {
        try {
            return steps.get();
        } catch (CancellationException | TernException e) {
            if (!Thread.currentThread().isInterrupted()) {
                throw e;
            }
            throw TernException.user(
                    String.format(
                            Locale.ROOT,
                            "%s was interrupted after %,d of %,d passages, which are stored; the same %s again resumes"
                                    + " from there",
                            doing,
                            transferredPassages(),
                            total,
                            act),
                    e);
        } finally {
            writer.end(this);
        }
    }

    /** Returns true if other writers have written or removed documents meanwhile. */
    boolean hasLost() {
        return !takenBack.containsAll(draft.lost());
    }

    /** Returns true if the target had passages before. */
    boolean filled() {
        return filled;
    }

    /** Returns the number of the source's passages that the target has by now. */
    long transferredPassages() {
        return unchanged + written();
    }

    /** Returns the number of source passages that the target had already. */
    long unchanged() {
        return unchanged;
    }

    long written() {
        return batches.written();
    }
}
