package dev.tern.transfer;

import dev.tern.error.TernException;
import dev.tern.store.RowKind;
import dev.tern.transfer.checksum.GraphChecksum;
import java.util.EnumSet;
import java.util.Locale;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * The result of a copy, with the checksums of both graphs. Only Tern implements it: later versions
 * can add values.
 */
public sealed interface CopyReport permits CopyReportRecord {
    /** Returns the number of the source's passages that the target has after the copy. */
    long passages();

    /** Returns the number of equal passages, vectors included, that the target already had. */
    long unchanged();

    /** Returns the number of passages that were written. */
    long written();

    /**
     * Returns the number of passages removed from the target, because the source contains another
     * version of their documents.
     */
    long removed();

    /** Returns the checksum of the source graph. */
    GraphChecksum source();

    /** Returns the checksum of the target after the copy. */
    GraphChecksum target();

    /** Returns the numbers of the source's notes, and whether they were copied. */
    TransferredNotes notes();

    /** Returns the elapsed time in milliseconds. */
    double millis();

    /** Returns the kinds of rows in which the two graphs differ; none if they are equal. */
    default Set<RowKind> differing() {
        Set<RowKind> differing = EnumSet.noneOf(RowKind.class);
        for (RowKind kind : RowKind.values()) {
            if (!source().of(kind).equals(target().of(kind))) {
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
    default void requireSame() {
        if (differing().isEmpty()) {
            return;
        }
        String kinds = differing().stream().map(this::difference).collect(Collectors.joining("; "));
        throw TernException.store("the copy differs from the original: " + kinds
                + ". If either graph was written meanwhile, copy again; otherwise drop the copy and copy anew");
    }

    private String difference(RowKind kind) {
        long from = source().of(kind).rows();
        long to = target().of(kind).rows();
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
