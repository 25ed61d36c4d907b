package dev.tern.documents;

import java.awt.image.BufferedImage;
import java.io.IOException;
import org.jspecify.annotations.Nullable;

/** Reads pictures of pages in the parser process; the models for it are loaded with the first. Not thread-safe. */
final class ScanReader {
    private final OcrModels models;
    private final Working working;
    private @Nullable PictureReader reader;

    /** Learns that a page was read, and so that the process has not stopped. */
    @FunctionalInterface
    interface Working {
        void pageRead() throws IOException;
    }

    ScanReader(OcrModels models, Working working) {
        this.models = models;
        this.working = working;
    }

    /** Why pictures are not read, and what to do: a clause; empty where they are read. */
    String missing() {
        return models.missing();
    }

    /** Reads a picture of the type {@code TYPE_INT_RGB}. */
    PictureReader.Page read(BufferedImage picture) throws UnreadableException {
        try {
            if (reader == null) {
                reader = new PictureReader(
                        models.file(OcrModels.FINDER).orElseThrow(),
                        models.file(OcrModels.READER).orElseThrow());
            }
            PictureReader.Page page = reader.read(picture);
            working.pageRead();
            return page;
        } catch (NoClassDefFoundError | UnsatisfiedLinkError e) {
            throw new UnreadableException("has text in pictures, and ONNX Runtime, which reads it with the models of "
                    + OcrModels.KEY + ", cannot be loaded: " + e.getMessage());
        } catch (IOException e) {
            throw new IllegalStateException("no process waits for the document any more", e);
        }
    }
}
