package dev.tern.documents;

import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;

/**
 * The folder of the two networks that read text in pictures. This class needs neither of them, nor ONNX Runtime.
 *
 * @param folder where they are, or empty
 */
record OcrModels(String folder) {
    /** The setting that names the folder. */
    static final String KEY = "load.ocrModels";

    /** What the file's name of the network that finds lines has in it. */
    static final String FINDER = "_det_";

    /** What the file's name of the network that reads lines has in it. */
    static final String READER = "_rec_";

    static final OcrModels NONE = new OcrModels("");

    private static final String HOW = "\"pip install --no-deps --target ocr rapidocr==3.10.0\" brings models, then "
            + KEY + " is ocr/rapidocr/models";

    /** The file of a network: the first by name. */
    Optional<Path> file(String part) {
        try (DirectoryStream<Path> files = Files.newDirectoryStream(Path.of(folder), "*" + part + "*.onnx")) {
            Path first = null;
            for (Path file : files) {
                first = first == null || file.compareTo(first) < 0 ? file : first;
            }
            return Optional.ofNullable(first);
        } catch (IOException e) {
            return Optional.empty();
        }
    }

    /** Why text in pictures is not read, and what to do: a clause; empty where it is read. */
    String missing() {
        if (folder.isEmpty()) {
            return "text in pictures is read only where " + KEY + " names the folder of the models for it (" + HOW
                    + ")";
        }
        for (String part : new String[] {FINDER, READER}) {
            if (file(part).isEmpty()) {
                return "text in pictures is not read, for " + folder + " (" + KEY + ") has no file *" + part
                        + "*.onnx (" + HOW + ")";
            }
        }
        return "";
    }
}
