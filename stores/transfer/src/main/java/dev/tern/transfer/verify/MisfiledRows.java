package dev.tern.transfer.verify;

import dev.tern.graph.Entity;
import dev.tern.graph.Passage;
import dev.tern.store.Inspection;
import dev.tern.store.RelationRow;
import dev.tern.store.RowKind;
import java.util.function.LongConsumer;

/** Takes down the rows that a store finds in the wrong place. */
final class MisfiledRows implements Inspection {
    private final Findings findings;
    private final LongConsumer told;
    private long looked;

    /**
     * What a verification of a store turns up.
     *
     * @param told hears how many rows were looked at
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
