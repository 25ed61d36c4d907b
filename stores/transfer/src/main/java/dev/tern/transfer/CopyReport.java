package dev.tern.transfer;

import dev.tern.error.TernException;
import dev.tern.store.RowKind;
import dev.tern.transfer.checksum.GraphChecksum;
import java.util.EnumSet;
import java.util.Locale;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * The result of a copy, with the checksums of both graphs. Created by Tern only: its accessors are
 * API, its constructor is not.
 *
 * @param passages the number of the source's passages that the target has after the copy
 * @param unchanged the number of equal passages, vectors included, that the target already had
 * @param written the number of passages that were written
 * @param removed the number of passages removed from the target, because the source contains
 *     another version of their documents
 * @param source the checksum of the source graph
 * @param target the checksum of the target after the copy
 * @param notes the numbers of the source's notes, and whether they were copied
 * @param millis elapsed time in milliseconds
 */
public record CopyReport(
        long passages,
        long unchanged,
        long written,
        long removed,
        GraphChecksum source,
        GraphChecksum target,
        TransferredNotes notes,
        double millis) {
    /** Returns the counts of passages. */
    @Override
    public String toString() {
        return passages + " passages: " + written + " written, " + unchanged + " unchanged, " + removed + " removed";
    }

    /** Returns the kinds of rows in which the two graphs differ; none if they are equal. */
    public Set<RowKind> differing() {
        Set<RowKind> differing = EnumSet.noneOf(RowKind.class);
        for (RowKind kind : RowKind.values()) {
            if (!source.of(kind).equals(target.of(kind))) {
                differing.add(kind);
            }
        }
        return differing;
    }

    /**
     * Throws if the copy differs from the source.
     *
     * @throws TernException the store's fault, with the kinds of rows that differ and their numbers
     */
    public void requireSame() {
        if (differing().isEmpty()) {
            return;
        }
        String kinds = differing().stream().map(this::difference).collect(Collectors.joining("; "));
        throw TernException.store("the copy differs from the original: " + kinds
                + ". If either graph was written meanwhile, copy again; otherwise drop the copy and copy anew");
    }

    private String difference(RowKind kind) {
        long from = source.of(kind).rows();
        long to = target.of(kind).rows();
        String noun = switch (kind) {
            case ENTITY -> "entities";
            case RELATION -> "relations";
            case PASSAGE -> "passages";
        };
        return from == to
                ? String.format(Locale.ROOT, "%s differ in content (%,d on both sides)", noun, from)
                : String.format(Locale.ROOT, "%s differ, %,d were copied and %,d are present", noun, from, to);
    }
}
