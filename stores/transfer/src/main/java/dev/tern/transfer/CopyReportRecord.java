package dev.tern.transfer;

import dev.tern.transfer.checksum.GraphChecksum;

/** The values of a {@link CopyReport}. */
record CopyReportRecord(
        long passages,
        long unchanged,
        long written,
        long removed,
        GraphChecksum source,
        GraphChecksum target,
        TransferredNotes notes,
        double millis)
        implements CopyReport {}
