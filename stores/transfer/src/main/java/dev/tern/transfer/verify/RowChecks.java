package dev.tern.transfer.verify;

import dev.tern.graph.Embedded;
import dev.tern.graph.Entity;
import dev.tern.graph.Extraction;
import dev.tern.graph.Passage;
import dev.tern.graph.VectorLength;
import dev.tern.note.Edit;
import dev.tern.note.NamingRules;
import dev.tern.note.Note;
import dev.tern.store.GraphDescription;
import dev.tern.store.GraphView;
import dev.tern.store.GraphView.PassagesBy;
import dev.tern.store.GraphVisitor;
import dev.tern.store.InspectionListener;
import dev.tern.store.RelationRow;
import dev.tern.store.RowKind;
import dev.tern.transfer.scan.Cancellation;
import java.util.EnumSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.LongConsumer;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** Checks the rows of a view, kind by kind; passages first, since they determine the other rows. */
final class RowChecks {
    private static final int ROWS_PER_CHECK = 1024;

    private final GraphView view;
    private final GraphDescription description;
    private final VerificationListener listener;
    private final NamingRules rules;
    final ExpectedRows expected = new ExpectedRows();
    final Findings findings = new Findings();
    long passages;
    long relations;
    long entities;
    private long withoutEdits;
    private @Nullable Passage firstWithoutEdits;

    RowChecks(GraphView view, GraphDescription description, VerificationListener listener) {
        this.view = view;
        this.description = description;
        this.listener = listener;
        this.rules = view.notes().rules();
    }

    /** Lets the store check its files and index entries, and reads every row once. */
    void run() {
        for (Note removal : view.notes().removals()) {
            findings.add(
                    RowKind.PASSAGE,
                    removal.id(),
                    ProblemKind.REMOVAL_INTERRUPTED,
                    () -> "a removal of documents was interrupted, and edits or themes may still name what they alone"
                            + " said: the next addition, edit, removal or reindexing goes on with it");
        }
        view.inspect(new MisindexedRows(findings, this::report));
        for (RowKind kind : List.of(RowKind.PASSAGE, RowKind.RELATION, RowKind.ENTITY)) {
            view.scan(new GraphVisitor() {
                @Override
                public Set<RowKind> kinds() {
                    return EnumSet.of(kind);
                }

                @Override
                public void passage(Embedded<Passage> passage) {
                    passages++;
                    check(passage);
                    report();
                }

                @Override
                public void relation(Embedded<RelationRow> relation) {
                    relations++;
                    check(relation.value(), relation.vector());
                    report();
                }

                @Override
                public void entity(Embedded<Entity> entity) {
                    entities++;
                    check(entity.value(), entity.vector());
                    report();
                }
            });
            expected.close();
        }
        if (firstWithoutEdits != null) {
            String unfinished = view.notes().pending().stream().map(Edit::id).collect(Collectors.joining(", "));
            find(
                    firstWithoutEdits,
                    ProblemKind.EDITS_NOT_APPLIED,
                    "the first of " + withoutEdits + " passages that lack the names given by edits (unfinished: "
                            + unfinished + "): a server, or the next addition or edit, completes them");
        }
    }

    private void report() {
        long rows = passages + relations + entities;
        if (rows % ROWS_PER_CHECK == 0) {
            report(rows);
        }
    }

    private void report(long rows) {
        Cancellation.check("verifying");
        listener.progress(rows);
    }

    private void check(Embedded<Passage> embedded) {
        Passage passage = embedded.value();
        Passage right = ExpectedPassage.of(passage);
        if (!right.id().equals(passage.id())) {
            find(passage, ProblemKind.WRONG_ID, "its content has the id " + right.id());
        }
        if (expected.passageIds.contains(right.id())) {
            if (right.id().equals(passage.id())) {
                find(passage, ProblemKind.DUPLICATE_ID, "there are two rows of this id");
            }
            return;
        }
        if (right.statements().size() != passage.statements().size()) {
            find(passage, ProblemKind.ALTERED, "it makes a statement twice");
        }
        if (!right.extraction().equals(passage.extraction())) {
            find(passage, ProblemKind.WRONG_STATE, "its state contradicts itself: " + describe(passage.extraction()));
        }
        if (!rules.canonicalise(passage).equals(passage)) {
            withoutEdits++;
            firstWithoutEdits = firstWithoutEdits == null ? passage : firstWithoutEdits;
        }
        badVector(embedded.vector()).ifPresent(words -> find(passage, ProblemKind.WRONG_VECTOR, words));
        if (!expected.add(right)) {
            find(
                    passage,
                    ProblemKind.SAME_ORDINAL,
                    "another passage of the document has the ordinal " + passage.ordinal()
                            + " too; add the document again");
        }
    }

    private static String describe(Extraction extraction) {
        return extraction.state() + " after " + extraction.tries() + " failures, reason \""
                + RowNames.truncated(extraction.reason()) + "\"";
    }

    private void find(Passage passage, ProblemKind flaw, String words) {
        findings.add(RowKind.PASSAGE, passage.id(), flaw, () -> RowNames.of(passage) + ": " + words);
    }

    private void check(RelationRow row, float[] vector) {
        String fingerprint = ExpectedRows.fingerprint(row);
        if (!expected.rows.expects(fingerprint)) {
            boolean orphan = !expected.passageIds.contains(row.passageId());
            findings.add(
                    RowKind.RELATION,
                    row.id(),
                    orphan ? ProblemKind.ORPHAN : ProblemKind.ALTERED,
                    () -> orphan
                            ? RowNames.describe(row) + " is of passage " + row.passageId() + ", which is missing"
                            : altered(row));
            return;
        }
        if (expected.rows.see(fingerprint)) {
            findings.add(
                    RowKind.RELATION,
                    row.id(),
                    ProblemKind.DUPLICATE_ID,
                    () -> RowNames.describe(row) + " has two rows of this id");
            return;
        }
        Optional<String> badVector = badVector(vector);
        if (badVector.isPresent()) {
            findings.add(
                    RowKind.RELATION,
                    row.id(),
                    ProblemKind.WRONG_VECTOR,
                    () -> RowNames.describe(row) + ": " + badVector.get());
        } else if (expected.hasOtherVector(row, vector)) {
            findings.add(
                    RowKind.RELATION,
                    row.id(),
                    ProblemKind.INCONSISTENT_VECTOR,
                    () -> RowNames.describe(row) + ", stated by passage " + row.passageId()
                            + ", has a different vector there");
        }
    }

    /** Describes how a row differs from the statements of its passage, which exists. */
    private String altered(RelationRow row) {
        for (Embedded<Passage> passage : view.passages(PassagesBy.ID, List.of(row.passageId()))) {
            for (RelationRow right : RelationRow.of(ExpectedPassage.of(passage.value()))) {
                if (right.id().equals(row.id())) {
                    return RowNames.describe(row) + " differs from its passage: " + difference(row, right);
                }
            }
        }
        return RowNames.describe(row) + " is not stated by its passage " + row.passageId();
    }

    private static String difference(RelationRow row, RelationRow right) {
        if (!row.text().equals(right.text())) {
            return "there it reads \"" + RowNames.truncated(right.text()) + "\"";
        }
        if (!row.entityIds().equals(right.entityIds())) {
            return "there it mentions the entities " + right.entityIds() + ", here " + row.entityIds();
        }
        return row.documentId().equals(right.documentId())
                ? "its key or its passage"
                : "its document is \"" + RowNames.truncated(row.documentId()) + "\"";
    }

    private void check(Entity entity, float[] vector) {
        Entity right = Entity.named(entity.name());
        if (!right.id().equals(entity.id())) {
            find(entity, ProblemKind.WRONG_ID, "its name has the id " + right.id());
            if (expected.entities.expects(entity.id())) {
                expected.entities.see(entity.id());
            }
        } else if (!expected.entities.expects(entity.id())) {
            find(entity, ProblemKind.UNREFERENCED, "no passage names it");
        } else if (expected.entities.see(entity.id())) {
            find(entity, ProblemKind.DUPLICATE_ID, "there are two rows of this id");
        } else {
            badVector(vector).ifPresent(words -> find(entity, ProblemKind.WRONG_VECTOR, words));
        }
    }

    private void find(Entity entity, ProblemKind flaw, String words) {
        findings.add(
                RowKind.ENTITY,
                entity.id(),
                flaw,
                () -> "entity \"" + RowNames.truncated(entity.name()) + "\": " + words);
    }

    private Optional<String> badVector(float[] vector) {
        if (vector.length != description.dimension()) {
            return Optional.of("its vector has " + vector.length + " dimensions, the graph " + description.dimension());
        }
        double length = VectorLength.of(vector);
        return VectorLength.isUnit(length)
                ? Optional.empty()
                : Optional.of("its vector has length " + length + ", not 1");
    }

    /** Records the rows for which the store has wrong index entries. */
    private static final class MisindexedRows implements InspectionListener {
        private final Findings findings;
        private final LongConsumer progress;
        private long looked;

        /** Creates a recorder; {@code progress} gets the number of rows inspected so far. */
        MisindexedRows(Findings findings, LongConsumer progress) {
            this.findings = findings;
            this.progress = progress;
        }

        @Override
        public void misfiled(Entity entity, String words) {
            findings.add(
                    RowKind.ENTITY,
                    entity.id(),
                    ProblemKind.WRONG_INDEX,
                    () -> "entity \"" + RowNames.truncated(entity.name()) + "\" " + words);
        }

        @Override
        public void misfiled(RelationRow relation, String words) {
            findings.add(
                    RowKind.RELATION,
                    relation.id(),
                    ProblemKind.WRONG_INDEX,
                    () -> RowNames.describe(relation) + " " + words);
        }

        @Override
        public void misfiled(Passage passage, String words) {
            findings.add(
                    RowKind.PASSAGE, passage.id(), ProblemKind.WRONG_INDEX, () -> RowNames.of(passage) + " " + words);
        }

        @Override
        public void progressed(int rows) {
            looked += rows;
            progress.accept(looked);
        }
    }
}
