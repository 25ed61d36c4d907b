package dev.tern.documents;

import java.awt.image.BufferedImage;
import java.util.List;

/** Reads the writing in a picture that lies as it was written. */
@FunctionalInterface
public interface PictureReader {
    /**
     * The lines of a picture, in no order. Where most of them run up or down, none needs to be read: the picture comes again,
     * turned.
     *
     * @param picture of the type {@code TYPE_INT_RGB}
     * @throws UnreadableException if it cannot be read, with the reason
     */
    List<ReadLine> read(BufferedImage picture) throws UnreadableException;
}
