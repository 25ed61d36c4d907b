package dev.tern.transfer.verify;

import dev.tern.graph.Embedded;
import dev.tern.graph.Passage;
import dev.tern.store.GraphView;
import dev.tern.store.GraphView.PassagesBy;
import dev.tern.store.GraphVisitor;
import dev.tern.store.RelationRow;
import dev.tern.store.RowKind;
import dev.tern.store.TitleKey;
import dev.tern.store.shared.ContentIdSet;
import dev.tern.transfer.scan.Cancellation;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/**
 * Reads the passages again after all rows were checked, reports missing statements and entities,
 * and looks up the passages by their titles.
 *
 * <p>Titles that more than {@value #MAX_PASSAGES_PER_TITLE} passages share are skipped, since a
 * look-up would load all of them.
 */
final class MissingRows implements GraphVisitor {
    private static final int PAGE_PASSAGES = 64;
    private static final int MAX_PASSAGES_PER_TITLE = 64;

    private final GraphView view;
    private final RowChecks checks;
    private final VerificationListener listener;
    private final ContentIdSet toldEntities = new ContentIdSet();
    private final ContentIdSet done = new ContentIdSet();
    private List<Passage> page = new ArrayList<>();
    private long read;

    MissingRows(GraphView view, RowChecks checks, VerificationListener listener) {
        this.view = view;
        this.checks = checks;
        this.listener = listener;
    }

    void run() {
        view.scan(this);
        readAgain();
    }

    @Override
    public Set<RowKind> kinds() {
        return EnumSet.of(RowKind.PASSAGE);
    }

    @Override
    public void passage(Embedded<Passage> passage) {
        read++;
        Passage right = ExpectedPassage.of(passage.value());
        if (done.add(right.id())) {
            page.add(right);
            if (page.size() == PAGE_PASSAGES) {
                readAgain();
            }
        }
    }

    private void readAgain() {
        Cancellation.check("verifying");
        findUnfoundByTitle();
        page.forEach(this::findGaps);
        page = new ArrayList<>();
        listener.progress(checks.passages + checks.relations + checks.entities + read);
    }

    private void findGaps(Passage passage) {
        for (RelationRow row : RelationRow.of(passage)) {
            if (checks.expected.rows.missing(ExpectedRows.fingerprint(row))) {
                checks.findings.add(
                        RowKind.RELATION,
                        row.id(),
                        ProblemKind.MISSING,
                        () -> "statement \"" + RowNames.truncated(row.text()) + "\" of " + RowNames.of(passage)
                                + " is missing or wrong");
            }
            for (String id : row.entityIds()) {
                if (checks.expected.entities.missing(id) && toldEntities.add(id)) {
                    checks.findings.add(
                            RowKind.ENTITY,
                            id,
                            ProblemKind.MISSING,
                            () -> "an entity of \"" + RowNames.truncated(row.text()) + "\" in " + RowNames.of(passage)
                                    + " is not there");
                }
            }
        }
    }

    private void findUnfoundByTitle() {
        Set<String> keys = new LinkedHashSet<>();
        for (Passage passage : page) {
            TitleKey.of(passage.title()).stream()
                    .filter(key -> checks.expected.titled(key) <= MAX_PASSAGES_PER_TITLE)
                    .forEach(keys::add);
        }
        Set<String> found = new HashSet<>();
        if (!keys.isEmpty()) {
            for (Embedded<Passage> passage : view.passages(PassagesBy.TITLE, keys)) {
                found.add(ExpectedPassage.of(passage.value()).id());
            }
        }
        for (Passage passage : page) {
            boolean lookedUp = TitleKey.of(passage.title()).stream().anyMatch(keys::contains);
            if (lookedUp && !found.contains(passage.id())) {
                checks.findings.add(
                        RowKind.PASSAGE,
                        passage.id(),
                        ProblemKind.NOT_FOUND_BY_TITLE,
                        () -> RowNames.of(passage) + " is not found by its title \""
                                + RowNames.truncated(passage.title()) + "\"");
            }
        }
    }
}
