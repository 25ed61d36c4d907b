package dev.tern.documents;

/** Reads text in pictures: of a jar beside this one, found as a {@link java.util.ServiceLoader} does, by parser processes too. */
public interface OcrEngine {
    /**
     * Says why text in pictures is not read, and what to do: a clause; empty where nothing is known against it.
     *
     * @param settings of which some say what reads it
     * @param tried whether programs may be started to see whether they work
     */
    String missing(OcrSettings settings, boolean tried);

    /**
     * Gets ready to read as the settings say, in the parser process.
     *
     * @throws UnreadableException if that is not possible
     */
    PictureReader reader(OcrSettings settings) throws UnreadableException;
}
