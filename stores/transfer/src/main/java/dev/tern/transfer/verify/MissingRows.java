package dev.tern.transfer.verify;

import dev.tern.graph.ContentIdSet;
import dev.tern.graph.Embedded;
import dev.tern.graph.Passage;
import dev.tern.store.GraphView;
import dev.tern.store.GraphView.PassagesBy;
import dev.tern.store.GraphVisitor;
import dev.tern.store.RelationRow;
import dev.tern.store.RowKind;
import dev.tern.store.TitleKey;
import dev.tern.transfer.scan.Cancellation;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.function.Consumer;

/**
 * Reads the passages once more, when every row has been seen: names the statements and entities that are not there, and the
 * passages that have to be written again, and looks every passage up by its title.
 *
 * <p>Titles that more than {@value #MOST_OF_A_TITLE} passages share are not looked up, for such a look-up brings them all.
 */
final class MissingRows implements GraphVisitor {
    private static final int PAGE_PASSAGES = 64;
    private static final int MOST_OF_A_TITLE = 64;

    private final GraphView view;
    private final Checks checks;
    private final VerificationListener listener;
    private final Consumer<String> toWrite;
    private final ContentIdSet toldEntities = new ContentIdSet();
    private final ContentIdSet done = new ContentIdSet();
    private List<Passage> page = new ArrayList<>();
    private long read;

    /**
     * To be run after the checks.
     *
     * @param toWrite hears which passages have to be written again, by the ids that they should have
     */
    MissingRows(GraphView view, Checks checks, VerificationListener listener, Consumer<String> toWrite) {
        this.view = view;
        this.checks = checks;
        this.listener = listener;
        this.toWrite = toWrite;
    }

    void run() {
        view.scan(this);
        look();
    }

    @Override
    public Set<RowKind> kinds() {
        return EnumSet.of(RowKind.PASSAGE);
    }

    @Override
    public void passage(Embedded<Passage> passage) {
        read++;
        Passage right = RightPassage.of(passage.value());
        if (done.add(right.id())) {
            page.add(right);
            if (page.size() == PAGE_PASSAGES) {
                look();
            }
        }
    }

    private void look() {
        Cancellation.check("verifying");
        Set<String> unfound = unfoundByTitle();
        for (Passage passage : page) {
            boolean gap = lacksSomething(passage) || checks.damage.misfiled.contains(passage.id());
            if (gap || unfound.contains(passage.id()) || checks.damage.passages.containsKey(passage.id())) {
                toWrite.accept(passage.id());
            }
        }
        page = new ArrayList<>();
        listener.progress(
                VerificationListener.Step.CHECKING, checks.passages + checks.relations + checks.entities + read);
    }

    private boolean lacksSomething(Passage passage) {
        boolean lacks = false;
        for (RelationRow row : RelationRow.of(passage)) {
            String fingerprint = ExpectedRows.fingerprint(row);
            if (checks.expected.rows.missing(fingerprint)) {
                checks.findings.add(
                        RowKind.RELATION,
                        row.id(),
                        Flaw.MISSING,
                        () -> "statement \"" + RowWords.shown(row.text()) + "\" of " + RowWords.of(passage)
                                + " is not there as it should be");
            }
            lacks |= checks.expected.rows.missingOrBad(fingerprint)
                    || checks.damage.doubtful.contains(row.key())
                    || lacksEntity(passage, row);
        }
        return lacks;
    }

    private boolean lacksEntity(Passage passage, RelationRow row) {
        boolean lacks = false;
        for (String id : row.entityIds()) {
            if (checks.expected.entities.missing(id) && toldEntities.add(id)) {
                checks.findings.add(
                        RowKind.ENTITY,
                        id,
                        Flaw.MISSING,
                        () -> "an entity of \"" + RowWords.shown(row.text()) + "\" in " + RowWords.of(passage)
                                + " is not there");
            }
            lacks |= checks.expected.entities.missingOrBad(id) || checks.damage.misfiled.contains(id);
        }
        return lacks;
    }

    private Set<String> unfoundByTitle() {
        Set<String> keys = new LinkedHashSet<>();
        for (Passage passage : page) {
            TitleKey.of(passage.title()).stream()
                    .filter(key -> checks.expected.titled(key) <= MOST_OF_A_TITLE)
                    .forEach(keys::add);
        }
        Set<String> found = new HashSet<>();
        if (!keys.isEmpty()) {
            for (Embedded<Passage> passage : view.passages(PassagesBy.TITLE, keys)) {
                found.add(passage.value().id());
            }
        }
        Set<String> unfound = new HashSet<>();
        for (Passage passage : page) {
            boolean lookedUp = TitleKey.of(passage.title()).stream().anyMatch(keys::contains);
            if (lookedUp && !found.contains(passage.id()) && !checks.damage.passages.containsKey(passage.id())) {
                unfound.add(passage.id());
                checks.findings.add(
                        RowKind.PASSAGE,
                        passage.id(),
                        Flaw.NOT_FOUND_BY_TITLE,
                        () -> RowWords.of(passage) + " is not found by its title \"" + RowWords.shown(passage.title())
                                + "\"");
            }
        }
        return unfound;
    }
}
