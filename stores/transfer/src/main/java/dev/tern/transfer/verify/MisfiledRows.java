package dev.tern.transfer.verify;

import dev.tern.graph.Entity;
import dev.tern.graph.Passage;
import dev.tern.store.Inspection;
import dev.tern.store.RelationRow;
import dev.tern.store.RowKind;
import java.util.function.LongConsumer;

/** Records the rows that a store has wrong index entries for. */
final class MisfiledRows implements Inspection {
    private final Findings findings;
    private final LongConsumer told;
    private long looked;

    /**
     * Creates a recorder of problems.
     *
     * @param told called with the number of rows inspected
     */
    MisfiledRows(Findings findings, LongConsumer told) {
        this.findings = findings;
        this.told = told;
    }

    @Override
    public void misfiled(Entity entity, String words) {
        findings.add(
                RowKind.ENTITY,
                entity.id(),
                Flaw.MISFILED,
                () -> "entity \"" + RowWords.shown(entity.name()) + "\" " + words);
    }

    @Override
    public void misfiled(RelationRow relation, String words) {
        findings.add(RowKind.RELATION, relation.id(), Flaw.MISFILED, () -> RowWords.said(relation) + " " + words);
    }

    @Override
    public void misfiled(Passage passage, String words) {
        findings.add(RowKind.PASSAGE, passage.id(), Flaw.MISFILED, () -> RowWords.of(passage) + " " + words);
    }

    @Override
    public void looked(int rows) {
        looked += rows;
        told.accept(looked);
    }
}
