package dev.tern.store.lucene;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tern.error.TernException;
import dev.tern.error.TernException.Fault;
import dev.tern.graph.Embedded;
import dev.tern.graph.Entity;
import dev.tern.graph.Passage;
import dev.tern.graph.SourceDocument;
import dev.tern.graph.SourceMetadata;
import dev.tern.graph.Statement;
import dev.tern.store.GraphBatch;
import dev.tern.store.GraphStore;
import dev.tern.store.GraphVisitor;
import dev.tern.store.RelationRow;
import dev.tern.store.contract.Rows;
import dev.tern.store.contract.Samples;
import dev.tern.transfer.verify.ProblemKind;
import dev.tern.transfer.verify.Reindex;
import dev.tern.transfer.verify.Verification;
import dev.tern.transfer.verify.VerificationListener;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.time.Duration;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.apache.lucene.index.IndexWriter;
import org.apache.lucene.index.IndexWriterConfig;
import org.apache.lucene.index.Term;
import org.apache.lucene.store.FSDirectory;
import org.apache.lucene.util.BytesRef;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Tests the messages of damage, and that nothing else is reported as damage. */
final class DamageTest {
    private static final LuceneOptions LARGE = LuceneOptions.DEFAULTS.withCheckMegabytes(0);
    private static final Passage PASSAGE = Passage.of(
            SourceDocument.of("d", "Ada wrote notes.")
                    .withMetadata(SourceMetadata.EMPTY.with("tenant", "a").with("year", 1843)),
            0,
            "Ada wrote notes.",
            List.of(Statement.of("Ada", "wrote", "notes")));
    private static final GraphBatch BATCH = Samples.batch(PASSAGE);

    @TempDir
    private Path store;

    private Path graph;

    @BeforeEach
    void write() {
        graph = store.resolve("default");
        try (GraphStore opened = LuceneGraphStore.open(store, "default")) {
            opened.write(BATCH);
        }
    }

    /** Flips a bit of the passage's text in a file, which opening the index does not notice. */
    private String flip(String ending) throws IOException {
        try (Stream<Path> files = Files.list(graph)) {
            Path file = files.filter(each -> each.toString().endsWith(ending))
                    .findFirst()
                    .orElseThrow();
            byte[] bytes = Files.readAllBytes(file);
            bytes[new String(bytes, StandardCharsets.ISO_8859_1).indexOf("Ada wrote notes.")] ^= 1;
            Files.write(file, bytes);
            return file.getFileName().toString();
        }
    }

    private String refusal(String file) {
        return "the graph in " + graph + " is damaged: " + file
                + " differs from the bytes written. Restore it from a backup, or drop it and add its documents again";
    }

    @Test
    void aSmallGraphIsRefusedWhenItIsOpened() throws IOException {
        String file = flip(".cfs");
        assertThatThrownBy(() -> LuceneGraphStore.open(store, "default"))
                .isInstanceOfSatisfying(
                        TernException.class, e -> assertThat(e.fault()).isEqualTo(Fault.STORE))
                .hasMessage(refusal(file));
        try (GraphStore other = LuceneGraphStore.open(store, "other")) {
            other.write(BATCH);
            assertThat(other.latest().statistics().passages()).isOne();
        }
    }

    @Test
    void aLargeGraphIsRefusedFromTheVerificationOnUntilItIsOpenedAgain() throws IOException {
        Path cfs = onlyFile(".cfs");
        byte[] whole = Files.readAllBytes(cfs);
        String file = flip(".cfs");
        try (GraphStore opened = LuceneGraphStore.open(store, "default", LARGE)) {
            assertThatThrownBy(() -> Verification.check(opened, VerificationListener.NONE))
                    .hasMessage(refusal(file));
            assertThatThrownBy(opened.latest()::statistics).hasMessage(refusal(file));
            assertThatThrownBy(() -> opened.write(BATCH)).hasMessage(refusal(file));
        }
        Files.write(cfs, whole);
        try (GraphStore opened = LuceneGraphStore.open(store, "default", LARGE)) {
            assertThat(Verification.check(opened, VerificationListener.NONE).isWhole())
                    .isTrue();
        }
    }

    private Path onlyFile(String ending) throws IOException {
        try (Stream<Path> files = Files.list(graph)) {
            return files.filter(each -> each.toString().endsWith(ending))
                    .findFirst()
                    .orElseThrow();
        }
    }

    @Test
    void severalFilesAreNamedTogether() throws IOException {
        try (GraphStore opened = LuceneGraphStore.open(store, "default")) {
            opened.write(Samples.batch(Samples.passage("e", 0, "Other text.")));
        }
        for (String name : List.of("_0.cfs", "_1.cfs")) {
            Files.write(graph.resolve(name), new byte[] {1});
        }
        assertThatThrownBy(() -> LuceneGraphStore.open(store, "default"))
                .hasMessageContaining(" is damaged: _0.cfs, _1.cfs differ from the bytes written. ");
    }

    @Test
    void theBackgroundFindsDamageOfAGraphThatWasOpenedWithoutALook() throws Exception {
        String file = flip(".cfs");
        try (FileHealth health = new FileHealth(graph, 0, Duration.ZERO)) {
            health.begin();
            health.start();
            long until = System.nanoTime() + 30_000_000_000L;
            while (System.nanoTime() < until && isWhole(health)) {
                Thread.sleep(5);
            }
            assertThatThrownBy(health::requireWhole).hasMessage(refusal(file));
        }
    }

    /** Opens the graph as one above the size that is checked at each opening. */
    private void openLarge() throws IOException {
        try (FileHealth health = new FileHealth(graph, 1, CheckedFiles.COUNTS_FOR)) {
            health.begin();
        }
    }

    private Path record() {
        return graph.resolve(CheckedFiles.FILE);
    }

    @Test
    void filesOfALargeGraphAreComparedOnceBeforeTheirFirstUse() throws IOException {
        byte[] whole = Files.readAllBytes(onlyFile(".cfs"));
        String file = flip(".cfs");
        assertThatThrownBy(this::openLarge).hasMessage(refusal(file));
        assertThat(record()).doesNotExist();
        Files.write(graph.resolve(file), whole);
        openLarge();
        assertThat(Files.readString(record())).contains(" " + file + " ");

        try (GraphStore opened = LuceneGraphStore.open(store, "default")) {
            opened.write(Samples.batch(Samples.passage("e", 0, "Other text.")));
        }
        Path added = graph.resolve("_1.cfs");
        byte[] bytes = Files.readAllBytes(added);
        bytes[bytes.length / 2] ^= 1;
        Files.write(added, bytes);
        assertThatThrownBy(this::openLarge).hasMessage(refusal("_1.cfs"));
    }

    @Test
    void aFileOfALargeGraphThatWasWrittenToIsComparedAgain() throws IOException {
        openLarge();
        Path cfs = onlyFile(".cfs");
        FileTime before = Files.getLastModifiedTime(cfs);
        String file = flip(".cfs");
        Files.setLastModifiedTime(cfs, FileTime.from(before.toInstant().plusNanos(1_000_000)));
        assertThatThrownBy(this::openLarge).hasMessage(refusal(file));
    }

    /** A bit lost by the disk changes no time: it is noticed within a day after the last check. */
    @Test
    void whatWasComparedADayAgoOrInTheFutureIsComparedAgain() throws IOException {
        openLarge();
        Path cfs = onlyFile(".cfs");
        FileTime before = Files.getLastModifiedTime(cfs);
        String file = flip(".cfs");
        Files.setLastModifiedTime(cfs, before);
        openLarge();

        String recorded = Files.readString(record());
        long day = CheckedFiles.COUNTS_FOR.toSeconds();
        for (long seconds : List.of(-day, day)) {
            Files.writeString(
                    record(),
                    Pattern.compile("^\\d+", Pattern.MULTILINE)
                            .matcher(recorded)
                            .replaceAll(found -> Long.toString(Long.parseLong(found.group()) + seconds)));
            assertThatThrownBy(this::openLarge).hasMessage(refusal(file));
        }
        Files.writeString(record(), "no record\n" + recorded);
        assertThatThrownBy(this::openLarge).hasMessage(refusal(file));
    }

    @Test
    void whereNoRecordCanBeWrittenEverythingIsComparedEachTime() throws IOException {
        Files.createDirectory(record());
        openLarge();
        Path cfs = onlyFile(".cfs");
        FileTime before = Files.getLastModifiedTime(cfs);
        String file = flip(".cfs");
        Files.setLastModifiedTime(cfs, before);
        assertThatThrownBy(this::openLarge).hasMessage(refusal(file));
    }

    @Test
    void theRecordGoesWithItsGraphAndASmallOneHasNone() throws IOException {
        LuceneGraphStore.open(store, "default").close();
        assertThat(record()).doesNotExist();
        openLarge();
        Files.writeString(graph.resolve(CheckedFiles.FILE + ".1.part"), "of a killed process");
        assertThat(LuceneGraphCatalog.open(store).drop("default")).isTrue();
        assertThat(graph).doesNotExist();
    }

    private static boolean isWhole(FileHealth health) {
        try {
            health.requireWhole();
            return true;
        } catch (TernException e) {
            return false;
        }
    }

    @Test
    void whatAVisitorThrowsIsNotTheStores() throws IOException {
        flip(".cfs");
        IllegalStateException mine = new IllegalStateException("mine");
        try (GraphStore opened = LuceneGraphStore.open(store, "default", LARGE)) {
            assertThatThrownBy(() -> opened.latest().scan(new GraphVisitor() {
                        @Override
                        public void entity(Embedded<Entity> entity) {
                            throw mine;
                        }
                    }))
                    .isSameAs(mine);
        }
    }

    @Test
    void lengthsThatLeadBeyondTheRowAreNotBelieved() {
        byte[] id = RowBytes.of(new Entity(Entity.named("Ada").id(), "")).bytes;
        // A name of two billion characters, and one of a negative number.
        for (byte[] length : List.of(new byte[] {-1, -1, -1, -1, 7}, new byte[] {-1, -1, -1, -1, 15})) {
            byte[] row = java.util.Arrays.copyOf(id, 17 + length.length);
            System.arraycopy(length, 0, row, 17, length.length);
            assertThatThrownBy(() -> RowBytes.entity(new BytesRef(row)))
                    .isInstanceOf(IOException.class)
                    .hasMessageMatching(
                            "the row of an entity cannot be read: a part of -?\\d+ is longer than the rest of the row");
        }
    }

    @Test
    void whatFollowsTheEndOfARowIsDamage() {
        BytesRef row = RowBytes.of(Entity.named("Ada"));
        BytesRef longer =
                new BytesRef(java.util.Arrays.copyOfRange(row.bytes, row.offset, row.offset + row.length + 1));
        assertThatThrownBy(() -> RowBytes.entity(longer))
                .isInstanceOf(IOException.class)
                .hasMessage("the row of an entity cannot be read: it has trailing bytes");
    }

    @Test
    void noRowThatIsCutOrFlippedFailsInAnyOtherWay() {
        List<BytesRef> rows = List.of(
                RowBytes.of(Entity.named("Ada")),
                RowBytes.of(RelationRow.of(PASSAGE).getFirst()),
                RowBytes.of(PASSAGE));
        for (BytesRef row : rows) {
            for (int i = 0; i < 8 * row.length; i++) {
                BytesRef flipped = BytesRef.deepCopyOf(row);
                flipped.bytes[i / 8] ^= (byte) (1 << (i % 8));
                readAll(flipped);
                readAll(new BytesRef(row.bytes, row.offset, i / 8));
            }
        }
    }

    @Test
    void aNumberThatGoesOnBehindItsRowIsDamage() {
        BytesRef cut = new BytesRef(new byte[] {(byte) 0x80, 1}, 0, 1);
        for (RowInput.Decoder<Object> reader :
                List.<RowInput.Decoder<Object>>of(RowInput::number, RowInput::signedNumber)) {
            assertThatThrownBy(() -> reader.from(new RowInput(cut)))
                    .isInstanceOf(RowInput.UnreadableRowException.class)
                    .hasMessage("it ends too early");
        }
    }

    @Test
    void aRelationThatIsFiledUnderAnotherIsLeftOut() throws IOException {
        RelationRow row = RelationRow.of(PASSAGE).getFirst();
        RelationRow other = new RelationRow(
                row.id(),
                Statement.of("Byron", "read", "notes").relationKey(),
                row.text(),
                row.entityIds(),
                row.passageId(),
                row.documentId());
        commit(index -> index.updateBinaryDocValue(
                IndexFields.term(IndexFields.RELATION_KEY, row.key()), IndexFields.ROW, RowBytes.of(other)));
        try (GraphStore opened = LuceneGraphStore.open(store, "default")) {
            assertThat(opened.latest().nearestRelations(Samples.vector(row.text()), 10))
                    .isEmpty();
        }
    }

    private static void readAll(BytesRef row) {
        List<RowInput.Decoder<Object>> readers = List.of(
                in -> RowBytes.entity(row),
                in -> RowBytes.relation(row),
                in -> RowBytes.passage(row),
                in -> RowBytes.id(row),
                in -> RowBytes.relationRowId(row));
        for (RowInput.Decoder<Object> reader : readers) {
            try {
                assertThat(reader.from(new RowInput(row))).isNotNull();
            } catch (IOException e) {
                assertThat(e).isInstanceOf(RowInput.UnreadableRowException.class);
            }
        }
    }

    /** The checksums are right, and the row is wrong: as a bug of ours would write it. */
    @Test
    void aRowThatWasWrittenWrongIsToldAsDamage() throws IOException {
        commit(index -> index.updateBinaryDocValue(
                IndexFields.term(IndexFields.PASSAGE_ID, PASSAGE.id()), IndexFields.ROW, new BytesRef("nonsense")));
        try (GraphStore opened = LuceneGraphStore.open(store, "default")) {
            assertThatThrownBy(() -> Rows.of(opened.latest()))
                    .isInstanceOfSatisfying(
                            TernException.class, e -> assertThat(e.fault()).isEqualTo(Fault.STORE))
                    .hasMessageStartingWith(graph + " is damaged: the row of a passage cannot be read: ")
                    .hasMessageEndingWith(". Restore it from a copy, or index again");
        }
    }

    @Test
    void whatAFilterReadsIsComparedWithThePassage() throws IOException {
        Rows before = rows();
        Passage other = PASSAGE.with(PASSAGE.statements(), PASSAGE.extraction());
        RelationRow row = RelationRow.of(other).getFirst();
        MetadataFields strange =
                new MetadataFields(SourceMetadata.EMPTY.with("tenant", "b").with("year", 1843));
        commit(index -> index.updateDocument(
                IndexFields.term(IndexFields.STATED_BY, PASSAGE.id()),
                IndexFields.relation(new Embedded<>(row, Samples.vector(row.text())), strange)));
        try (GraphStore opened = LuceneGraphStore.open(store, "default")) {
            assertThat(Verification.check(opened, VerificationListener.NONE).problems())
                    .singleElement()
                    .satisfies(problem -> {
                        assertThat(problem.flaw()).isEqualTo(ProblemKind.WRONG_INDEX);
                        assertThat(problem.words())
                                .isEqualTo("statement \"Ada wrote notes\" is not found by its content, or is found by"
                                        + " other content; if reindexing does not help, copy the graph (tern"
                                        + " copy), which indexes everything anew");
                    });
            Reindex.run(
                    opened,
                    () -> {
                        throw new AssertionError("the vectors are there");
                    },
                    written -> {});
            assertThat(Verification.check(opened, VerificationListener.NONE).problems())
                    .isEmpty();
        }
        assertThat(rows()).isEqualTo(before);
    }

    @Test
    void everyColumnOfEveryRowIsCompared() throws IOException {
        Passage named = Passage.of(
                SourceDocument.of("d", "Ada wrote notes.").withTitle("Notes"),
                0,
                "Ada wrote notes.",
                PASSAGE.statements());
        assertThat(misfiledAs(named)).isEqualTo(1);
        assertThat(misfiledAs(Passage.of(
                        SourceDocument.of("d", "Ada wrote notes.")
                                .withMetadata(SourceMetadata.EMPTY.with("year", 1844)),
                        0,
                        "Ada wrote notes.",
                        PASSAGE.statements())))
                .as("the statement no longer has its passage's metadata, and the passage no longer its own")
                .isEqualTo(1);
    }

    /** Indexes the passage with another's entries. */
    private long misfiledAs(Passage other) throws IOException {
        commit(index -> {
            org.apache.lucene.document.Document row = IndexFields.entries(other);
            IndexFields.passage(BATCH.passages().getFirst()).forEach(field -> {
                if (field.name().equals(IndexFields.ROW) || field.name().equals(IndexFields.PASSAGE_VECTOR)) {
                    row.add(field);
                }
            });
            index.updateDocument(new Term(IndexFields.PASSAGE_ID, PASSAGE.id()), row);
        });
        try (GraphStore opened = LuceneGraphStore.open(store, "default")) {
            return Verification.check(opened, VerificationListener.NONE)
                    .counts()
                    .getOrDefault(ProblemKind.WRONG_INDEX, 0L);
        }
    }

    private Rows rows() {
        try (GraphStore opened = LuceneGraphStore.open(store, "default")) {
            return Rows.of(opened.latest());
        }
    }

    private interface Change {
        void make(IndexWriter index) throws IOException;
    }

    private void commit(Change change) throws IOException {
        IndexWriterConfig config = new IndexWriterConfig();
        config.setCodec(new GraphCodec(LuceneOptions.DEFAULTS.vectorGraphFrom()));
        try (FSDirectory files = FSDirectory.open(graph);
                IndexWriter writer = new IndexWriter(files, config)) {
            change.make(writer);
            writer.setLiveCommitData(writer.getLiveCommitData());
        }
    }
}
