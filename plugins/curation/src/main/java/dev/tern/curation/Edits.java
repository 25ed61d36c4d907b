package dev.tern.curation;

import dev.tern.error.TernException;
import dev.tern.graph.ContentId;
import dev.tern.graph.EntityName;
import dev.tern.graph.Passage;
import dev.tern.ingest.DocumentRemoval;
import dev.tern.note.Edit;
import dev.tern.note.Edit.Change;
import dev.tern.note.Edit.Merge;
import dev.tern.note.Edit.Missing;
import dev.tern.note.Edit.Rename;
import dev.tern.note.Edit.Split;
import dev.tern.note.Edit.Trusted;
import dev.tern.note.Edit.WrongEntity;
import dev.tern.note.Edit.WrongPassage;
import dev.tern.note.Edit.WrongRelation;
import dev.tern.note.EditNotes;
import dev.tern.note.NamingRules;
import dev.tern.note.Note;
import dev.tern.note.Notes;
import dev.tern.settings.SourceRule;
import dev.tern.store.GraphStore;
import dev.tern.store.GraphView;
import dev.tern.store.GraphView.PassagesBy;
import dev.tern.store.GraphVisitor;
import dev.tern.store.TitleKey;
import dev.tern.store.shared.PresentNames;
import dev.tern.store.shared.StoreWriter;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.Comparator;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.Consumer;

/**
 * Makes, lists and undoes the edits of a graph. An edit renames, merges or splits entities,
 * excludes or adds something, or sets the trust in a source. Each edit is a note; passages keep
 * their extracted statements. After an edit or its undo, the affected passages are looked up and
 * rewritten by the resulting {@linkplain dev.tern.note.NamingRules rules}. So after an undo,
 * questions are answered as before the edit.
 *
 * <p>The note is written before the first passage is rewritten. If the process is killed before the
 * last, the remaining passages are {@linkplain #applyPending rewritten later}: by the next edit,
 * addition, reindexing or start of a server.
 *
 * <p>The target of an edit, except for merged names and sources, has to be in the graph when the
 * edit is made. If the target is removed later, the edit is among the {@link #conflicts}.
 *
 * <p>Thread-safe. Failures of the store and of models are {@link TernException}s.
 */
public final class Edits {
    private static final int KEY_CHARACTERS = 32;
    private static final int REWRITTEN_AT_ONCE = 256;

    private final GraphStore store;
    private final EditWriter writer;
    private final RewriteControl rewriting;

    /** Decides when the passages that an edit affects are rewritten, and receives the progress. */
    public interface RewriteControl {
        /** Rewrites all affected passages immediately. */
        RewriteControl AT_ONCE = (done, all) -> true;

        /**
         * Called before the first passage and after each step of at most {@value
         * Edits#REWRITTEN_AT_ONCE} passages.
         *
         * @param done number of passages rewritten so far
         * @param all number of passages to rewrite
         * @return false to leave the passages to a later {@link Edits#applyPending}; used only if
         *     {@code done} is 0
         */
        boolean shouldRewrite(int done, int all);
    }

    /** Creates an instance that lists edits, and can make only edits that write no passage. */
    public Edits(GraphStore store) {
        this(store, StoreWriter.of(store)::changeNotes);
    }

    /** Creates an instance that makes all edits; the store is not closed. */
    public Edits(GraphStore store, EditWriter writer) {
        this(store, writer, RewriteControl.AT_ONCE);
    }

    private Edits(GraphStore store, EditWriter writer, RewriteControl rewriting) {
        this.store = store;
        this.writer = writer;
        this.rewriting = rewriting;
    }

    /** Returns a copy with another control of rewriting. */
    public Edits with(RewriteControl other) {
        return new Edits(store, writer, other);
    }

    /** Returns the edits that are not undone, oldest first. */
    public List<Edit> list() {
        return history().stream().filter(Edit::isInEffect).toList();
    }

    /** Returns all edits, including undone ones, oldest first. */
    public List<Edit> history() {
        return store.latest().notes().edits().stream()
                .sorted(Comparator.comparing(edit -> edit.made().at()))
                .toList();
    }

    /** Returns warnings about edits that are not undone but lack a target or their effect. */
    public List<EditConflict> conflicts() {
        return EditConflict.in(store);
    }

    /**
     * The result of an edit.
     *
     * @param isNew false if the same edit was made before and still holds
     * @param remarks hints for the editor
     * @param waiting number of passages that wait to be rewritten
     */
    public record EditResult(Edit edit, boolean isNew, List<String> remarks, int waiting) {
        public EditResult {
            remarks = List.copyOf(remarks);
        }

        /** Returns the description of the edit. */
        @Override
        public String toString() {
            return edit.change().describe() + (isNew ? "" : " (already made)");
        }
    }

    /**
     * Makes an edit, which holds until it is undone.
     *
     * @param change the change; of a wrong relation or passage, only the key or id is used, and the
     *     rest is read from the graph; a renamed entity can be given by its old or its new name
     * @param act the author, time and reason
     * @throws TernException the user's fault, if the target is not in the graph, a new name is
     *     taken, or there are too many notes; then nothing is changed
     */
    public EditResult make(Change change, Note.Act act) {
        return make(change, act, overruled -> {});
    }

    /**
     * Makes an edit, unless a callback refuses to overrule an earlier edit.
     *
     * @param overruling called with each edit that would be overruled; throws an exception to
     *     refuse
     * @throws TernException as {@link #make(Change, Note.Act)}
     */
    public EditResult make(Change change, Note.Act act, Consumer<Edit> overruling) {
        if (change instanceof Trusted) {
            return makeEdits(List.of(change), act, overruling).getFirst();
        }
        Optional<Edit> before = same(store.latest().notes(), change);
        if (before.isPresent() && !(change instanceof Missing)) {
            return new EditResult(before.get(), false, List.of(), applyPending());
        }
        EditTarget target = EditTarget.of(store, change);
        List<String> remarks = new ArrayList<>();
        if (target.change() instanceof Merge merge) {
            addUnknown(merge, remarks);
        }
        EditResult edited = makeEdits(List.of(target.change()), act, overruling).getFirst();
        remarks.addAll(edited.remarks());
        if (target.change() instanceof Missing missing) {
            add(missing, edited, target.passage());
            return edited;
        }
        int waiting = applyPending();
        if (target.change() instanceof Merge merge) {
            addAmbiguous(merge, remarks);
        }
        return new EditResult(edited.edit(), edited.isNew(), remarks, waiting);
    }

    /**
     * Adds rules about sources in one step; each overrules an earlier rule with the same pattern.
     *
     * @param rules the rules, each with a different pattern
     * @throws TernException the user's fault, if the graph is empty, or there are too many rules or
     *     notes; then nothing is changed
     */
    public List<EditResult> trust(Collection<SourceRule> rules, Note.Act act) {
        return makeEdits(SourceRule.inOrder(rules).stream().map(Trusted::new).toList(), act, overruled -> {});
    }

    private void addUnknown(Merge merge, List<String> remarks) {
        Map<String, String> ids = new LinkedHashMap<>();
        merge.names().forEach(name -> ids.put(ContentId.ofEntity(name), name));
        PresentNames.in(store, ids.keySet(), List.of()).entities().forEach(ids::remove);
        store.latest()
                .passages(PassagesBy.TITLE, merge.keys())
                .forEach(passage ->
                        TitleKey.of(passage.value().title()).forEach(key -> ids.remove(ContentId.ofEntity(key))));
        ids.values()
                .forEach(name -> remarks.add("the graph has neither an entity nor a title \"" + name
                        + "\": the edit applies to questions and later additions"));
    }

    private void addAmbiguous(Merge merge, List<String> remarks) {
        NamingRules rules = store.latest().notes().rules();
        merge.names().stream()
                .filter(name -> !rules.possible(name).isEmpty())
                .forEach(name -> remarks.add("\"" + name + "\" may be any of " + rules.possible(name)
                        + ", which no edit merges: it stays a separate entity"));
    }

    /**
     * Completes the removals of a killed process, and rewrites the passages that pending edits
     * affect: new and undone edits, edits of a killed process, and edits that came with an older
     * store or from another graph.
     *
     * @return number of passages that the {@link RewriteControl} left for a later call
     */
    public int applyPending() {
        Notes notes = store.latest().notes();
        if (!notes.removals().isEmpty()) {
            DocumentRemoval.complete(store);
            notes = store.latest().notes();
        }
        for (; !notes.pending().isEmpty(); notes = store.latest().notes()) {
            List<Edit> pending = notes.pending();
            List<String> ids = List.copyOf(AffectedPassages.in(store, notes));
            if (!rewriting.shouldRewrite(0, ids.size())) {
                return ids.size();
            }
            for (int done = 0; done < ids.size(); ) {
                int end = Math.min(done + REWRITTEN_AT_ONCE, ids.size());
                writer.rewrite(ids.subList(done, end));
                done = end;
                rewriting.shouldRewrite(done, ids.size());
            }
            writer.changeNotes(present -> present.withApplied(pending));
        }
        return 0;
    }

    private static Optional<Edit> same(Notes present, Change change) {
        return present.edits().stream()
                .filter(edit -> edit.isInEffect() && isSame(edit.change(), change))
                .filter(edit -> !present.overruled(List.of(edit)).containsKey(edit.id()))
                .findFirst();
    }

    private List<EditResult> makeEdits(List<? extends Change> changes, Note.Act act, Consumer<Edit> overruling) {
        List<EditResult> results = new ArrayList<>();
        writer.changeNotes(present -> {
            results.clear();
            List<Note> made = new ArrayList<>();
            changes.forEach(change -> results.add(makeEdits(change, act, overruling, present, made)));
            return present.with(made);
        });
        return results;
    }

    private static EditResult makeEdits(
            Change change, Note.Act act, Consumer<Edit> overruling, Notes present, List<Note> made) {
        Optional<Edit> same = same(present, change);
        if (same.isPresent()) {
            return new EditResult(same.get(), false, List.of(), 0);
        }
        List<Edit> overruled = overruled(change, present);
        overruled.forEach(overruling);
        Note note = EditNotes.note(change, act, 0);
        for (int again = 1; present.find(note.id()).isPresent(); again++) {
            note = EditNotes.note(change, act, again);
        }
        made.add(note);
        return new EditResult(EditNotes.edit(note).orElseThrow(), true, remarks(overruled), 0);
    }

    /** Returns true if two changes are equal, ignoring details that are read from the graph. */
    private static boolean isSame(Change one, Change other) {
        return switch (one) {
            case WrongEntity(String name) -> other instanceof WrongEntity its && isSame(name, its.name());
            case WrongRelation wrong ->
                other instanceof WrongRelation its && wrong.key().equals(its.key());
            case WrongPassage wrong ->
                other instanceof WrongPassage its && wrong.id().equals(its.id());
            case Merge merge -> other instanceof Merge its && merge.keys().equals(its.keys());
            default -> one.equals(other);
        };
    }

    private static boolean isSame(String name, String other) {
        return EntityName.normalise(name).equals(EntityName.normalise(other));
    }

    private static List<Edit> overruled(Change change, Notes present) {
        return present.edits().stream()
                .filter(Edit::isInEffect)
                .filter(edit -> switch (change) {
                    case Rename(String entity, String name) ->
                        edit.change() instanceof Rename other && isSame(other.entity(), entity);
                    case Split split ->
                        edit.change() instanceof Split other
                                && isSame(other.entity(), split.entity())
                                && !Collections.disjoint(other.documents(), split.documents());
                    case Trusted(SourceRule rule) ->
                        edit.change() instanceof Trusted other
                                && other.rule().source().equals(rule.source());
                    default -> false;
                })
                .toList();
    }

    private static List<String> remarks(List<Edit> overruled) {
        return overruled.stream()
                .map(edit -> "it replaces the edit " + edit.id() + " by "
                        + edit.made().by() + ": " + edit.change().describe())
                .toList();
    }

    /** Adds a missing statement. If this fails, deletes the note of a new edit. */
    private void add(Missing missing, EditResult edited, Optional<Passage> beside) {
        Edit edit = edited.edit();
        try {
            with(RewriteControl.AT_ONCE).applyPending();
            writer.add(AddedStatementDocument.document(edit, missing, beside));
        } catch (RuntimeException e) {
            if (edited.isNew()) {
                // An interrupt that ended the addition must not end the removal too.
                boolean interrupted = Thread.interrupted();
                try {
                    writer.changeNotes(present -> present.without(List.of(edit.id())));
                    // The failure may have come after the document was written.
                    removeUnlessHeld(edit);
                } catch (RuntimeException more) {
                    e.addSuppressed(more);
                }
                if (interrupted) {
                    Thread.currentThread().interrupt();
                }
            }
            throw e;
        }
        removeUnlessHeld(edit);
    }

    /**
     * Undoes an edit, and rewrites the affected passages if the {@link RewriteControl} allows it.
     *
     * @param act the author, time and reason of the undo
     * @return the undone edit
     * @throws TernException the user's fault, if there is no such edit or it is undone
     */
    public Edit undo(String id, Note.Act act) {
        Edit edit = find(id);
        edit.undone().ifPresent(before -> {
            throw TernException.user("the edit \"" + id + "\" was taken back by " + before.by() + ", " + before.at());
        });
        removeAdded(edit);
        writer.changeNotes(present -> present.with(
                present.find(id).map(note -> note.undone(act)).stream().toList()));
        removeUnlessHeld(edit);
        applyPending();
        return find(id);
    }

    /**
     * Undoes an edit and deletes it from the history, as if it had never been made.
     *
     * @return the forgotten edit
     * @throws TernException the user's fault, if there is no such edit, or the {@link
     *     RewriteControl} leaves its passages for later; then nothing is changed
     */
    public Edit forget(String id) {
        Edit edit = find(id);
        requireAtOnce(edit);
        Edits atOnce = with(RewriteControl.AT_ONCE);
        if (edit.isInEffect()) {
            atOnce.undo(id, edit.made());
        }
        atOnce.applyPending();
        writer.changeNotes(present -> present.without(List.of(id)));
        removeUnlessHeld(edit);
        return edit;
    }

    private void requireAtOnce(Edit edit) {
        Notes notes = store.latest().notes();
        Notes undone = notes.with(notes.find(edit.id()).stream()
                .map(note -> note.undone(edit.made()))
                .toList());
        int passages = undone.pending().isEmpty()
                ? 0
                : AffectedPassages.in(store, undone).size();
        if (!rewriting.shouldRewrite(0, passages)) {
            throw TernException.user("forgetting the edit \"" + edit.id() + "\" means to write " + passages
                    + " passages again, too many to wait for: take it back first, and forget it once none of them"
                    + " waits");
        }
    }

    /** Removes the document of an added statement if the edit is undone or deleted. */
    private void removeUnlessHeld(Edit edit) {
        if (edit.change() instanceof Missing
                && of(edit.id()).filter(Edit::isInEffect).isEmpty()) {
            removeAdded(edit);
        }
    }

    private void removeAdded(Edit edit) {
        if (edit.change() instanceof Missing) {
            writer.remove(edit.document());
        }
    }

    /** Returns the edit with an id, even if it is undone; empty if there is none. */
    public Optional<Edit> of(String id) {
        return history().stream().filter(edit -> edit.id().equals(id)).findFirst();
    }

    private Edit find(String id) {
        return of(id).orElseThrow(() ->
                TernException.user("the graph has no edit \"" + id + "\"; tern edit list --all shows all of them"));
    }

    /**
     * Returns the key of a relation. A search by text scans all relations, and if none has the
     * text, relations that an edit declared wrong.
     *
     * @param keyOrText the key, 32 hexadecimal digits, which is returned without a look-up; or the
     *     text, ignoring case and spacing
     * @throws TernException the user's fault, if no relation has the text, or several have it
     */
    public String relationKey(String keyOrText) {
        if (keyOrText.length() == KEY_CHARACTERS && keyOrText.chars().allMatch(HexFormat::isHexDigit)) {
            return keyOrText.toLowerCase(Locale.ROOT);
        }
        String wanted = EntityName.normalise(keyOrText);
        TreeMap<String, String> found = new TreeMap<>();
        NearestText nearest = new NearestText(keyOrText);
        try (GraphView view = store.view()) {
            view.scan(GraphVisitor.ofRelations(row -> {
                if (EntityName.normalise(row.text()).equals(wanted)) {
                    found.put(row.key(), row.text());
                } else if (found.isEmpty()) {
                    nearest.offer(row.text());
                }
            }));
        }
        if (found.isEmpty()) {
            // A relation that was marked wrong before has no row.
            PresentNames.statement(
                            store,
                            statement -> EntityName.normalise(statement.text()).equals(wanted))
                    .ifPresent(statement -> found.put(statement.relationKey(), statement.text()));
        }
        if (found.isEmpty()) {
            throw TernException.user("the graph has no relation \"" + keyOrText + "\"" + nearest.proposal());
        }
        if (found.size() > 1) {
            throw TernException.user("\"" + keyOrText + "\" is stated by " + found.size()
                    + " relations of different entities: give the key of one, " + String.join(" or ", found.keySet()));
        }
        return found.firstKey();
    }
}
