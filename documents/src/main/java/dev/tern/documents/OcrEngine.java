package dev.tern.documents;

/** Reads text in pictures; found by {@link java.util.ServiceLoader}, in parser processes too. */
public interface OcrEngine {
    /**
     * Returns the reason why text in pictures cannot be read, and the remedy; empty if text can be
     * read.
     *
     * @param settings the settings, some of which select the engine
     * @param mayStartPrograms true if programs may be started to check them
     */
    String unavailableReason(OcrSettings settings, boolean mayStartPrograms);

    /**
     * Prepares a reader in the parser process.
     *
     * @throws UnreadableException if the engine cannot start
     */
    PictureReader reader(OcrSettings settings) throws UnreadableException;
}
