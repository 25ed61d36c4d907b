package dev.tern.transfer.verify;

/**
 * What a repair did.
 *
 * @param before what was wrong
 * @param removedRows rows removed
 * @param writtenPassages passages written again, with everything that hangs on them
 * @param embeddedTexts texts whose vectors were not to be found in the graph
 * @param after what is still wrong
 */
public record RepairReport(
        VerificationReport before,
        long removedRows,
        long writtenPassages,
        long embeddedTexts,
        VerificationReport after) {}
