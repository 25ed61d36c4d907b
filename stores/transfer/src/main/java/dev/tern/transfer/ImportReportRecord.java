package dev.tern.transfer;

import dev.tern.transfer.checksum.GraphChecksum;
import java.util.Optional;

/** The values of an {@link ImportReport}. */
record ImportReportRecord(
        long passages,
        long unchanged,
        long written,
        long removed,
        long embeddedTexts,
        Optional<GraphChecksum> checksum,
        TransferredNotes notes,
        double millis)
        implements ImportReport {}
