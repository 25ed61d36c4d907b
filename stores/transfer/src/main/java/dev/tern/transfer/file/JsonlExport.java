package dev.tern.transfer.file;

import dev.tern.error.TernException;
import dev.tern.files.Sha256;
import dev.tern.graph.Embedded;
import dev.tern.graph.Entity;
import dev.tern.graph.Passage;
import dev.tern.note.Notes;
import dev.tern.store.GraphBatch;
import dev.tern.store.GraphDescription;
import dev.tern.store.GraphStatistics;
import dev.tern.store.GraphView;
import dev.tern.store.RelationRow;
import dev.tern.store.shared.ContentIdSet;
import dev.tern.transfer.checksum.GraphChecksum;
import dev.tern.transfer.scan.ExportTally;
import dev.tern.transfer.scan.GraphPages;
import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.security.MessageDigest;
import java.util.HexFormat;
import java.util.List;
import java.util.Locale;
import java.util.function.LongConsumer;
import org.jspecify.annotations.Nullable;

/**
 * Writes a view as {@linkplain GraphLine lines}.
 *
 * <p>The order of passages depends on their ids alone, so that equal graphs make equal files.
 *
 * <p>With vectors, each page of passages is preceded by the vectors of its entities and relations
 * that no earlier page had. So each vector is written once. The ids already written are kept in a
 * {@link ContentIdSet}, in constant memory.
 */
public final class JsonlExport {
    private final LineJson json = new LineJson();
    private final MessageDigest sha = Sha256.digest();
    private final ContentIdSet entities = new ContentIdSet();
    private final ContentIdSet relations = new ContentIdSet();
    private final GraphView view;
    private final OutputStream to;
    private final ExportTally tally;
    private final LongConsumer compared;

    /** Creates an export; {@code compared} gets the number of rows read for the checksum. */
    public JsonlExport(GraphView view, OutputStream to, ExportTally tally, LongConsumer compared) {
        this.view = view;
        this.to = to;
        this.tally = tally;
        this.compared = compared;
    }

    /**
     * Writes the whole file and returns the graph's checksum; null without vectors. The stream is
     * neither flushed nor closed.
     */
    public @Nullable GraphChecksum write(GraphDescription description, GraphStatistics counts, boolean vectors) {
        Notes notes = view.notes();
        put(new GraphLine.Header(
                GraphLine.FORMAT,
                notes.isEmpty() ? GraphLine.WITHOUT_NOTES : GraphLine.VERSION,
                description.embeddingModel(),
                description.dimension(),
                vectors,
                counts.documents(),
                counts.passages(),
                counts.entities(),
                counts.relations(),
                null,
                notes.isEmpty() ? null : notes.lines().stream().map(json::tree).toList()));
        GraphChecksum checksum = null;
        if (vectors) {
            GraphPages.batches(view, this::putWithVectors);
            checksum = GraphChecksum.of(view, compared);
            requireWhole(checksum);
        } else {
            GraphPages.passagesInOrder(view, page -> {
                page.forEach(passage -> put(GraphLine.PassageLine.of(passage.value(), null)));
                tally.count(page);
            });
        }
        String hash = HexFormat.of().formatHex(sha.digest());
        put(new GraphLine.Footer(tally.passages(), tally.statements(), hash, checksum));
        return checksum;
    }

    private void putWithVectors(GraphBatch page) {
        for (Embedded<Entity> entity : page.entities()) {
            if (entities.add(entity.value().id())) {
                put(new GraphLine.EntityVector(
                        entity.value().id(), entity.value().name(), VectorText.of(entity.vector())));
            }
        }
        for (Embedded<Passage> passage : page.passages()) {
            for (Embedded<RelationRow> row : page.relationRows(passage.value())) {
                if (relations.add(row.value().key())) {
                    put(new GraphLine.RelationVector(
                            row.value().key(),
                            row.value().text(),
                            row.value().entityIds(),
                            VectorText.of(row.vector())));
                }
            }
        }
        for (Embedded<Passage> passage : page.passages()) {
            put(GraphLine.PassageLine.of(passage.value(), VectorText.of(passage.vector())));
        }
        tally.count(page.passages());
    }

    /** Throws if the graph changed or is incomplete, before the footer is written. */
    private void requireWhole(GraphChecksum checksum) {
        List<Long> written = List.of(entities.size(), tally.statements(), tally.passages());
        List<Long> there = List.of(
                checksum.entities().rows(),
                checksum.relations().rows(),
                checksum.passages().rows());
        if (!written.equals(there)) {
            throw TernException.store(String.format(
                    Locale.ROOT,
                    "the graph is inconsistent, or was written meanwhile in a store without snapshots: its %,d"
                            + " passages name %,d entities in %,d statements, and it has %,d passages, %,d entities and"
                            + " %,d rows of statements. Export it again without concurrent writes, or repair it (tern"
                            + " reindex)",
                    tally.passages(),
                    entities.size(),
                    tally.statements(),
                    checksum.passages().rows(),
                    checksum.entities().rows(),
                    checksum.relations().rows()));
        }
    }

    private void put(GraphLine line) {
        byte[] bytes = json.bytes(line);
        sha.update(bytes);
        sha.update((byte) '\n');
        try {
            to.write(bytes);
            to.write('\n');
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
