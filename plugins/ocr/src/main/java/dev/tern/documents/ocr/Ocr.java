package dev.tern.documents.ocr;

import dev.tern.documents.OcrEngine;
import dev.tern.documents.OcrSettings;
import dev.tern.documents.PictureReader;
import dev.tern.documents.UnreadableException;
import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;

/** Reads text in pictures with two PP-OCR models, or with Tesseract if languages are set. */
public final class Ocr implements OcrEngine {
    /** The part of a file name that marks the model that finds lines. */
    private static final String FINDER = "_det_";

    /** The part of a file name that marks the model that reads lines. */
    private static final String READER = "_rec_";

    @Override
    public String unavailableReason(OcrSettings settings, boolean mayStartPrograms) {
        if (settings.usesTesseract()) {
            if (settings.program().isEmpty()) {
                return "text in pictures is not read: the program tesseract, which reads " + settings.languages() + " ("
                        + OcrSettings.LANGUAGES
                        + "), is not on the PATH; on Debian install tesseract-ocr";
            }
            return mayStartPrograms ? new TesseractReader(settings).unavailableReason() : "";
        }
        for (String part : new String[] {FINDER, READER}) {
            if (file(settings, part).isEmpty()) {
                return "text in pictures is not read: " + settings.folder() + " (" + OcrSettings.MODELS
                        + ") has no file *" + part + "*.onnx (" + OcrSettings.INSTALLATION + ")";
            }
        }
        return "";
    }

    @Override
    public PictureReader reader(OcrSettings settings) throws UnreadableException {
        return settings.usesTesseract()
                ? new TesseractReader(settings)
                : new PpOcrReader(
                        file(settings, FINDER).orElseThrow(),
                        file(settings, READER).orElseThrow());
    }

    /** Returns the file of a model, the first by name; empty if none can be found. */
    private static Optional<Path> file(OcrSettings settings, String part) {
        try (DirectoryStream<Path> files =
                Files.newDirectoryStream(Path.of(settings.folder()), "*" + part + "*.onnx")) {
            Path first = null;
            for (Path file : files) {
                first = first == null || file.compareTo(first) < 0 ? file : first;
            }
            return Optional.ofNullable(first);
        } catch (IOException e) {
            return Optional.empty();
        }
    }
}
