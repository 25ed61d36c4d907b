package dev.tern.transfer.verify;

import dev.tern.graph.Entity;
import dev.tern.graph.Passage;
import dev.tern.store.Inspection;
import dev.tern.store.RelationRow;
import dev.tern.store.RowKind;
import java.util.function.LongConsumer;

/** Takes down what a store finds in the wrong place: statements and entities are to go, and come back with their passages. */
final class MisfiledRows implements Inspection {
    private final Findings findings;
    private final Damage damage;
    private final LongConsumer told;
    private long looked;

    /**
     * What a verification of a store turns up.
     *
     * @param told hears how many rows were looked at
     */
    MisfiledRows(Findings findings, Damage damage, LongConsumer told) {
        this.findings = findings;
        this.damage = damage;
        this.told = told;
    }

    @Override
    public void misfiled(Entity entity, String words) {
        findings.add(
                RowKind.ENTITY,
                entity.id(),
                Flaw.MISFILED,
                () -> "entity \"" + RowWords.shown(entity.name()) + "\" " + words);
        damage.entities.add(entity.id());
        damage.misfiled.add(entity.id());
    }

    @Override
    public void misfiled(RelationRow relation, String words) {
        findings.add(RowKind.RELATION, relation.id(), Flaw.MISFILED, () -> RowWords.said(relation) + " " + words);
        damage.relationRows.add(relation.id());
        damage.misfiled.add(relation.passageId());
    }

    @Override
    public void misfiled(Passage passage, String words) {
        findings.add(RowKind.PASSAGE, passage.id(), Flaw.MISFILED, () -> RowWords.of(passage) + " " + words);
        damage.misfiled.add(passage.id());
    }

    @Override
    public void looked(int rows) {
        looked += rows;
        told.accept(looked);
    }
}
