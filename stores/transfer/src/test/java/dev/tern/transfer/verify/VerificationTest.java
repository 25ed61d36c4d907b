package dev.tern.transfer.verify;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tern.error.TernException;
import dev.tern.graph.Embedded;
import dev.tern.graph.Entity;
import dev.tern.graph.Extraction;
import dev.tern.graph.Extraction.State;
import dev.tern.graph.Passage;
import dev.tern.graph.SourceDocument;
import dev.tern.graph.Statement;
import dev.tern.note.Edit;
import dev.tern.note.EditNotes;
import dev.tern.note.Note;
import dev.tern.note.Notes;
import dev.tern.store.GraphStore;
import dev.tern.store.InMemoryGraphStore;
import dev.tern.store.RelationRow;
import dev.tern.store.RowKind;
import dev.tern.testing.HashingEmbeddingModel;
import dev.tern.testing.RecordingStore;
import dev.tern.testing.SampleGraphs;
import dev.tern.transfer.checksum.GraphChecksum;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.junit.jupiter.api.Test;

/** Tests that exactly the damage is found, and that reindexing repairs it. */
final class VerificationTest {
    private final InMemoryGraphStore graph = (InMemoryGraphStore) SampleGraphs.filled(5);
    private final RawRows innards = RawRows.of(graph);
    private final GraphChecksum whole = GraphChecksum.of(graph);
    private final Passage passage = SampleGraphs.document(2).getFirst();
    private final RelationRow row = RelationRow.of(passage).getFirst();

    @Test
    void aWholeGraphIsWhole() {
        for (GraphStore store : List.of(graph, SampleGraphs.hostile(), new InMemoryGraphStore())) {
            VerificationReport report = Verification.check(store, VerificationListener.NONE);
            assertThat(report.problems()).isEmpty();
            assertThat(report.isWhole()).isTrue();
            assertThat(report.passages()).isEqualTo(store.latest().statistics().passages());
            assertThat(report.entities()).isEqualTo(store.latest().statistics().entities());
            GraphChecksum before = GraphChecksum.of(store.latest());
            ReindexReport reindexed = Reindex.run(store, SampleGraphs.none(), written -> {});
            assertThat(reindexed.passages()).isEqualTo(report.passages());
            assertThat(reindexed.removedRows()).isZero();
            assertThat(GraphChecksum.of(store.latest())).isEqualTo(before);
        }
    }

    @Test
    void aMissingStatementIsWrittenAgainWithTheVectorThatItHasElsewhere() {
        Passage last = SampleGraphs.document(4).getFirst();
        RelationRow everywhere = RelationRow.of(last).get(2);
        RecordingStore.removeRows(graph, RowKind.RELATION, everywhere.id());
        RowProblem problem = found(RowKind.RELATION, everywhere.id(), ProblemKind.MISSING);
        assertThat(problem.words())
                .isEqualTo("statement \"Everything is near.\" of passage 0 of document \"d4\" is missing or wrong");
        mended(0);
    }

    @Test
    void aMissingStatementThatNobodyElseMakesIsEmbeddedAgain() {
        RecordingStore.removeRows(graph, RowKind.RELATION, row.id());
        found(RowKind.RELATION, row.id(), ProblemKind.MISSING);
        assertThatThrownBy(() -> Reindex.run(
                        graph, SampleGraphs.embedder(new HashingEmbeddingModel(16).named("another")), written -> {}))
                .isInstanceOf(TernException.class)
                .hasMessageContaining("cannot be used with \"another\"");
        mended(1);
    }

    @Test
    void aMissingEntityIsEmbeddedAgain() {
        String id = Entity.named("everything").id();
        RecordingStore.removeRows(graph, RowKind.ENTITY, id);
        assertThat(found(RowKind.ENTITY, id, ProblemKind.MISSING).words())
                .startsWith("an entity of \"Everything is near.\" in passage 0 of document \"d")
                .endsWith("\" is not there");
        mended(1);
    }

    @Test
    void statementsWithoutTheirPassageAndEntitiesThatNobodyNamesGo() {
        SourceDocument document = SourceDocument.of("gone", "Nobody knows nothing.");
        Passage gone = Passage.of(document, 0, document.text(), List.of(Statement.of("nobody", "knows", "nothing")));
        SampleGraphs.write(graph, List.of(gone));
        RecordingStore.removeRows(graph, RowKind.PASSAGE, gone.id());
        VerificationReport report = Verification.check(graph, VerificationListener.NONE);
        assertThat(report.counts()).isEqualTo(Map.of(ProblemKind.ORPHAN, 1L, ProblemKind.UNREFERENCED, 2L));
        assertThat(report).asString().endsWith(" entities, 3 problems");
        assertThat(report.problems().getFirst())
                .isEqualTo(new RowProblem(
                        RowKind.RELATION,
                        RelationRow.of(gone).getFirst().id(),
                        ProblemKind.ORPHAN,
                        "statement \"nobody knows nothing\" is of passage " + gone.id() + ", which is missing"));
        mended(0);
    }

    @Test
    void alteredStatementsAreToldByWhatDiffers() {
        alter(row, new RelationRow(row.id(), row.key(), "Other text", row.entityIds(), row.passageId(), "d2"));
        assertAltered("statement \"Other text\" differs from its passage: there it reads \"" + row.text() + "\"");
        alter(
                row,
                new RelationRow(
                        row.id(), row.key(), row.text(), List.of(row.entityIds().getFirst()), row.passageId(), "d2"));
        assertAltered("statement \"" + row.text() + "\" differs from its passage: there it mentions the entities "
                + row.entityIds() + ", here [" + row.entityIds().getFirst() + "]");
        alter(row, new RelationRow(row.id(), row.key(), row.text(), row.entityIds(), row.passageId(), "other"));
        assertAltered("statement \"" + row.text() + "\" differs from its passage: its document is \"other\"");
    }

    private void assertAltered(String words) {
        VerificationReport report = Verification.check(graph, VerificationListener.NONE);
        assertThat(report.counts()).isEqualTo(Map.of(ProblemKind.ALTERED, 1L, ProblemKind.MISSING, 1L));
        assertThat(report.problems().getFirst().words()).isEqualTo(words);
        mended(0);
    }

    private void alter(RelationRow before, RelationRow after) {
        innards.relations()
                .compute(
                        before.id(),
                        (id, old) -> new Embedded<>(
                                after, Objects.requireNonNull(old).vector()));
    }

    @Test
    void aStatementThatItsPassageNoLongerMakesGoes() {
        RelationRow strange = RelationRow.of(
                        passage.with(List.of(Statement.of("thing 2", "was", "thing 3")), Extraction.GIVEN))
                .getFirst();
        innards.relations().put(strange.id(), new Embedded<>(strange, vectorOf(row)));
        assertThat(found(RowKind.RELATION, strange.id(), ProblemKind.ALTERED).words())
                .isEqualTo("statement \"thing 2 was thing 3\" is not stated by its passage " + passage.id());
        mended(0);
    }

    @Test
    void aStatementUnderAnotherIdGoesAndComesBackUnderItsOwn() {
        Embedded<RelationRow> there = Objects.requireNonNull(innards.relations().remove(row.id()));
        RelationRow renamed = new RelationRow(
                "0".repeat(32), row.key(), row.text(), row.entityIds(), row.passageId(), row.documentId());
        innards.relations().put(renamed.id(), new Embedded<>(renamed, there.vector()));
        VerificationReport report = Verification.check(graph, VerificationListener.NONE);
        assertThat(report.counts()).isEqualTo(Map.of(ProblemKind.ALTERED, 1L, ProblemKind.MISSING, 1L));
        mended(0);
    }

    @Test
    void vectorsThatAreNoneAreMadeAgain() {
        innards.relations().compute(row.id(), (id, old) -> new Embedded<>(row, new float[16]));
        assertThat(found(RowKind.RELATION, row.id(), ProblemKind.WRONG_VECTOR).words())
                .isEqualTo("statement \"" + row.text() + "\": its vector has length 0.0, not 1");
        mended(1);
        Entity entity = Entity.named("thing 1");
        float[] odd = new float[16];
        odd[3] = Float.NaN;
        innards.entities().put(entity.id(), new Embedded<>(entity, odd));
        assertThat(found(RowKind.ENTITY, entity.id(), ProblemKind.WRONG_VECTOR).words())
                .isEqualTo("entity \"thing 1\": its vector has length NaN, not 1");
        mended(1);
        innards.passages().put(passage.id(), new Embedded<>(passage, new float[] {1}));
        assertThat(found(RowKind.PASSAGE, passage.id(), ProblemKind.WRONG_VECTOR)
                        .words())
                .isEqualTo("passage 0 of document \"d2\": its vector has 1 dimensions, the graph 16");
        mended(1);
    }

    @Test
    void theSameStatementWithTwoVectorsIsMadeOneAgain() {
        RelationRow everywhere = RelationRow.of(passage).get(2);
        innards.relations().put(everywhere.id(), new Embedded<>(everywhere, vectorOf(row)));
        VerificationReport report = Verification.check(graph, VerificationListener.NONE);
        assertThat(report.counts()).containsOnlyKeys(ProblemKind.INCONSISTENT_VECTOR);
        assertThat(report.problems().getFirst().words())
                .startsWith("statement \"Everything is near.\", stated by passage ")
                .endsWith(", has a different vector there");
        Reindex.run(graph, SampleGraphs.none(), written -> {});
        assertThat(Verification.check(graph, VerificationListener.NONE).problems())
                .isEmpty();
    }

    @Test
    void anEntityUnderAnotherIdGoesAndComesBackUnderItsOwn() {
        Entity entity = Entity.named("thing 1");
        innards.entities().remove(entity.id());
        innards.entities().put("odd", new Embedded<>(new Entity("odd", "thing 1"), vectorOf(row)));
        VerificationReport report = Verification.check(graph, VerificationListener.NONE);
        assertThat(report.counts()).isEqualTo(Map.of(ProblemKind.WRONG_ID, 1L, ProblemKind.MISSING, 1L));
        assertThat(report.problems().getFirst().words())
                .isEqualTo("entity \"thing 1\": its name has the id " + entity.id());
        mended(1);
    }

    @Test
    void aPassageUnderAnotherIdIsWrittenUnderItsOwn() {
        Passage odd = underId("odd", passage);
        innards.passages().remove(passage.id());
        innards.passages().put("odd", new Embedded<>(odd, vectorOf(row)));
        assertThat(found(RowKind.PASSAGE, "odd", ProblemKind.WRONG_ID).words())
                .isEqualTo("passage 0 of document \"d2\": its content has the id " + passage.id());
        mended(1);
        innards.passages().put("odd", new Embedded<>(odd, vectorOf(row)));
        found(RowKind.PASSAGE, "odd", ProblemKind.WRONG_ID);
        mended(0);
    }

    @Test
    void aModelThatFailsLeavesAPassageUnderAnotherIdWhereItIs() {
        innards.passages().remove(passage.id());
        innards.passages().put("odd", new Embedded<>(underId("odd", passage), vectorOf(row)));
        for (HashingEmbeddingModel model : List.of(
                new HashingEmbeddingModel(16).failingAtCall(1), new HashingEmbeddingModel(16).named("another"))) {
            assertThatThrownBy(() -> Reindex.run(graph, SampleGraphs.embedder(model), written -> {}))
                    .isInstanceOf(TernException.class);
            found(RowKind.PASSAGE, "odd", ProblemKind.WRONG_ID);
        }
        mended(1);
    }

    @Test
    void twoPassagesUnderTheIdsOfEachOtherChangePlaces() {
        Passage other = SampleGraphs.document(3).getFirst();
        innards.passages().put(passage.id(), new Embedded<>(underId(passage.id(), other), vectorOf(row)));
        innards.passages().put(other.id(), new Embedded<>(underId(other.id(), passage), vectorOf(row)));
        assertThat(Verification.check(graph, VerificationListener.NONE).counts())
                .isEqualTo(Map.of(ProblemKind.WRONG_ID, 2L));
        mended(2);
    }

    private static Passage underId(String id, Passage passage) {
        return new Passage(
                id,
                passage.documentId(),
                passage.ordinal(),
                passage.title(),
                passage.text(),
                passage.statements(),
                passage.metadata(),
                passage.position(),
                passage.extraction());
    }

    @Test
    void aPassageThatSaysSomethingTwiceSaysItOnce() {
        change(new Passage(
                passage.id(),
                passage.documentId(),
                passage.ordinal(),
                passage.title(),
                passage.text(),
                List.of(
                        passage.statements().get(0),
                        passage.statements().get(1),
                        passage.statements().get(2),
                        passage.statements().get(3),
                        passage.statements().get(0)),
                passage.metadata(),
                passage.position(),
                passage.extraction()));
        assertThat(found(RowKind.PASSAGE, passage.id(), ProblemKind.ALTERED).words())
                .isEqualTo("passage 0 of document \"d2\": it makes a statement twice");
        mended(0);
    }

    @Test
    void anEditThatWasInterruptedIsToldAndHasItsEffectAfterwards() {
        Note rename =
                EditNotes.note(new Edit.Rename("everything", "the whole"), new Note.Act("ada", Instant.EPOCH, ""), 0);
        graph.changeNotes(present -> present.with(List.of(rename)));
        VerificationReport report = Verification.check(graph, VerificationListener.NONE);
        assertThat(report.counts()).containsExactly(Map.entry(ProblemKind.EDITS_NOT_APPLIED, 1L));
        assertThat(report.problems().getFirst().words())
                .endsWith(": the first of 5 passages that lack the names given by edits (unfinished: " + rename.id()
                        + "): a server, or the next addition or edit, completes them");
        Reindex.run(graph, SampleGraphs.embedder(), written -> {});
        assertThat(Verification.check(graph, VerificationListener.NONE).counts())
                .isEmpty();
        assertThat(graph.notes().pending()).isEmpty();
        assertThat(graph.entities(List.of(Entity.named("everything").id()))).isEmpty();
        assertThat(graph.entities(List.of(Entity.named("the whole").id()))).hasSize(1);
    }

    @Test
    void aRemovalThatWasInterruptedIsToldAndCompleted() {
        Note removal =
                Note.of(Notes.REMOVAL, Map.of("documents", List.of("d9")), new Note.Act("tern", Instant.EPOCH, ""));
        graph.changeNotes(present -> present.with(List.of(removal)));
        assertThat(found(RowKind.PASSAGE, removal.id(), ProblemKind.REMOVAL_INTERRUPTED)
                        .words())
                .isEqualTo("a removal of documents was interrupted, and edits or themes may still name what they alone"
                        + " said: the next addition, edit, removal or reindexing goes on with it");
        Reindex.run(graph, SampleGraphs.none(), written -> {});
        assertThat(Verification.check(graph, VerificationListener.NONE).isWhole())
                .isTrue();
        assertThat(graph.notes().all()).isEmpty();
    }

    @Test
    void aStateThatContradictsItselfIsMended() {
        change(passage.with(
                passage.statements(),
                new Extraction(State.INDEXED, passage.extraction().by(), 0, "why")));
        assertThat(found(RowKind.PASSAGE, passage.id(), ProblemKind.WRONG_STATE).words())
                .isEqualTo(
                        "passage 0 of document \"d2\": its state contradicts itself: INDEXED after 0 failures, reason"
                                + " \"why\"");
        mended(0);
        change(passage.with(passage.statements(), new Extraction(State.FAILED, "model 1", 0, "why")));
        found(RowKind.PASSAGE, passage.id(), ProblemKind.WRONG_STATE);
        Reindex.run(graph, SampleGraphs.none(), written -> {});
        assertThat(innards.passages().values().stream()
                        .map(found -> found.value().extraction())
                        .filter(extraction -> extraction.reason().equals("why")))
                .containsExactly(new Extraction(State.FAILED, "model 1", 1, "why"));
    }

    @Test
    void twoPassagesInOnePlaceAreToldAndStay() {
        SourceDocument document = SourceDocument.of("d2", "An older version.").withTitle("Title 2");
        SampleGraphs.write(graph, List.of(Passage.of(document, 0, document.text(), List.of())));
        VerificationReport report = Verification.check(graph, VerificationListener.NONE);
        assertThat(report.counts()).isEqualTo(Map.of(ProblemKind.SAME_ORDINAL, 1L));
        assertThat(report.problems().getFirst().words())
                .isEqualTo(
                        "passage 0 of document \"d2\": another passage of the document has the ordinal 0 too; add the"
                                + " document again");
        Reindex.run(graph, SampleGraphs.none(), written -> {});
        assertThat(Verification.check(graph, VerificationListener.NONE).counts())
                .isEqualTo(Map.of(ProblemKind.SAME_ORDINAL, 1L));
    }

    @Test
    void everythingAtOnceIsMended() {
        innards.relations().keySet().removeIf(id -> id.charAt(0) < '8');
        innards.entities().keySet().removeIf(id -> id.charAt(1) < '8');
        innards.relations()
                .replaceAll((id, old) -> id.charAt(2) < '8' ? new Embedded<>(old.value(), new float[16]) : old);
        mended(-1);
    }

    @Test
    void manyProblemsAreCountedAndTheFirstListed() {
        InMemoryGraphStore large = (InMemoryGraphStore) SampleGraphs.filled(400);
        RawRows.of(large).relations().clear();
        VerificationReport report = Verification.check(large, VerificationListener.NONE);
        assertThat(report.problems()).hasSize(Verification.MAX_PROBLEMS);
        assertThat(report.problemCount()).isEqualTo(2_000);
        List<Long> progress = new ArrayList<>();
        Reindex.run(large, SampleGraphs.embedder(), progress::add);
        assertThat(progress).isSorted().hasSizeGreaterThan(2).endsWith(1_200L);
        assertThat(Verification.check(large, VerificationListener.NONE).isWhole())
                .isTrue();
        assertThat(GraphChecksum.of(large))
                .isEqualTo(GraphChecksum.of(SampleGraphs.filled(400).latest()));
    }

    private void change(Passage changed) {
        innards.passages()
                .compute(
                        changed.id(),
                        (id, old) -> new Embedded<>(
                                changed, Objects.requireNonNull(old).vector()));
    }

    private float[] vectorOf(RelationRow of) {
        return Objects.requireNonNull(innards.relations().get(of.id())).vector();
    }

    /** Asserts that exactly this problem is found. */
    private RowProblem found(RowKind kind, String id, ProblemKind flaw) {
        VerificationReport report = Verification.check(graph, VerificationListener.NONE);
        assertThat(report.counts()).isEqualTo(Map.of(flaw, 1L));
        RowProblem problem = report.problems().getFirst();
        assertThat(problem.kind()).isEqualTo(kind);
        assertThat(problem.id()).isEqualTo(id);
        return problem;
    }

    /** Asserts that reindexing restores the graph, and embeds no more than necessary. */
    private void mended(int embedded) {
        ReindexReport reindexed =
                Reindex.run(graph, embedded == 0 ? SampleGraphs.none() : SampleGraphs.embedder(), written -> {});
        assertThat(Verification.check(graph, VerificationListener.NONE).problems())
                .isEmpty();
        assertThat(GraphChecksum.of(graph)).isEqualTo(whole);
        if (embedded >= 0) {
            assertThat(reindexed.embeddedTexts()).isEqualTo(embedded);
        }
    }
}
