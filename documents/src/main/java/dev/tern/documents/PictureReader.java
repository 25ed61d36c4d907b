package dev.tern.documents;

import java.awt.image.BufferedImage;
import java.util.List;

/** Reads the upright text of a picture. */
@FunctionalInterface
public interface PictureReader {
    /**
     * Returns the lines of a picture, unordered. If most run up or down, it may return early,
     * because it is called again with the picture rotated.
     *
     * @param picture of the type {@code TYPE_INT_RGB}
     * @throws UnreadableException if it cannot be read, with the reason
     */
    List<OcrLine> read(BufferedImage picture) throws UnreadableException;
}
