package dev.tern.edit;

import dev.tern.alias.EntityAliases;
import dev.tern.alias.EntityAliases.Merged;
import dev.tern.error.TernException;
import dev.tern.graph.Document;
import dev.tern.graph.Embedded;
import dev.tern.graph.EntityName;
import dev.tern.graph.Passage;
import dev.tern.note.Edit;
import dev.tern.note.Edit.Change;
import dev.tern.note.Edit.Merge;
import dev.tern.note.Edit.Missing;
import dev.tern.note.Edit.Rename;
import dev.tern.note.Edit.Split;
import dev.tern.note.Edit.Weight;
import dev.tern.note.Edit.WrongEntity;
import dev.tern.note.Edit.WrongPassage;
import dev.tern.note.Edit.WrongRelation;
import dev.tern.note.EditNotes;
import dev.tern.note.Note;
import dev.tern.note.Notes;
import dev.tern.settings.Trust;
import dev.tern.store.GraphStore;
import dev.tern.store.GraphView;
import dev.tern.store.GraphVisitor;
import dev.tern.store.RelationRow;
import dev.tern.store.RowKind;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Consumer;
import java.util.function.ToIntFunction;

/**
 * What people say of a graph: that something has another name, is wrong, is missing, comes first or is trusted less. Each edit is a
 * record beside the passages, which stay as they are; what is taken back is answered as before, to the last digit.
 *
 * <p>An edit names what it is about, which has to be in the graph when it is made. If it is not there later, for its document was
 * replaced or removed, the edit stays, has no effect, is among the {@link #conflicts}, and has its effect again when it comes back.
 *
 * <p>Thread-safe. Failures are {@link TernException}s: the user's fault for what is not in the graph, the store's or a model's for
 * everything else.
 */
public final class Edits {
    private static final int KEY_CHARACTERS = 32;

    private final GraphStore store;
    private final Consumer<Document> adding;

    /** The edits of a graph, which stays the caller's; without a way to add documents, what is missing cannot be added. */
    public Edits(GraphStore store) {
        this(store, document -> {
            throw TernException.user("a statement that is missing is added as a document, and this way in adds none");
        });
    }

    /**
     * The edits of a graph, which stays the caller's.
     *
     * @param adding adds a document that brings its statements
     */
    public Edits(GraphStore store, Consumer<Document> adding) {
        this.store = store;
        this.adding = adding;
    }

    /** The edits that hold, in the order in which they were made; aliases are among them. */
    public List<Edit> list() {
        return history().stream().filter(Edit::holds).toList();
    }

    /** The edits that hold and those that were taken back, in the order in which they were made. */
    public List<Edit> history() {
        return store.notes().edits().stream()
                .sorted(Comparator.comparing(edit -> edit.made().at()))
                .toList();
    }

    /** The edits that hold and have no effect, or not all of it, each with the reason. */
    public List<EditConflict> conflicts() {
        return EditConflict.in(store);
    }

    /**
     * What came of an edit.
     *
     * @param edit what is said now
     * @param isNew false if just this was said before, and holds
     * @param remarks what the editor should know
     */
    public record Edited(Edit edit, boolean isNew, List<String> remarks) {
        /** Copies the remarks, so that the record is immutable. */
        public Edited {
            remarks = List.copyOf(remarks);
        }
    }

    /**
     * Makes an edit, which holds until it is taken back.
     *
     * @param change of a relation, an entity or a passage only the id or name counts: what it says is taken from the graph; an entity
     *     that was renamed has both names
     * @param act who says so, when and why
     * @throws TernException the user's fault, if what it is about is not in the graph, or there are too many notes; then nothing is
     *     changed
     */
    public Edited make(Change change, Note.Act act) {
        return make(change, act, overruled -> {});
    }

    /**
     * Makes an edit that may not count in place of every other.
     *
     * @param overruling hears each edit in whose place it would count, and may refuse that by throwing
     * @throws TernException as {@link #make(Change, Note.Act)}
     */
    public Edited make(Change change, Note.Act act, Consumer<Edit> overruling) {
        if (change instanceof Merge(List<String> names)) {
            return merged(new EntityAliases(store).merge(EditTarget.own(store, names), act));
        }
        EditTarget target = EditTarget.of(store, change);
        Edited edited = said(target.change(), act, overruling);
        if (change instanceof Missing missing) {
            add(missing, edited, target.passage());
        }
        return edited;
    }

    private static Edited merged(Merged merged) {
        List<String> remarks = new ArrayList<>();
        merged.unknown()
                .forEach(name -> remarks.add(
                        "the graph has neither an entity nor a title \"" + name + "\": it counts in questions alone"));
        new TreeMap<>(merged.ambiguous())
                .forEach((name, possible) -> remarks.add("\"" + name + "\" may now be any of " + possible));
        Edit edit = new Edit(
                merged.alias().id(),
                new Merge(merged.alias().names()),
                merged.alias().made(),
                merged.alias().undone());
        return new Edited(edit, merged.isNew(), remarks);
    }

    private Edited said(Change change, Note.Act act, Consumer<Edit> overruling) {
        AtomicReference<Edited> said = new AtomicReference<>();
        store.notes(present -> {
            Optional<Edit> same = present.edits().stream()
                    .filter(edit -> edit.holds() && isSame(edit.change(), change))
                    .filter(edit ->
                            !present.corrections().overruled(List.of(edit)).containsKey(edit.id()))
                    .findFirst();
            if (same.isPresent()) {
                said.set(new Edited(same.get(), false, List.of()));
                return present;
            }
            requireFewWeights(change, present);
            List<Edit> overruled = overruled(change, present);
            overruled.forEach(overruling);
            Note note = EditNotes.note(change, act, 0);
            for (int again = 1; present.find(note.id()).isPresent(); again++) {
                note = EditNotes.note(change, act, again);
            }
            said.set(new Edited(EditNotes.edit(note).orElseThrow(), true, remarks(overruled)));
            return present.with(List.of(note));
        });
        return said.get();
    }

    /** Whether two say the same, whatever the graph says just now of what they are about. */
    private static boolean isSame(Change one, Change other) {
        return switch (one) {
            case WrongEntity(String name) -> other instanceof WrongEntity its && isSame(name, its.name());
            case WrongRelation wrong ->
                other instanceof WrongRelation its && wrong.key().equals(its.key());
            case WrongPassage wrong ->
                other instanceof WrongPassage its && wrong.id().equals(its.id());
            default -> one.equals(other);
        };
    }

    private static boolean isSame(String name, String other) {
        return EntityName.normalise(name).equals(EntityName.normalise(other));
    }

    private static List<Edit> overruled(Change change, Notes present) {
        return present.edits().stream()
                .filter(Edit::holds)
                .filter(edit -> switch (change) {
                    case Rename(String entity, String name) ->
                        edit.change() instanceof Rename other && isSame(other.entity(), entity);
                    case Weight(Trust rule) ->
                        edit.change() instanceof Weight other
                                && other.rule().source().equals(rule.source());
                    case Split split ->
                        edit.change() instanceof Split other
                                && isSame(other.entity(), split.entity())
                                && !Collections.disjoint(other.documents(), split.documents());
                    default -> false;
                })
                .toList();
    }

    private static List<String> remarks(List<Edit> overruled) {
        return overruled.stream()
                .map(edit -> "it counts in place of the edit " + edit.id() + " by "
                        + edit.made().by() + ": " + edit.change().words())
                .toList();
    }

    private static void requireFewWeights(Change change, Notes present) {
        List<Trust> weights = present.corrections().weights();
        if (change instanceof Weight(Trust rule)
                && weights.size() >= Trust.MAX_RULES
                && weights.stream().noneMatch(weight -> weight.source().equals(rule.source()))) {
            throw TernException.user("the graph has weights of " + Trust.MAX_RULES + " sources, which is the limit:"
                    + " name several by what they begin with, and a *");
        }
    }

    /** Adds what is missing; if that fails, it was not said. */
    private void add(Missing missing, Edited edited, Optional<Passage> beside) {
        Edit edit = edited.edit();
        try {
            adding.accept(AddedStatement.document(edit, missing, beside));
        } catch (RuntimeException e) {
            if (edited.isNew()) {
                // An interrupt that ended the addition is not to end this too.
                boolean interrupted = Thread.interrupted();
                try {
                    store.notes(present -> present.without(List.of(edit.id())));
                    // What failed may have failed behind the writing of the document.
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
     * Takes an edit back, whole.
     *
     * @param act who takes it back, when and why
     * @return the edit as it is now
     * @throws TernException the user's fault, if there is no such edit, or it was taken back before
     */
    public Edit undo(String id, Note.Act act) {
        Edit edit = find(id);
        edit.undone().ifPresent(before -> {
            throw TernException.user("the edit \"" + id + "\" was taken back by " + before.by() + ", " + before.at());
        });
        removeAdded(edit);
        store.notes(present -> present.with(
                present.find(id).map(note -> note.undone(act)).stream().toList()));
        removeUnlessHeld(edit);
        return find(id);
    }

    /**
     * Takes an edit back and leaves it out of the history, as if it had never been made.
     *
     * @return what was forgotten
     * @throws TernException the user's fault, if there is no such edit
     */
    public Edit forget(String id) {
        Edit edit = find(id);
        removeAdded(edit);
        store.notes(present -> present.without(List.of(id)));
        removeUnlessHeld(edit);
        return edit;
    }

    /**
     * Removes documents for good, and forgets the names and quotes in what was said of them, in themes and in failures of synchronised
     * sources that nothing else in the graph has. Of what comes back, nothing is known then: a removal after which edits are to
     * have their effect again is {@link dev.tern.GraphRag#remove}.
     *
     * @param removal removes them and says how many were there
     */
    public int remove(Collection<String> documents, ToIntFunction<Collection<String>> removal) {
        RemovedNames.Present before;
        try (GraphView view = store.view()) {
            before = RemovedNames.Present.in(view, view.notes());
        }
        int count = removal.applyAsInt(documents);
        RemovedNames.takeOut(store, before, documents);
        return count;
    }

    /** Adding takes time, and the edit may be taken back meanwhile: the last to look, after both were done, finds the document. */
    private void removeUnlessHeld(Edit edit) {
        if (edit.change() instanceof Missing
                && of(edit.id()).filter(Edit::holds).isEmpty()) {
            removeAdded(edit);
        }
    }

    private void removeAdded(Edit edit) {
        if (edit.change() instanceof Missing) {
            store.removeDocuments(List.of(edit.document()));
        }
    }

    /** The edit of an id, whether or not it holds; empty if there is none. */
    public Optional<Edit> of(String id) {
        return history().stream().filter(edit -> edit.id().equals(id)).findFirst();
    }

    private Edit find(String id) {
        return of(id).orElseThrow(() ->
                TernException.user("the graph has no edit \"" + id + "\"; tern edits list --all shows all of them"));
    }

    /**
     * The key of the relation that says something. Looking for a text reads all relations.
     *
     * @param keyOrText the key itself, or the text in whatever case and with whatever spaces
     * @throws TernException the user's fault, if no relation says it, or several do
     */
    public String relationKey(String keyOrText) {
        if (keyOrText.length() == KEY_CHARACTERS && keyOrText.chars().allMatch(c -> Character.digit(c, 16) >= 0)) {
            return keyOrText;
        }
        String wanted = EntityName.normalise(keyOrText);
        TreeMap<String, String> found = new TreeMap<>();
        try (GraphView view = store.view()) {
            view.scan(new GraphVisitor() {
                @Override
                public Set<RowKind> kinds() {
                    return Set.of(RowKind.RELATION);
                }

                @Override
                public void relation(Embedded<RelationRow> relation) {
                    RelationRow row = relation.value();
                    if (EntityName.normalise(row.text()).equals(wanted)) {
                        found.put(row.key(), row.text());
                    }
                }
            });
        }
        if (found.isEmpty()) {
            throw TernException.user("the graph has no relation \"" + keyOrText + "\"");
        }
        if (found.size() > 1) {
            throw TernException.user("\"" + keyOrText + "\" is said by " + found.size()
                    + " relations of different entities: give the key of one, " + String.join(" or ", found.keySet()));
        }
        return found.firstKey();
    }
}
